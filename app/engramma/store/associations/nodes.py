"""The memories at the ends of associations: enough of each to draw it and to tell whether it is shown."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, select

from engramma.model.graph import GraphNode
from engramma.store.database import Reading
from engramma.store.memories.reading import strength_at
from engramma.store.tables import memory
from engramma.store.visibility import visible

LABEL_CHARS = 200
_AT_ONCE = 500


def read_states(reading: Reading, ids: Sequence[int], *, before: int | None = None) -> dict[int, str]:
    """The state of each visible memory among `ids`, of those only that were created by `before` (UTC µs)."""
    created = () if before is None else (memory.c.created_at <= before,)
    found: dict[int, str] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = reading.connection.execute(
            select(memory.c.id, memory.c.state).where(
                memory.c.id.in_(ids[start : start + _AT_ONCE]), visible(memory, reading.hidden), *created
            )
        )
        found.update((row[0], row[1]) for row in rows.all())
    return found


def read_sessions_of(reading: Reading, ids: Sequence[int]) -> dict[int, int]:
    """The session of each memory among `ids` that has one."""
    found: dict[int, int] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = reading.connection.execute(
            select(memory.c.id, memory.c.session_id).where(
                memory.c.id.in_(ids[start : start + _AT_ONCE]), memory.c.session_id.is_not(None)
            )
        )
        found.update((row[0], row[1]) for row in rows.all())
    return found


def read_nodes(reading: Reading, ids: Sequence[int], *, now: int) -> dict[int, GraphNode]:
    """The visible memories among `ids`, by id; strength at `now` (UTC µs). What follows from their
    ties is not known yet."""
    found: dict[int, GraphNode] = {}
    for start in range(0, len(ids), _AT_ONCE):
        rows = reading.connection.execute(
            select(*_COLUMNS).where(
                memory.c.id.in_(ids[start : start + _AT_ONCE]), visible(memory, reading.hidden)
            )
        )
        for row in rows.all():
            t0, log2_s0, half_life, fades_at, conflicted = row[11:]
            dormant = row[6] == "active" and not conflicted and fades_at is not None and fades_at <= now
            strength = strength_at(t0=t0, log2_s0=log2_s0, half_life=half_life, now=now)
            shown = (*row[:7], bool(row[7]), row[8], strength, dormant, *row[9:11], 0, 0)
            found[row[0]] = GraphNode(*shown)
    return found


_COLUMNS = (
    memory.c.id,
    memory.c.uid,
    func.substr(memory.c.text, 1, LABEL_CHARS),
    *(memory.c[name] for name in ("tier", "kind", "category", "state", "pinned", "importance", "created_at")),
    memory.c.session_id,
    *(memory.c[name] for name in ("t0", "log2_s0", "half_life", "fades_at", "conflicted")),
)
