"""What the properties of a note say about all its memories: title, tags, time, and kind and importance if given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from engramma.exchange.markdown.document import Document, sections_of
from engramma.exchange.memory_records import share_of, tags_of
from engramma.exchange.moments import first_moment
from engramma.model.memory import Category, Kind, Tier
from engramma.model.transfer import SourceTime

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIERS = (Tier.SHORT_TERM, Tier.LONG_TERM)


@dataclass(frozen=True, slots=True)
class NoteProperties:
    """Ready for a record. `is_memory`: the note is one memory that this program wrote, and no thing."""

    title: str
    permalink: str
    type: str
    kind: str
    tier: str
    category: str
    importance: float
    pinned: bool
    tags: tuple[str, ...]
    time: SourceTime
    is_memory: bool


def properties_of(path: Path, document: Document) -> NoteProperties:
    """Those of a note; its file name, first heading and time of change stand in for what it does not say."""
    front = document.front
    day = _DAY.fullmatch(path.stem)
    title = front.text("title") or _first_heading(document) or path.stem
    told = first_moment(
        front.text("created", "created_at", "date"), front.text("modified", "updated"), _day(path)
    )
    return NoteProperties(
        title=title,
        permalink=front.text("permalink") or f"{path.parent.name}/{path.stem}".lstrip("/"),
        type=front.text("type"),
        kind=_one_of(front.text("kind"), [kind.value for kind in Kind], "episodic" if day else "semantic"),
        tier=_one_of(front.text("tier"), [tier.value for tier in _TIERS], "long_term"),
        category=_one_of(
            front.text("category"), [item.value for item in Category], "other" if day else "fact"
        ),
        importance=share_of(front.values.get("importance")),
        pinned=front.values.get("pinned") is True,
        tags=tags_of(front.values.get("tags")),
        time=told if told.at is not None else document.mtime,
        is_memory=front.text("type") == "memory" and bool(front.text("kind") and front.text("tier")),
    )


def _day(path: Path) -> str | None:
    return path.stem if _DAY.fullmatch(path.stem) else None


def _first_heading(document: Document) -> str:
    first = next((section for section in sections_of(document) if section.path), None)
    return (
        first.path[0]
        if first is not None and len(first.path) == 1 and first.line <= document.first + 2
        else ""
    )


def _one_of(value: str, known: list[str], otherwise: str) -> str:
    return value if value in known else otherwise
