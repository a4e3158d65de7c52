"""Changes to one or many memories at once: one operation each, written in short steps that agents fit between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engramma.engine.memories.asking import ask_first
from engramma.engine.memories.checks import checked_importance, checked_tags, checked_tier, checked_word
from engramma.engine.memories.labels import named, of_memories
from engramma.engine.workspace import Workspace
from engramma.model.bulk import BulkAction, BulkChange
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.memory import Category, Kind
from engramma.model.operation import PERSON
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.records import dataclass
from engramma.store.journal.rows import update_many
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, rows_of
from engramma.store.memories.segments import NewSegment, begin_segments
from engramma.store.memories.tagging import tag_all, untag_all
from engramma.store.tables import memory

SHORT_ROWS = 200

Change = Callable[[Step, list[MemoryRow]], int]
Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Running:
    """Who hears how far a long change is, and who may stop it: what it had written is taken back then."""

    report: Report = silent
    cancel: CancelToken | None = None

    def tell(self, done: int, total: int) -> None:
        """Say it. Raises Cancelled."""
        if self.cancel is not None:
            self.cancel.check()
        self.report(Progress(done, total, "Changing memories"))


ALONE = Running()


class Bulk:
    """Bulk changes by id; ids that are gone are an error for one memory and left out for many."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def pin(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Pinned memories do not fade and are long-term."""
        return self._run("pin", of_memories("pin", ids), ids, _pin, run=run)

    def unpin(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Fading begins now, from strength 1."""
        return self._run("unpin", of_memories("unpinning", ids), ids, _unpin, run=run, asks="unpinning")

    def trash(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Into the Trash."""
        return self._run("trash", of_memories("trashing", ids), ids, trash_rows, run=run, asks="trashing")

    def restore(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Out of the Trash; fading begins now, from strength 1."""
        return self._run("restore", of_memories("restoring", ids), ids, _restore, run=run, asks="restoring")

    def rehearse(self, ids: Sequence[int], *, run: Running = ALONE) -> int:
        """Strength 1 from now."""
        return self._run("rehearse", of_memories("rehearsal", ids), ids, rehearse_rows, run=run)

    def tag(
        self, ids: Sequence[int], *, add: Sequence[str], remove: Sequence[str], run: Running = ALONE
    ) -> int:
        """Add and remove tags."""
        added, removed = checked_tags(add), checked_tags(remove)
        words = [f"“{name}”" for name in added] + [f"no “{name}”" for name in removed]
        if not words:
            return 0
        label = f"tag {', '.join(words)} on {named(ids)}"
        values: Values = {"add": added, "remove": removed}
        return self._run("tag", label, ids, change_of("tag", values), run=run)

    def change(
        self,
        ids: Sequence[int],
        *,
        kind: str | None,
        category: str | None,
        importance: float | None,
        tier: str | None,
        run: Running = ALONE,
    ) -> int:
        """Set kind, category, importance or tier."""
        values: dict[str, object] = {}
        words = []
        if category is not None:
            values["category"] = checked_word(Category, category, what="category").value
            words.append(f"category {values['category']}")
        if importance is not None:
            values["importance"] = checked_importance(importance, actor=self._workspace.actor)
            words.append(f"importance {values['importance']:.2f}")
        if kind is not None:
            values["kind"] = checked_word(Kind, kind, what="kind").value
            words.append(f"kind {values['kind']}")
        if tier is not None:
            values["tier"] = checked_tier(tier).value
            words.append(f"tier {str(values['tier']).replace('_', '-')}")
        if not words:
            return 0
        label = f"{', '.join(words)} for {named(ids)}"
        change = change_of("change", values)
        return self._run("change", label, ids, change, run=run, asks="change", values=values)

    def _run(
        self,
        kind: str,
        label: str,
        ids: Sequence[int],
        change: Change,
        *,
        run: Running,
        asks: str = "",
        values: Values | None = None,
    ) -> int:
        """`asks` is what an agent's proposal of it is called; without, agents may do it to any memory."""
        wanted = [int(memory_id) for memory_id in dict.fromkeys(ids)]
        if not wanted:
            raise InvalidValueError("No memory was named.")
        if asks:
            ask_first(self._workspace, wanted, action=kind, what=asks, values=values or {})
        journal, actor = self._workspace.journal, self._workspace.actor
        if len(wanted) <= SHORT_ROWS:
            with journal.short(kind, label, actor=actor) as step:
                rows = rows_of(step, wanted)
                if len(wanted) == 1 and not rows:
                    raise NotFoundError(f"There is no memory M-{wanted[0]}.")
                return self._changed(step, rows, change)
        changed = done = 0
        with journal.long(kind, label, actor=actor) as running:
            while done < len(wanted):
                run.tell(done, len(wanted))
                part = wanted[done : done + running.pace.rows]
                with running.step() as step:
                    running.pace.start()
                    changed += self._changed(step, rows_of(step, part), change)
                running.pace.stop(len(part))
                done += len(part)
            run.tell(done, len(wanted))
        return changed

    def _changed(self, step: Step, rows: list[MemoryRow], change: Change) -> int:
        count = change(step, rows)
        if step.note:
            actor = self._workspace.actor
            step.note = f"{step.note} by {'a person' if actor == PERSON else actor}"
        return count


def apply_bulk(bulk: Bulk, ids: Sequence[int], change: BulkChange, *, run: Running) -> int:
    """Carry out a change that was previewed."""
    match change.action:
        case BulkAction.PIN:
            return bulk.pin(ids, run=run)
        case BulkAction.UNPIN:
            return bulk.unpin(ids, run=run)
        case BulkAction.REHEARSE:
            return bulk.rehearse(ids, run=run)
        case BulkAction.TRASH:
            return bulk.trash(ids, run=run)
        case BulkAction.RESTORE:
            return bulk.restore(ids, run=run)
        case BulkAction.TAG:
            return bulk.tag(ids, add=change.add, remove=change.remove, run=run)
    none: dict[str, Any] = {"kind": None, "category": None, "importance": None, "tier": None}
    return bulk.change(ids, **{**none, change.action.value: change.value}, run=run)


def change_of(action: str, values: Values) -> Change:
    """What carries out one of the changes of `Bulk` within an operation; `values` are checked already."""
    simple: dict[str, Change] = {"pin": _pin, "unpin": _unpin, "trash": trash_rows, "restore": _restore}
    if action in simple:
        return simple[action]
    if action == "tag":
        added, removed = (tuple(str(name) for name in _listed(values, key)) for key in ("add", "remove"))

        def tag(step: Step, rows: list[MemoryRow]) -> int:
            ids = [row.id for row in rows]
            return len(tag_all(step, ids, added) | untag_all(step, ids, removed))

        return tag
    facts = {name: values[name] for name in ("category", "importance") if name in values}

    def change(step: Step, rows: list[MemoryRow]) -> int:
        changed: set[int] = set()
        if facts:
            changed.update(update_many(step, memory, [row.id for row in rows], **facts))
        if "kind" in values:
            changed.update(_set_kind(step, rows, str(values["kind"])))
        if "tier" in values:
            changed.update(_set_tier(step, rows_of(step, [row.id for row in rows]), str(values["tier"])))
        return len(changed)

    return change


def _listed(values: Values, key: str) -> Sequence[object]:
    found = values.get(key)
    return found if isinstance(found, (list, tuple)) else ()


def _begin(
    step: Step,
    rows: Sequence[MemoryRow],
    *,
    reason: str,
    s0: Callable[[MemoryRow], float],
    half_life: Callable[[MemoryRow], float | None],
) -> None:
    begin_segments(
        step,
        [NewSegment(row.id, t0=step.at, s0=s0(row), half_life=half_life(row), reason=reason) for row in rows],
    )


def _full(_row: MemoryRow) -> float:
    return 1.0


def _never(_row: MemoryRow) -> None:
    return None


def _pin(step: Step, rows: list[MemoryRow]) -> int:
    fresh = [row for row in rows if not row.pinned]
    if fresh:
        update_many(step, memory, [row.id for row in fresh], pinned=1, tier="long_term", updated_at=step.at)
        _begin(step, fresh, reason="pinned", s0=_full, half_life=_never)
        step.note = "pinned"
    return len(fresh)


def _unpin(step: Step, rows: list[MemoryRow]) -> int:
    pinned = [row for row in rows if row.pinned]
    if pinned:
        update_many(step, memory, [row.id for row in pinned], pinned=0, updated_at=step.at)
        _begin(
            step,
            pinned,
            reason="unpinned",
            s0=_full,
            half_life=lambda row: None if row.kind == "procedural" else step.policy.half_life(row.tier),
        )
    return len(pinned)


def trash_rows(step: Step, rows: list[MemoryRow]) -> int:
    """Put memories into the Trash within an operation; returns how many were not there."""
    kept = [row.id for row in rows if row.state != "trashed"]
    if not kept:
        return 0
    return len(update_many(step, memory, kept, state="trashed", state_at=step.at, updated_at=step.at))


def _restore(step: Step, rows: list[MemoryRow]) -> int:
    trashed = [row for row in rows if row.state == "trashed"]
    for state, part in (
        ("superseded", [row for row in trashed if row.superseded_by or row.merged_into]),
        ("active", [row for row in trashed if not (row.superseded_by or row.merged_into)]),
    ):
        if part:
            ids = [row.id for row in part]
            update_many(step, memory, ids, state=state, state_at=step.at, updated_at=step.at)
            _begin(step, part, reason="restored", s0=_full, half_life=_half_life_of(step))
    return len(trashed)


def rehearse_rows(step: Step, rows: list[MemoryRow]) -> int:
    """Give active memories strength 1 from now within an operation; returns how many."""
    active = [row for row in rows if row.state == "active"]
    if active:
        _begin(step, active, reason="rehearsed", s0=_full, half_life=_half_life_of(step))
    return len(active)


def _half_life_of(step: Step) -> Callable[[MemoryRow], float | None]:
    return lambda row: None if row.still else step.policy.half_life(row.tier)


def _set_kind(step: Step, rows: list[MemoryRow], kind: str) -> tuple[int, ...]:
    moved = [row for row in rows if row.kind != kind]
    if not moved:
        return ()
    changed = update_many(step, memory, [row.id for row in moved], kind=kind, updated_at=step.at)
    turned = [row for row in moved if not row.pinned and "procedural" in (kind, row.kind)]
    if turned:
        _begin(
            step,
            turned,
            reason="kind_changed",
            s0=_full,
            half_life=lambda row: None if kind == "procedural" else step.policy.half_life(row.tier),
        )
    return changed


def _set_tier(step: Step, rows: list[MemoryRow], tier: str) -> tuple[int, ...]:
    moved = [row for row in rows if row.tier != tier]
    if not moved:
        return ()
    changed = update_many(step, memory, [row.id for row in moved], tier=tier, updated_at=step.at)
    _begin(
        step,
        moved,
        reason="promoted" if tier == "long_term" else "demoted",
        s0=lambda row: row.strength(step.at),
        half_life=lambda row: None if row.still else step.policy.half_life(tier),
    )
    step.note = "moved"
    return changed
