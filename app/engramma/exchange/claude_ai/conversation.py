"""One conversation of a Claude.ai export. Newer exports name each message's parent; older ones are a plain list.

The export does not say which branch is shown: it is the one with the newest message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.originals import original_of
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece, lines_by_id
from engramma.exchange.conversations.content import read_content, role_named
from engramma.exchange.conversations.telling import Place, Telling, digest, reports
from engramma.exchange.conversations.times import span_of, time_of
from engramma.exchange.conversations.tree import Tree
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import EventRecord, Record, SessionRecord, Skipped

AGENT = "Claude"

_LINE = re.compile(r'"uuid"\s{0,20}:\s{0,20}"([^"\\]{1,200})"')


class Conversation:
    """A conversation on its way into records."""

    def __init__(self, piece: Piece, value: dict[str, Any]) -> None:
        self._piece = piece
        self._value = value
        self._key = f"claude-ai:{conversation_id(value)}"
        self._names: list[str] = []
        self._messages: dict[str, dict[str, Any]] = {}
        self._broken: list[Any] = []
        for message in value["chat_messages"]:
            if isinstance(message, dict):
                self._add(message)
            else:
                self._broken.append(message)
        self._tree = Tree(self._parents(), times=self._times())
        self._lines = lines_by_id(piece, _LINE)
        self._telling = Telling()

    def records(self) -> Iterator[Record]:
        """The session and its events."""
        active = self._tree.path(self._leaf())
        yield from self._telling.begin(self._session())
        for message in self._broken:
            yield Skipped(self._piece.line, "a message that is no object", excerpt(compact_json(message)))
        shown: dict[str, str] = {}
        for name in self._tree.order():
            message = self._messages[name]
            turns, left_out = read_message(message)
            text = compact_json(message)
            line = self._lines.get(name, self._piece.line)
            yield from reports(line, left_out, text)
            place = Place(
                line,
                time_of(message.get("created_at")),
                original_of(text, message),
                parent_key=self._tree.shown_parent(name, shown),
                active=name in active,
            )
            for record in self._telling.say(self._key, f"{self._key}/{name}", turns, place=place):
                yield record
                if isinstance(record, EventRecord):
                    shown[name] = record.key
        if self._tree.cut:
            yield Skipped(self._piece.line, "the messages hang on one another in a circle, which was cut")

    def _add(self, message: dict[str, Any]) -> None:
        given = name = id_in(message, "uuid") or f"#{len(self._names) + 1}"
        if given in self._messages:
            name = f"{given}~{len(self._names) + 1}"
        while name in self._messages:
            name += "~"
        self._names.append(name)
        self._messages[name] = message

    def _parents(self) -> dict[str, str]:
        """The parent that each message names; without a word about it, the message before."""
        parents: dict[str, str] = {}
        before = ""
        for name in self._names:
            given = self._messages[name].get("parent_message_uuid")
            parents[name] = given if isinstance(given, str) else before
            before = name
        return parents

    def _times(self) -> dict[str, int | None]:
        return {name: time_of(message.get("created_at")).at for name, message in self._messages.items()}

    def _leaf(self) -> str:
        newest = [
            (
                at if (at := time_of(self._messages[name].get("created_at")).at) is not None else 0,
                number,
                name,
            )
            for number, name in enumerate(self._names)
        ]
        return max(newest)[2] if newest else ""

    def _session(self) -> SessionRecord:
        value = self._value
        times = [time_of(message.get("created_at")) for message in self._messages.values()]
        started, ended = span_of([*times, time_of(value.get("created_at")), time_of(value.get("updated_at"))])
        told = {key: item for key, item in value.items() if key != "chat_messages"}
        project = value.get("project")
        name = text_in(project, "name") if isinstance(project, dict) else ""
        return SessionRecord(
            key=self._key,
            title=short_title(text_in(value, "name"))
            or self._first_words()
            or "Conversation without a title",
            source="claude-ai",
            agent=AGENT,
            project=name or id_in(value, "project_uuid"),
            started=started,
            ended=ended,
            summary=text_in(value, "summary"),
            line=self._piece.line,
            original=excerpt(compact_json(told), 20_000),
        )

    def _first_words(self) -> str:
        for name in self._names:
            said = next(
                (turn.text for turn in read_message(self._messages[name])[0] if turn.role is Role.USER), ""
            )
            if said:
                return short_title(said)
        return ""


def conversation_id(value: dict[str, Any]) -> str:
    """The id of a conversation; where the export gives none, from its beginning."""
    messages = value.get("chat_messages")
    first = messages[0] if isinstance(messages, list) and messages else None
    return id_in(value, "uuid") or digest(compact_json([value.get("created_at"), first]), 32)


def read_message(message: dict[str, Any]) -> tuple[list[Turn], list[str]]:
    """The turns of a message (what was said, what tools gave back, attached files), and what was left out."""
    role = role_named(message.get("sender"))
    if role is None:
        return [], [f"a message of unknown role {excerpt(str(message.get('sender')), 80)}"]
    content = read_content(message.get("content"))
    if not content.parts.texts and (text := text_in(message, "text")):
        content.parts.texts.append(text)
    files, names = _files(message)
    if names and not content.parts.texts and not files:
        content.parts.texts.extend(f"[file: {name}]" for name in names)
    turns = [*content.turns(role), *files]
    if names and turns:
        turns[0].detail["files"] = names
    left_out = content.left_out
    if not turns and not left_out:
        left_out.append("a message without text")
    return turns, left_out


def _files(message: dict[str, Any]) -> tuple[list[Turn], list[str]]:
    """The texts of attached files as turns, and the names of all files."""
    turns: list[Turn] = []
    names: list[str] = []
    for key in ("attachments", "files"):
        items = message.get(key)
        for item in items if isinstance(items, list) else ():
            if not isinstance(item, dict):
                continue
            name = excerpt(text_in(item, "file_name") or "file", 200)
            names.append(name)
            if text := text_in(item, "extracted_content"):
                turns.append(Turn(Role.TOOL, f"[file: {name}]\n{text}"))
    return turns, names
