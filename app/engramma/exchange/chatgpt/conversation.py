"""One conversation of a ChatGPT export: a tree of messages, of which one branch is shown.

Edits and regenerated answers stay, as turns that are not active. Circles in broken files are cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engramma.exchange.chatgpt.messages import dict_in, read_message
from engramma.exchange.chatgpt.saved import SavedMemories
from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, lines_by_id
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import span_of, time_of
from engramma.exchange.conversations.tree import Tree
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import EventRecord, Record, SessionRecord, Skipped, SourceTime

AGENT = "ChatGPT"

_NODE_LINE = re.compile(r'"id"\s{0,20}:\s{0,20}"([^"\\]{1,200})"')
_TOPICS = {"is_archived": "archived", "is_starred": "starred"}


def conversation_id(value: dict[str, Any]) -> str:
    """The id of a conversation; where the export gives none, from what stays when the conversation goes on."""
    given = id_in(value, "conversation_id", "id")
    if given:
        return given
    mapping = dict_in(value, "mapping")
    first = next(
        (name for name, node in mapping.items() if isinstance(node, dict) and node.get("message")), ""
    )
    created = value.get("create_time")
    return digest(compact_json([created if created is not None else value.get("title"), first]), 32)


class Conversation:
    """A conversation on its way into records."""

    def __init__(self, piece: Piece, value: dict[str, Any], *, saved: SavedMemories) -> None:
        self._piece = piece
        self._value = value
        self._saved = saved
        self._id = conversation_id(value)
        self._key = f"chatgpt:{self._id}"
        self._nodes = {
            name: node for name, node in dict_in(value, "mapping").items() if isinstance(node, dict)
        }
        self._tree = Tree(self._parents(), times=self._times(), ranks=self._ranks())
        self._lines = lines_by_id(piece, _NODE_LINE)
        self._telling = Telling()

    def records(self) -> Iterator[Record]:
        """The session, its events, and the memories that were saved in it."""
        active = self._tree.path(self._leaf())
        yield from self._telling.begin(self._session())
        for name, node in dict_in(self._value, "mapping").items():
            if not isinstance(node, dict):
                yield Skipped(self._line(name), "a message that is no object", excerpt(compact_json(node)))
        shown: dict[str, str] = {}
        for name in self._tree.order():
            yield from self._node(name, active=name in active, shown=shown)
        if self._tree.cut:
            count = len(self._tree.cut)
            reason = "the messages hang on one another in a circle, which was cut"
            yield Skipped(self._piece.line, reason if count == 1 else f"{reason} in {count:,} places")

    def _node(self, name: str, *, active: bool, shown: dict[str, str]) -> Iterator[Record]:
        node = self._nodes[name]
        message = node.get("message")
        if message is None:
            return
        line = self._line(name)
        if not isinstance(message, dict):
            yield Skipped(line, "a message that is no object", excerpt(compact_json(node)))
            return
        reading = read_message(message)
        text = compact_json(node)
        if reading.left_out:
            yield from reports(line, reading.left_out, text)
        place = Place(
            line,
            time_of(message.get("create_time")),
            original_of(text, node),
            parent_key=self._tree.shown_parent(name, shown),
            active=active,
        )
        for record in self._telling.say(self._key, f"{self._key}/{name[:200]}", reading.turns, place=place):
            yield record
            if isinstance(record, EventRecord):
                shown[name] = record.key
                yield from self._saved.found_in(message, record)

    def _parents(self) -> dict[str, str]:
        """The parent of each node, from its own word or from the list of children that names it."""
        listed = {
            child: name
            for name, node in self._nodes.items()
            if isinstance(children := node.get("children"), list)
            for child in children
            if isinstance(child, str)
        }
        return {
            name: parent if isinstance(parent := node.get("parent"), str) else listed.get(name, "")
            for name, node in self._nodes.items()
        }

    def _times(self) -> dict[str, int | None]:
        return {
            name: time_of(dict_in(node, "message").get("create_time")).at
            for name, node in self._nodes.items()
        }

    def _ranks(self) -> dict[str, int]:
        """The order in which the nodes' lists of children name them."""
        ranks: dict[str, int] = {}
        for node in self._nodes.values():
            children = node.get("children")
            for child in children if isinstance(children, list) else ():
                if isinstance(child, str):
                    ranks.setdefault(child, len(ranks))
        return ranks

    def _leaf(self) -> str:
        """The end of the branch that is shown: as the export says, else the newest message."""
        current = self._value.get("current_node")
        if isinstance(current, str) and current in self._nodes:
            return current
        dated = [
            (at, number, name)
            for number, (name, node) in enumerate(self._nodes.items())
            if (at := time_of(dict_in(node, "message").get("create_time")).at) is not None
        ]
        return max(dated)[2] if dated else next(reversed(self._nodes), "")

    def _line(self, name: str) -> int:
        return self._lines.get(name, self._piece.line)

    def _session(self) -> SessionRecord:
        value = self._value
        messages = [dict_in(node, "message") for node in self._nodes.values()]
        span = span_of([time_of(message.get("create_time")) for message in messages])
        started, ended = time_of(value.get("create_time")), time_of(value.get("update_time"))
        told = {key: item for key, item in value.items() if key != "mapping"}
        gizmo = id_in(value, "gizmo_id", "conversation_template_id")
        return SessionRecord(
            key=self._key,
            title=short_title(text_in(value, "title"))
            or self._first_words()
            or "Conversation without a title",
            source="chatgpt",
            agent=AGENT,
            project=gizmo if gizmo.startswith("g-p-") else "",
            started=_first(started, span[0]),
            ended=_first(ended, span[1]),
            topics=tuple(word for flag, word in _TOPICS.items() if value.get(flag) is True),
            line=self._piece.line,
            original=excerpt(compact_json(told), 20_000),
        )

    def _first_words(self) -> str:
        for name in self._tree.order():
            message = self._nodes[name].get("message")
            for turn in read_message(message).turns if isinstance(message, dict) else ():
                if turn.role is Role.USER:
                    return short_title(turn.text)
        return ""


def _first(given: SourceTime, found: SourceTime) -> SourceTime:
    return given if given.at is not None else found
