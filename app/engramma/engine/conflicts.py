"""Conflicts between memories as a person sees and resolves them: one, the other, both, or a new wording for both."""

from __future__ import annotations

from engramma.engine.consolidation.steps.alike import AlikePair, new_comparer
from engramma.engine.consolidation.steps.conflicting import stakes_of
from engramma.engine.memories.asking import AGENT
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.correcting import replace_by
from engramma.engine.workspace import Workspace
from engramma.model.conflict import Conflict
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.memory import Memory
from engramma.store.consolidation.conflicts import ConflictRow, close_conflict, read_conflicts, supersede
from engramma.store.consolidation.statements import read_statements
from engramma.store.database import Reading
from engramma.store.journal.step import Step
from engramma.store.memories.reading import read_memories
from engramma.store.memories.rows import MemoryRow, rows_of
from engramma.theory.likeness import Comparer

KEEPS = ("left", "right", "both", "merged")
_AT_ONCE = 450


def list_conflicts(workspace: Workspace, *, status: str | None) -> tuple[Conflict, ...]:
    """Conflicts of a status, or all. An open one of which a side was put away since is none any more."""
    if status not in ("open", "resolved", None):
        raise InvalidValueError(f"{status!r} is no status of a conflict.", hint="Use open or resolved.")
    now = workspace.clock.now()
    with workspace.database.read() as reading:
        rows = read_conflicts(reading, status=status)
        memories: dict[int, Memory] = {}
        ends = sorted({end for row in rows for end in (row.a_id, row.b_id)})
        for start in range(0, len(ends), _AT_ONCE):
            memories.update(read_memories(reading, ends[start : start + _AT_ONCE], now=now))
        comparer = new_comparer() if rows else None
        return tuple(
            _conflict(reading, row, memories[row.a_id], memories[row.b_id], comparer=comparer)
            for row in rows
            if comparer is not None and _is_shown(row, memories)
        )


def _is_shown(row: ConflictRow, memories: dict[int, Memory]) -> bool:
    sides = [memories[end] for end in (row.a_id, row.b_id) if end in memories]
    if len(sides) < 2:
        return False
    return row.status != "open" or all(side.state == "active" for side in sides)


def _conflict(reading: Reading, row: ConflictRow, a: Memory, b: Memory, *, comparer: Comparer) -> Conflict:
    likeness = comparer.compare(a.text, b.text)
    said = read_statements(reading, [a.id, b.id])
    reasons: tuple[str, ...] = ()
    if len(said) == 2:
        reasons = tuple(stakes_of(AlikePair(said[a.id], said[b.id], likeness), comparer))
    return Conflict(
        id=row.id,
        left=a,
        right=b,
        what=row.what,
        detail=row.detail or likeness.detail,
        stakes=row.stakes,
        reasons=reasons,
        left_spans=likeness.left,
        right_spans=likeness.right,
        status=row.status,
        resolution=row.resolution,
        found_at=row.found_at,
        resolved_at=row.resolved_at,
    )


def resolve_conflict(
    workspace: Workspace, conflict_id: int, *, keep: str, text: str | None, even_pinned: bool
) -> int | None:
    """Resolve an open conflict as one operation; returns the id of the new memory where `keep` is merged.

    Raises NotFoundError, or InvalidValueError for a conflict that is not open, an unknown `keep`, a missing or
    needless text, an agent, or a pinned memory that would be superseded without `even_pinned`.
    """
    if keep not in KEEPS:
        raise InvalidValueError(f"{keep!r} is no way to resolve a conflict.", hint=f"Use {', '.join(KEEPS)}.")
    if (text is not None) != (keep == "merged"):
        raise InvalidValueError("A new wording belongs to keeping the two merged, and only there.")
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person resolves a conflict.")
    wording = "" if text is None else checked_text(text)
    with workspace.journal.short("conflict", "resolution", actor=workspace.actor) as step:
        row = _open_conflict(step, conflict_id)
        sides = {side.id: side for side in rows_of(step, [row.a_id, row.b_id])}
        left, right = (_active(sides, end) for end in (row.a_id, row.b_id))
        new_id: int | None = None
        if keep == "merged":
            new_id = replace_by(workspace, step, [left, right], text=wording, tags=None)
            step.label = f"resolution: M-{new_id} for M-{left.id} and M-{right.id}"
        elif keep == "both":
            step.label = f"resolution: M-{left.id} and M-{right.id} both count"
        else:
            kept, loser = (left, right) if keep == "left" else (right, left)
            if loser.pinned and not even_pinned:
                raise InvalidValueError(
                    f"M-{loser.id} is pinned, so it is not superseded unasked.",
                    hint="Unpin it first, say that you mean it, or keep both.",
                )
            supersede(step, loser.id, by=kept.id, at=step.at, actor=workspace.actor)
            step.label = f"resolution: M-{kept.id} counts instead of M-{loser.id}"
        close_conflict(step, row.id, (left.id, right.id), resolution=keep)
    return new_id


def _open_conflict(step: Step, conflict_id: int) -> ConflictRow:
    found = read_conflicts(Reading(step.connection, ()), status=None, conflict_id=conflict_id)
    if not found:
        raise NotFoundError(f"There is no conflict {conflict_id}.")
    if found[0].status != "open":
        raise InvalidValueError(f"Conflict {conflict_id} was resolved already.")
    return found[0]


def _active(sides: dict[int, MemoryRow], memory_id: int) -> MemoryRow:
    row = sides.get(memory_id)
    if row is None or row.state != "active":
        raise InvalidValueError(
            f"M-{memory_id} is not active any more, so there is nothing to resolve.",
            hint="The next consolidation closes the conflict.",
        )
    return row
