"""The first look at a transcript: its sessions, its tree, which line tells which turn; no text is kept.

The second look (`engramma.exchange.claude_code.reader`) needs all of it before it can yield the first event.
"""

from __future__ import annotations

import hashlib
from array import array
from pathlib import Path
from typing import Any

from engramma.exchange.claude_code.fields import UNKNOWN_TIME, id_in, text_in, time_in
from engramma.exchange.claude_code.graph import NONE, SHOWN, SIDE, SPEECH, UUID, Graph
from engramma.exchange.claude_code.sessions import FirstIds, SessionOutline, Sessions
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.claude_code.turns import read_turns
from engramma.exchange.claude_code.vocabulary import QUEUE, TITLE_FIELDS, TURN_TYPES
from engramma.exchange.lines import Line
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.model.session import Role

_PART_DISTANCE = 64
_PARTS_SPAN = 256
_OPEN_MESSAGES = 1_000


class Outline:
    """Takes the lines of a file one after the other; `finish` settles what depends on all of them."""

    def __init__(self, path: Path, first: FirstIds) -> None:
        self.graph = Graph()
        self.sessions = Sessions(path, first)
        self._node_of_line = array("i", [NONE])
        self._session_of = array("i")
        self._times = array("q")
        self._sizes = array("i")
        self._digests: dict[int, bytes] = {}
        self._untimed: dict[bytes, int] = {}
        self._variants: dict[str, str] = {}
        self._messages: dict[tuple[int, str], tuple[int, int, int]] = {}
        self._said: dict[bytes, int] = {}
        self._queued: list[tuple[int, int, bytes]] = []
        self._echoes: dict[int, int] = {}
        self._summaries: list[tuple[str, str]] = []

    @property
    def lines(self) -> int:
        """How many lines have been taken."""
        return len(self._node_of_line) - 1

    def node_of_line(self, line: int) -> int:
        """The node of a line that holds turns, or NONE."""
        return self._node_of_line[line]

    def session_of(self, node: int) -> SessionOutline:
        """The session whose line first told the node."""
        return self.sessions[self._session_of[node]]

    def time_of(self, node: int) -> int:
        """When the node was first told, or `UNKNOWN_TIME`."""
        return self._times[node]

    def key(self, node: int) -> str:
        """The key of a node's event. A UUID stands for itself, any other id only within its session."""
        return f"claude-code:{self.graph.name(node)}"

    def echo_of(self, line: int) -> int:
        """The line that says what the queue on `line` said, too; 0 when nothing else does."""
        return self._echoes.get(line, 0)

    def leaf(self, name: str) -> int:
        """The node that a summary's `leafUuid` names, if this file has a line for it; else NONE."""
        names = (
            [name] if UUID.fullmatch(name) else [self._scoped(name, at) for at in range(len(self.sessions))]
        )
        nodes = [self.graph.find(each) for each in names if name]
        return next((node for node in nodes if node != NONE and self.graph.owner(node)), NONE)

    def take(self, line: Line) -> None:
        """Note what `line` is. What cannot be read is left for the second look to report."""
        self._node_of_line.append(NONE)
        if line.too_long or not line.text.strip():
            return
        try:
            value = parse_json(line.text).value
        except UnreadableError:
            return
        if not isinstance(value, dict):
            return
        kind = value.get("type")
        if not isinstance(kind, str):
            return
        if kind in TURN_TYPES:
            self._node_of_line[line.number] = self._take_turns(value, line.number)
        elif kind in TITLE_FIELDS:
            session = self.sessions[self.sessions.number(value)]
            title = text_in(value, TITLE_FIELDS[kind])
            if kind == "custom-title":
                session.custom_title = title or session.custom_title
            else:
                session.ai_title = title or session.ai_title
        elif kind == "summary":
            self._summaries.append((id_in(value, "leafUuid"), text_in(value, "summary")))
        elif name := id_in(value, "uuid"):
            # Bookkeeping lines with an id are links of the chain all the same.
            session_number = self.sessions.number(value)
            self._place(self._node(name, session_number), value, line.number, session=session_number)

    def finish(self) -> None:
        """Settle live branches, parents and titles, now that all lines are known."""
        for node, line, digest in self._queued:
            if digest in self._said:
                self._echoes[line] = self._said[digest]
                self.graph.unmark(node, SHOWN)
        self.graph.finish()
        for leaf, text in self._summaries:
            if text and (node := self.leaf(leaf)) != NONE:
                self.session_of(node).summary = text

    def _take_turns(self, value: dict[str, Any], line: int) -> int:
        session = self.sessions.number(value)
        reading = read_turns(value)
        at, _ = time_in(value)
        if reading.turns:
            self.sessions[session].add(value, line, at=at, turns=reading.turns)
        digest = _digest(value, reading)
        name = id_in(value, "uuid") or self._made_up_id(digest, at)
        node = self._node(name, session, digest=digest, size=_size(reading))
        known = self.graph.owner(node) != 0
        flags = SIDE if value.get("isSidechain") is True else 0
        flags |= SHOWN if reading.turns else 0
        if any(turn.role in (Role.USER, Role.AGENT) for turn in reading.turns):
            flags |= SPEECH
        self._place(node, value, line, session=session, flags=flags, at=at)
        if _size(reading) > self._sizes[node]:
            # Written again with more in it (or for the first time): this is the line that tells the turn.
            self._sizes[node] = _size(reading)
            if not UUID.fullmatch(name):
                self._digests[node] = digest
            self.graph.own(node, line)
        if value.get("type") == QUEUE:
            self._queued += [(node, line, _mark(turn)) for turn in reading.turns]
        else:
            self._said |= {_mark(turn): line for turn in reading.turns if turn.role is Role.USER}
        if not known and value.get("type") == "assistant":
            self._join_parts(node, value, line, session=session)
        return node

    def _made_up_id(self, digest: bytes, at: int) -> str:
        """An id for a line that has none: the same for the same words at the same time.

        Without a time the same words may well have been said twice, so they are counted.
        """
        if at != UNKNOWN_TIME:
            return hashlib.sha1(digest + str(at).encode(), usedforsecurity=False).hexdigest()
        count = self._untimed[digest] = self._untimed.get(digest, 0) + 1
        return f"{hashlib.sha1(digest, usedforsecurity=False).hexdigest()}~{count}"

    def _node(self, name: str, session: int, *, digest: bytes = b"", size: int = 0) -> int:
        """The node of an id. An id that is no UUID may stand for other words later: another node."""
        if UUID.fullmatch(name):
            node = self.graph.node(name)
        else:
            scoped = self._scoped(name, session)
            node = self.graph.node(self._variants.get(scoped, scoped))
            count = 1
            while size and self._sizes_at(node) and self._digests.get(node) != digest:
                count += 1
                self._variants[scoped] = f"{scoped}~{count}"
                node = self.graph.node(self._variants[scoped])
        self._sizes_at(node)
        return node

    def _sizes_at(self, node: int) -> int:
        """The length of what `node` says so far, after making room for all nodes."""
        while len(self._sizes) <= node:
            self._sizes.append(0)
            self._session_of.append(0)
            self._times.append(UNKNOWN_TIME)
        return self._sizes[node]

    def _scoped(self, name: str, session: int) -> str:
        return f"{self.sessions[session].key.removeprefix('claude-code:')}/{name}"

    def _place(
        self,
        node: int,
        value: dict[str, Any],
        line: int,
        *,
        session: int,
        flags: int = 0,
        at: int = UNKNOWN_TIME,
    ) -> None:
        if self.graph.owner(node) == 0:
            self._session_of[node] = session
            self._times[node] = at
        name = id_in(value, "parentUuid")
        parent = self._node(name, session) if name else NONE
        others = [self._node(other, session) for other in _bridges(value)]
        if parent != NONE and self.graph.owner(parent):
            self._continue_session(session, self._session_of[parent])
        parent = NONE if parent == node else parent
        self.graph.place(
            node, line, parent=parent, flags=flags, others=[other for other in others if other != node]
        )

    def _continue_session(self, session: int, before: int) -> None:
        """A session that goes on where another one of this file stopped is that one's child."""
        child, parent = self.sessions[session], self.sessions[before]
        if child.key not in (parent.key, parent.parent_key) and not child.parent_key:
            child.parent_key = parent.key

    def _join_parts(self, node: int, value: dict[str, Any], line: int, *, session: int) -> None:
        """One message of the agent may be split over lines that lie close together; they are one turn."""
        message = value.get("message")
        name = id_in(message, "id") if isinstance(message, dict) else ""
        if not name:
            return
        leader, first, last = self._messages.get((session, name), (node, line, line))
        same_side = self.graph.flag(leader, SIDE) == self.graph.flag(node, SIDE)
        if leader != node and line - last <= _PART_DISTANCE and line - first <= _PARTS_SPAN and same_side:
            self.graph.join(node, leader)
            if self.graph.flag(node, SHOWN):
                self.graph.mark(leader, SHOWN)
        else:
            leader, first = node, line
        self._messages[session, name] = (leader, first, line)
        if len(self._messages) > _OPEN_MESSAGES:
            self._messages = {
                key: entry for key, entry in self._messages.items() if line - entry[2] <= _PART_DISTANCE
            }


def _bridges(value: dict[str, Any]) -> list[str]:
    """Further ancestors of a line: what a compaction continues and preserves, the nearest first."""
    names = [id_in(value, "logicalParentUuid")]
    compact = value.get("compactMetadata")
    if isinstance(compact, dict):
        segment, messages = compact.get("preservedSegment"), compact.get("preservedMessages")
        if isinstance(segment, dict):
            names.append(id_in(segment, "tailUuid"))
        kept = messages.get("uuids") if isinstance(messages, dict) else None
        if isinstance(kept, list):
            names += [id_in({"id": name}, "id") for name in reversed(kept)]
        if isinstance(segment, dict):
            names.append(id_in(segment, "headUuid"))
    return [name for name in dict.fromkeys(names) if name]


def _mark(turn: Turn) -> bytes:
    """A short mark of the words of a turn."""
    return hashlib.blake2b(turn.text.encode(), digest_size=12).digest()


def _size(reading: Reading) -> int:
    return sum(len(turn.text) for turn in reading.turns)


def _digest(value: dict[str, Any], reading: Reading) -> bytes:
    """A mark of what a line says, whoever wrote it again."""
    told = [value.get("type"), [[turn.role, turn.text] for turn in reading.turns]]
    return hashlib.blake2b(compact_json(told).encode(), digest_size=12).digest()
