"""Memories as a CSV table for spreadsheets: UTF-8, one line of column names, one row a memory.

A text that a spreadsheet would take for a formula gets an apostrophe in front: memories are written by others.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from engramma.model.clock import iso
from engramma.model.outgoing import Outgoing

COLUMNS = (
    "id",
    "label",
    "text",
    "kind",
    "tier",
    "category",
    "state",
    "pinned",
    "importance",
    "created_at",
    "updated_at",
    "time_quality",
    "recalls",
    "tags",
    "session",
    "about",
    "version",
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def csv_table(items: Iterable[Outgoing]) -> Iterator[str]:
    """The names of the columns, then a row a memory; tags and things are joined by `; `."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for item in items:
        memory = item.memory
        writer.writerow(
            (
                memory.uid,
                memory.label,
                _cell(memory.text),
                memory.kind.value,
                memory.tier.value,
                memory.category.value,
                memory.state.value,
                "yes" if memory.pinned else "no",
                f"{memory.importance:g}",
                iso(memory.created_at),
                iso(memory.updated_at),
                memory.time_quality,
                memory.recalls,
                _cell("; ".join(memory.tags)),
                _cell(memory.session_title),
                _cell("; ".join(thing.name for thing in item.things)),
                memory.version,
            )
        )
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue()


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
