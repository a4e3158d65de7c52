"""Turns memories into the row values that tables paint, on the thread that reads them.

Pure: the moment and the policy come from the caller. Knows no model class and no widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engramma.model.clock import DAY
from engramma.model.memory import Memory, Segment, State
from engramma.model.progress import CancelToken
from engramma.model.records import dataclass
from engramma.theory.forgetting import outline
from engramma.ui.delegates import MemoryRow
from engramma.ui.models.dates import SOON_DAYS, day_text, exact_text, span_text

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore

SPARK_DAYS = 90
SPARK_POINTS = 18
LONGEST_ROW_TEXT = 600


@dataclass(frozen=True, slots=True)
class LoadedRow:
    """A row value with what editing and refreshing need: the version that was read and whether it is active."""

    row: MemoryRow
    version: int
    active: bool


def read_rows(store: MemoryStore, ids: Sequence[int], cancel: CancelToken) -> tuple[LoadedRow, ...]:
    """Rows for `ids` in that order, read now; ids that are gone are left out. Runs on a worker thread."""
    cancel.check()
    now = store.clock.now()
    threshold = store.policy().retrieval_threshold
    rows = []
    for line in store.memories.page(ids):
        row = memory_row(line.memory, line.segments, now=now, threshold=threshold)
        rows.append(LoadedRow(row, line.memory.version, line.memory.state is State.ACTIVE))
    return tuple(rows)


def memory_row(memory: Memory, segments: Sequence[Segment], *, now: int, threshold: float) -> MemoryRow:
    """The row of one memory at `now` (UTC microseconds)."""
    spark = outline(segments, start=now - SPARK_DAYS * DAY, end=now, points=SPARK_POINTS)
    return MemoryRow(
        id=memory.id,
        label=memory.label,
        text=memory.text[:LONGEST_ROW_TEXT],
        kind=memory.kind.value,
        tier=memory.tier.value,
        category=memory.category.value,
        state=memory.state.value,
        pinned=memory.pinned,
        dormant=memory.dormant,
        conflict=memory.conflicted,
        importance=memory.importance,
        strength=memory.strength,
        threshold=threshold,
        fades_text=fades_text(memory, now),
        fades_soon=fades_soon(memory, now),
        recalls=memory.recalls,
        tags=memory.tags,
        session_title=memory.session_title,
        created_text=day_text(memory.created_at),
        spark=spark,
        created_exact=exact_text(memory.created_at),
        fades_exact="" if memory.fades_at is None else exact_text(memory.fades_at),
        recalled_exact="" if memory.last_recalled_at is None else exact_text(memory.last_recalled_at),
    )


def fades_text(memory: Memory, now: int) -> str:
    """When it falls below the threshold: "6 mo", "11 d", "never", "pinned", "dormant"; empty when put away.

    "conflict" when it did and an open conflict alone keeps it from being dormant.
    """
    if memory.state is not State.ACTIVE:
        return ""
    if memory.pinned:
        return "pinned"
    if memory.fades_at is None:
        return "never"
    if memory.dormant:
        return "dormant"
    if memory.conflicted and memory.fades_at <= now:
        return "conflict"
    return span_text(max(0, memory.fades_at - now))


def fades_soon(memory: Memory, now: int) -> bool:
    """Whether it falls below the threshold within 7 days and has not yet."""
    if memory.state is not State.ACTIVE or memory.pinned or memory.dormant or memory.fades_at is None:
        return False
    return memory.fades_at - now < SOON_DAYS * DAY
