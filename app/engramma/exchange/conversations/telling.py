"""The events of the sessions of one file: numbered, with keys that stay apart, each hanging on the one before.

Knows nothing of formats; a reader says what was said and where it stands.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engramma.exchange.claude_code.message import Message
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.times import UNKNOWN
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord, Skipped, SourceTime

_TOOLS_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands: its line, its time, its place in the tree, and its original record."""

    line: int
    time: SourceTime = UNKNOWN
    original: str = ""
    parent_key: str | None = None
    active: bool = True
    sidechain: bool = False


class Telling:
    """What has been told so far. `last` is the key of the newest event by session."""

    def __init__(self) -> None:
        self.last: dict[str, str] = {}
        self._turns: dict[str, int] = {}
        self._keys: set[int] = set()
        self._repeats: dict[int, int] = {}
        self._tools: OrderedDict[str, str] = OrderedDict()

    def begin(self, session: SessionRecord) -> Iterator[SessionRecord]:
        """The session, the first time that it is met."""
        if session.key not in self._turns:
            self._turns[session.key] = 0
            yield session

    def unique(self, key: str) -> str:
        """`key`, with a number behind it when it has been used before."""
        first = mark = _mark(key)
        free, count = key, self._repeats.get(first, 1)
        while mark in self._keys:
            count += 1
            free = f"{key}~{count}"
            mark = _mark(free)
        if count > 1:
            self._repeats[first] = count
        self._keys.add(mark)
        return free

    def say(self, session_key: str, key: str, turns: Sequence[Turn], *, place: Place) -> Iterator[Record]:
        """The turns of one message as events; those behind the first hang on it."""
        first = ""
        for number, turn in enumerate(turns):
            if not turn.text.strip():
                yield Skipped(place.line, "a turn without text", excerpt(place.original))
                continue
            parent = place.parent_key if place.parent_key is not None else self.last.get(session_key, "")
            message = Message(
                key=self.unique(f"{key}/{number}" if number else key),
                session_key=session_key,
                line=place.line,
                end=place.line,
                time=place.time,
                parent_key=first or parent,
                active=place.active,
                sidechain=place.sidechain,
                parts=[self._named(turn)],
                originals=[] if first else [place.original],
            )
            first = first or message.key
            self.last[session_key] = message.key
            records = message.records(self._turns[session_key])
            self._turns[session_key] += 1
            yield from records

    def turns_of(self, session_key: str) -> int:
        """How many events the session has so far."""
        return self._turns.get(session_key, 0)

    def _named(self, turn: Turn) -> Turn:
        """The turn; a tool's result gets the name of the tool that was called."""
        for call_id, name in turn.calls:
            if len(self._tools) >= _TOOLS_KEPT:
                self._tools.popitem(last=False)
            self._tools[call_id] = name
        if turn.answers and not turn.speaker and turn.answers in self._tools:
            return replace(turn, speaker=self._tools.pop(turn.answers))
        return turn


def reports(line: int, reasons: Sequence[str], original: str) -> Iterator[Skipped]:
    """What was left out of a message, one record for each reason."""
    for reason in reasons:
        yield Skipped(line, reason, excerpt(original))


def digest(text: str, length: int = 16) -> str:
    """A short stable name for `text`."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def memory_in(event: EventRecord, text: str, memory: MemoryRecord) -> MemoryRecord:
    """`memory` with the place of `text` in the event, if it stands there."""
    start = event.text.find(text)
    span = (start, start + len(text)) if start >= 0 else (None, None)
    return replace(
        memory,
        session_key=event.session_key,
        event_key=event.key,
        quote=text if start >= 0 else "",
        start=span[0],
        end=span[1],
    )


def _mark(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest())
