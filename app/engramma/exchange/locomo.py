"""LoCoMo-shaped conversations: long talks of two people in numbered, dated sessions.

Takes in what was said. Questions, observations and summaries of the data set are annotations, only counted.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.arrays import Element, read_elements
from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.lines import head_text, size_of
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.model.clock import parse_iso
from engramma.model.progress import CancelToken
from engramma.model.transfer import (
    EventRecord,
    Position,
    Record,
    SessionRecord,
    Skipped,
    SourceTime,
    TimeQuality,
)

_SESSION = re.compile(r"session_(\d{1,9})")
_SESSION_DATE = re.compile(r"session_(\d{1,9})_date_time")
_DIALOG_LINE = re.compile(r'"dia_id"\s*:\s*"([^"\\]*)"')
_TIME = re.compile(
    r"\s*(\d{1,2}):(\d{2})\s*([ap])\.?m\.?\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*",
    re.IGNORECASE | re.ASCII,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ANNOTATIONS = ("qa", "observation", "session_summary", "event_summary")
_CLUES = ('"conversation"', '"speaker_a"', '"dia_id"', '"session_1"')
_QUESTION = re.compile(r'"evidence"\s*:\s*\[\s*"D\d+:\d+"')


class LocomoFormat:
    """Reader of an array of samples (or of a single one), each with its `conversation`."""

    name = "locomo"
    title = "LoCoMo conversations"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of a conversation, or by questions that cite its turns."""
        text = head_text(head)
        if not text.lstrip("\x00 \t\r\n").startswith(("[", "{")):
            return 0.0
        clues = sum(clue in text for clue in _CLUES)
        if clues >= 2:
            return min(1.0, 0.4 + 0.2 * clues)
        return 0.8 if '"qa"' in text and _QUESTION.search(text) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The sessions and events of all samples, one sample in memory at a time."""
        total = size_of(source.path, name=source.name)
        names: dict[str, tuple[int, str]] = {}
        for element in read_elements(source.path, name=source.name):
            cancel.check()
            yield from _sample_of(element, names)
            yield Position(min(element.end, total), total)
        yield Position(total, total)


def parse_session_time(text: str) -> SourceTime:
    """A time like "1:56 pm on 8 May, 2023", which is local; unknown when it cannot be read."""
    found = _TIME.fullmatch(text)
    if found is None:
        return SourceTime(text=text)
    hour, minute, half, day, month, year = found.groups()
    try:
        if not 1 <= int(hour) <= 12:
            return SourceTime(text=text)
        hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
        months = _MONTHS.index(month[:3].lower()) + 1
        at = parse_iso(f"{year}-{months:02}-{int(day):02}T{hours:02}:{minute}")
    except (ValueError, OverflowError, OSError):
        return SourceTime(text=text)
    return SourceTime(at, text, TimeQuality.LOCAL)


def _sample_of(element: Element, names: dict[str, tuple[int, str]]) -> Iterator[Record]:
    """The records of one element of the file; `names` are the samples so far, with their lines and digests."""
    if element.problem:
        yield Skipped(element.line, element.problem, excerpt(element.text))
        return
    try:
        parsed = parse_json(element.text)
    except UnreadableError as error:
        yield Skipped(element.line, str(error), excerpt(element.text))
        return
    if parsed.replaced:
        yield Skipped(element.line, replaced_note(parsed.replaced))
    sample = parsed.value
    if not isinstance(sample, dict):
        yield Skipped(element.line, "no sample: not a JSON object", excerpt(element.text))
        return
    conversation = sample.get("conversation", sample)
    if not isinstance(conversation, dict) or not any(_SESSION.fullmatch(key) for key in conversation):
        yield Skipped(element.line, "a sample without any session", excerpt(element.text))
        return
    digest = hashlib.sha256(compact_json(conversation).encode()).hexdigest()[:12]
    given = sample.get("sample_id")
    first = name = str(given) if given not in (None, "") else digest
    count = 1
    while name in names:
        line, known = names[name]
        if known == digest:
            yield Skipped(element.line, f"the same conversation stands on line {line}", excerpt(element.text))
            return
        count += 1
        name = f"{first}~{count}"
    names[name] = (element.line, digest)
    yield from _Sample(name, sample, conversation, element=element).records()


class _Sample:
    """One conversation on its way into records."""

    def __init__(
        self, name: str, sample: dict[str, Any], conversation: dict[str, Any], *, element: Element
    ) -> None:
        self._id = name
        self._sample = sample
        self._conversation = conversation
        self._line = element.line
        self._lines = _dialog_lines(element)
        self._speakers = tuple(str(conversation.get(key, "")) for key in ("speaker_a", "speaker_b"))
        self._seen: set[str] = set()

    def records(self) -> Iterator[Record]:
        """Sessions in the order of their numbers, then what was left out."""
        numbers = sorted(int(found[1]) for key in self._conversation if (found := _SESSION.fullmatch(key)))
        for number in numbers:
            yield from self._session(number)
        yield from self._left_out(set(numbers))

    def _session(self, number: int) -> Iterator[Record]:
        name = f"session_{number}"
        turns = self._conversation.get(name)
        if not isinstance(turns, list):
            yield Skipped(self._line, f"{name} is no list of turns", excerpt(str(turns)))
            return
        date = self._conversation.get(f"{name}_date_time", "")
        time = parse_session_time(date) if isinstance(date, str) else SourceTime(text=str(date))
        first = turns[0] if turns and isinstance(turns[0], dict) else {}
        who = " and ".join(speaker for speaker in self._speakers if speaker) or self._id
        session_key = f"locomo:{self._id}/{name}"
        yield SessionRecord(
            key=session_key,
            title=f"{who}, session {number}",
            source="locomo",
            project=self._id,
            started=time,
            ended=time,
            line=self._lines.get(str(first.get("dia_id", "")), self._line),
            original=compact_json({"sample_id": self._id, "session": name, "date_time": date}),
        )
        place = 0
        parent = ""
        for index, turn in enumerate(turns):
            record = self._event(turn, session_key, number=index + 1, place=place, time=time, parent=parent)
            yield record
            if isinstance(record, EventRecord):
                place, parent = place + 1, record.key

    def _event(
        self, turn: Any, session_key: str, *, number: int, place: int, time: SourceTime, parent: str
    ) -> EventRecord | Skipped:
        if not isinstance(turn, dict) or not isinstance(turn.get("text", ""), str):
            return Skipped(
                self._line, f"turn {number} of {session_key} is no turn", excerpt(compact_json(turn))
            )
        said = str(turn.get("dia_id") or "")
        line = self._lines.get(said, self._line)
        caption = str(turn.get("blip_caption") or "").strip()
        text = turn.get("text", "") + (f" [image: {caption}]" if caption else "")
        key = f"locomo:{self._id}/{said}" if said else f"{session_key}#{number}"
        if not text.strip():
            return Skipped(line, "a turn without text", excerpt(compact_json(turn)))
        if key in self._seen:
            return Skipped(
                line, f"the turn {said} stands twice in this conversation", excerpt(compact_json(turn))
            )
        self._seen.add(key)
        speaker = str(turn.get("speaker") or "")
        rest = {name: value for name, value in turn.items() if name not in ("text", "speaker", "dia_id")}
        return EventRecord(
            key=key,
            session_key=session_key,
            role={self._speakers[0]: "user", self._speakers[1]: "agent"}.get(speaker, "note"),
            text=text.strip(),
            speaker=speaker,
            time=time,
            turn=place,
            parent_key=parent,
            detail=compact_json(rest) if rest else "",
            line=line,
            original=compact_json(turn),
        )

    def _left_out(self, numbers: set[int]) -> Iterator[Skipped]:
        for kind in _ANNOTATIONS:
            if kind in self._sample:
                value = self._sample[kind]
                count = f"{len(value):,} entries" if isinstance(value, list | dict) else "a value"
                reason = f"{kind} ({count} in {self._id}): annotation of the data set, not conversation"
                yield Skipped(self._line, reason)
        dates = {key: int(found[1]) for key in self._conversation if (found := _SESSION_DATE.fullmatch(key))}
        alone = [key for key, number in dates.items() if number not in numbers]
        if alone:
            reason = f"{len(alone)} dates without a session in {self._id}: {', '.join(alone)}"
            yield Skipped(self._line, reason)
        known = {"conversation", "sample_id", "speaker_a", "speaker_b", *_ANNOTATIONS, *dates}
        for part in (self._sample, self._conversation):
            for key, value in part.items():
                if key not in known and not _SESSION.fullmatch(key):
                    known.add(key)
                    yield Skipped(
                        self._line,
                        f"unknown part {excerpt(key, 80)} of {self._id}",
                        excerpt(compact_json(value)),
                    )


def _dialog_lines(element: Element) -> dict[str, int]:
    """The line on which each turn gives its `dia_id`."""
    lines: dict[str, int] = {}
    line, counted = element.line, 0
    for found in _DIALOG_LINE.finditer(element.text):
        line += element.text.count("\n", counted, found.start())
        counted = found.start()
        lines.setdefault(found[1], line)
    return lines
