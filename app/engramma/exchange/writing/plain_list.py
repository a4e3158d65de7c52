"""Memories as memory-transfer text: dated, one a line, no headings, as assistants take them in.

A memory whose day is not known stays undated: a made-up day would be believed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engramma.model.clock import to_datetime
from engramma.model.memory import Memory
from engramma.model.outgoing import Outgoing
from engramma.model.transfer import TimeQuality

_DATED = frozenset({TimeQuality.EXACT, TimeQuality.LOCAL, TimeQuality.DAY})


def plain_list(items: Iterable[Outgoing]) -> Iterator[str]:
    """One line a memory: `[2026-02-03] - text`; line breaks and runs of space become one space."""
    for item in items:
        text = " ".join(item.memory.text.split())
        yield f"[{day_of(item.memory) or 'unknown'}] - {text}\n"


def day_of(memory: Memory) -> str:
    """The day (UTC) or the month of a memory; empty when it is not known."""
    moment = to_datetime(memory.created_at)
    if memory.time_quality in _DATED:
        return moment.date().isoformat()
    return f"{moment:%Y-%m}" if memory.time_quality == TimeQuality.MONTH else ""
