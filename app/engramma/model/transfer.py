"""Records on their way in or out of a store, and the report of an import.

A reader of a foreign format yields these; it never touches the store. Each record says where in its source it
stands (`line`, from 1) and keeps the original record, so that provenance reaches the file and line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from engramma.model.import_outlook import FileOutlook


class TimeQuality(StrEnum):
    """How well a time is known."""

    EXACT = "exact"
    LOCAL = "local"
    DAY = "day"
    MONTH = "month"
    INFERRED = "inferred"
    NONE = "none"


class CollisionPolicy(StrEnum):
    """What to do with an item that the store knows with other content; `ASK`: its wording waits in Review."""

    SKIP = "skip"
    ASK = "ask"
    REPLACE = "replace"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SourceTime:
    """A time as UTC microseconds (None: unknown), its original text and its quality."""

    at: int | None = None
    text: str = ""
    quality: TimeQuality = TimeQuality.NONE


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session to be. `key` is unique and stable for its source, e.g. `claude-code:UUID`."""

    key: str
    title: str
    source: str
    agent: str = ""
    project: str = ""
    started: SourceTime = SourceTime()
    ended: SourceTime = SourceTime()
    is_open: bool = False
    topics: tuple[str, ...] = ()
    summary: str = ""
    parent_key: str = ""
    line: int | None = None
    original: str = ""


@dataclass(frozen=True, slots=True)
class EventRecord:
    """A turn of a session. `key` identifies it across files; `parent_key` gives the branch it continues."""

    key: str
    session_key: str
    role: str
    text: str
    speaker: str = ""
    time: SourceTime = SourceTime()
    turn: int | None = None
    parent_key: str = ""
    active: bool = True
    sidechain: bool = False
    detail: str = ""
    line: int | None = None
    original: str = ""


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    """A memory to be. `event_key`, `start` and `end` (characters) give its span in an event, if any.

    `proposed`: why a person has to agree first; it becomes a proposal, without links and provenance.
    `told`: the source's own word for its kind, if it has one.
    """

    key: str
    text: str
    kind: str = "semantic"
    tier: str = "short_term"
    category: str = "fact"
    importance: float = 0.5
    pinned: bool = False
    tags: tuple[str, ...] = ()
    time: SourceTime = SourceTime()
    session_key: str = ""
    event_key: str = ""
    quote: str = ""
    start: int | None = None
    end: int | None = None
    entities: tuple[str, ...] = ()
    line: int | None = None
    original: str = ""
    proposed: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """A thing that memories are about. `ghost`: only named by a relation, never described."""

    key: str
    name: str
    type: str = ""
    ghost: bool = False
    line: int | None = None
    original: str = ""


@dataclass(frozen=True, slots=True)
class RelationRecord:
    """A directed relation between two memories or two entities, by key. `relation` is the source's own word."""

    source_key: str
    target_key: str
    type: str = "related"
    relation: str = ""
    weight: float = 1.0
    line: int | None = None
    original: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line or part of a source that was not taken in, and why. Nothing is left out without one of these."""

    line: int | None
    reason: str
    original: str = ""


@dataclass(frozen=True, slots=True)
class Position:
    """How far into its source a reader has come, in bytes; for progress and resuming."""

    done: int
    total: int


Record = SessionRecord | EventRecord | MemoryRecord | EntityRecord | RelationRecord | Skipped | Position


@dataclass(frozen=True, slots=True)
class FileReport:
    """What an import did, or would do, with one file. `read` = new + known + changed + len(skipped).

    `asked`: how many of the new memories come without a pin, a kind or an importance that waits for a person.
    """

    path: str
    format: str
    read: int = 0
    new: int = 0
    known: int = 0
    changed: int = 0
    sessions: int = 0
    events: int = 0
    memories: int = 0
    deleted: int = 0
    asked: int = 0
    skipped: tuple[Skipped, ...] = ()
    error: str = ""


@dataclass(frozen=True, slots=True)
class SampleRow:
    """A record as an import preview shows it."""

    verdict: str
    line: int | None
    text: str
    what: str
    tier: str
    kind: str
    time_text: str
    time_quality: str
    told: str = ""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """An import of one or more files; `operation_id` None for a dry run or when nothing was new."""

    files: tuple[FileReport, ...]
    operation_id: int | None = None
    samples: dict[str, tuple[SampleRow, ...]] = field(default_factory=dict)
    outlooks: dict[str, FileOutlook] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recognised:
    """A file or folder that a format claims, with its confidence in 0..1."""

    path: Path
    format: str
    title: str
    confidence: float
