"""What the readers of foreign stores of memories share: each record once, with clean text, tags and its original.

Nothing here knows a format.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from typing import Any, Protocol

from engramma.exchange.cleaning import clean_text, clean_value, excerpt
from engramma.exchange.parsing import compact_json
from engramma.model.memory import Category, Kind, Tier
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Position, Record, RelationRecord, Skipped, TimeQuality

Things = Generator[Record, None, tuple[str, ...]]
"""Gives out the things that a record names, and returns their keys."""

ORIGINAL_CHARACTERS = 20_000
_KINDS = frozenset(kind.value for kind in Kind)
_TIERS = frozenset({Tier.SHORT_TERM.value, Tier.LONG_TERM.value})
_CATEGORIES = frozenset(category.value for category in Category)
_QUALITIES = frozenset(quality.value for quality in TimeQuality)
_LONGEST_TAG = 100
_MOST_TAGS = 50
_POSITION_EVERY = 500


class Once:
    """Gives each key out once; what has no text, or comes again, becomes a Skipped."""

    def __init__(self) -> None:
        self._keys: dict[bytes, int | None] = {}
        self._relations: set[bytes] = set()

    def memory(self, record: MemoryRecord) -> MemoryRecord | Skipped:
        """The record with clean text, or why it is left out."""
        text = clean_text(record.text)[0].strip()
        if not text:
            return Skipped(record.line, "no text in it", excerpt(record.original))
        if (before := self.first_line(record.key, record.line)) is not None:
            where = f" on line {before}" if before else ""
            return Skipped(record.line, f"the same record stands before{where}", excerpt(record.original))
        return replace(record, text=text)

    def first_line(self, key: str, line: int | None) -> int | None:
        """Remembers `key`; the line of its first time (0: no line) when this is not the first."""
        mark = _mark(key)
        if mark in self._keys:
            return self._keys[mark] or 0
        self._keys[mark] = line
        return None

    def has(self, key: str) -> bool:
        """Whether `key` was given out."""
        return _mark(key) in self._keys

    def relation(self, record: RelationRecord) -> RelationRecord | Skipped:
        """The relation between two records given out before, or why it is left out."""
        original = excerpt(record.original)
        if record.source_key == record.target_key:
            return Skipped(record.line, "a link from a record to itself", original)
        if not (self.has(record.source_key) and self.has(record.target_key)):
            return Skipped(record.line, "a link to a record that is not there", original)
        mark = _mark(f"{record.source_key}\n{record.target_key}\n{record.type}\n{record.relation}")
        if mark in self._relations:
            return Skipped(record.line, "the same link stands before", original)
        self._relations.add(mark)
        return record


def _mark(key: str) -> bytes:
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class Measured(Protocol):
    """What is being read: how many of its bytes, and how many it has."""

    at: int
    size: int


def paced(records: Iterable[Record], *, total: int, cancel: CancelToken) -> Iterator[Record]:
    """`records` with their positions, for a source whose work is `total` records or so.

    Raises Cancelled.
    """
    for done, record in enumerate(records, 1):
        cancel.check()
        yield record
        if done % _POSITION_EVERY == 0:
            yield Position(min(done, total), total)
    yield Position(total, total)


def paced_by(records: Iterable[Record], file: Measured, *, cancel: CancelToken) -> Iterator[Record]:
    """`records` with their positions in the file that they are read from. Raises Cancelled."""
    for done, record in enumerate(records, 1):
        cancel.check()
        yield record
        if done % _POSITION_EVERY == 0:
            yield Position(file.at, file.size)
    yield Position(file.size, file.size)


def digest_of(text: str) -> str:
    """A short stable name for a text that has no id of its own."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def original_json(value: Any, *, without: frozenset[str] = frozenset()) -> str:
    """A record as it stood, as JSON of at most `ORIGINAL_CHARACTERS`; bytes and vectors only by their length."""
    if isinstance(value, dict):
        value = {name: item for name, item in value.items() if name not in without}
    text = compact_json(clean_value(_plain(value))[0])
    return text if len(text) <= ORIGINAL_CHARACTERS else excerpt(text, ORIGINAL_CHARACTERS)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bytes):
        return f"[{len(value):,} bytes left out]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def tags_of(*values: Any) -> tuple[str, ...]:
    """Tags from lists, comma texts and single words: trimmed, without #, each once."""
    found: dict[str, None] = {}
    for value in values:
        for item in value if isinstance(value, list | tuple) else [value]:
            if isinstance(item, bool) or not isinstance(item, str | int | float):
                continue
            for part in str(item).split(","):
                name = " ".join(clean_text(part)[0].split()).lstrip("#").strip()[:_LONGEST_TAG].strip()
                if name:
                    found.setdefault(name)
    return tuple(found)[:_MOST_TAGS]


def as_ours(record: MemoryRecord, given: Any) -> MemoryRecord:
    """`record` with what this program wrote beside the fields of a format, where its values are valid."""
    if not isinstance(given, dict):
        return record
    kind, tier, category, quality = (
        text_of(given.get(name)) for name in ("kind", "tier", "category", "time_quality")
    )
    tags = given.get("tags")
    told = record.time.at is not None and quality in _QUALITIES
    return replace(
        record,
        kind=kind if kind in _KINDS else record.kind,
        tier=tier if tier in _TIERS else record.tier,
        category=category if category in _CATEGORIES else record.category,
        importance=share_of(given.get("importance"), otherwise=record.importance),
        pinned=given["pinned"] if isinstance(given.get("pinned"), bool) else record.pinned,
        tags=tags_of(tags) if isinstance(tags, list) else record.tags,
        time=replace(record.time, quality=TimeQuality(quality)) if told else record.time,
    )


def share_of(value: Any, *, otherwise: float = 0.5, highest: float = 1.0) -> float:
    """A number in 0..`highest` as a share of 1; `otherwise` when it is none."""
    if isinstance(value, bool):
        return otherwise
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return otherwise
    if not isinstance(value, int | float):
        return otherwise
    try:
        share = float(value) / highest
    except OverflowError:
        return otherwise
    return min(max(share, 0.0), 1.0) if math.isfinite(share) else otherwise


def text_of(value: Any) -> str:
    """`value` when it is a text (trimmed), a number as text, else nothing."""
    if isinstance(value, str):
        return clean_text(value)[0].strip()
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""
