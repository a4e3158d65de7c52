"""Merges exact duplicates in bulk: many groups as one operation, in short steps, each group splittable by itself.

A group is looked at again in the transaction that merges it: what changed meanwhile is passed over and named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from engramma.engine.memories.asking import AGENT
from engramma.engine.memories.merging import merge_rows
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.equals import EqualGroup, EqualsFound, EqualsMerged
from engramma.model.errors import InvalidValueError
from engramma.model.merge_result import survivor_rule
from engramma.model.plan import PlanItem, PlanStep, StepMode
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.store.consolidation.pass_items import keep_items
from engramma.store.journal.step import Step
from engramma.store.memories.equal_rows import EqualRow, read_equal_rows
from engramma.store.memories.reading import read_memories

_AT_ONCE = 2_000
_TEXTS = 400
LONGEST_SHOWN = 400
Key = tuple[bytes, int | None]


def find_equals(
    workspace: Workspace, ids: Sequence[int], *, report: Report = silent, cancel: CancelToken | None = None
) -> EqualsFound:
    """The groups of equal memories among `ids`. Two happenings are equal only on the same day. Raises Cancelled."""
    wanted = list(dict.fromkeys(int(one) for one in ids))
    now = workspace.clock.now()
    by_key: dict[Key, list[EqualRow]] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        if cancel is not None:
            cancel.check()
        report(Progress(start, len(wanted), "Looking for duplicates"))
        with workspace.database.read() as reading:
            for row in read_equal_rows(reading, wanted[start : start + _AT_ONCE], now=now):
                by_key.setdefault(_key(row), []).append(row)
    found = [group for rows in by_key.values() if len(rows) > 1 and (group := _group(rows)).member_ids]
    found.sort(key=lambda group: (-len(group.member_ids), group.survivor_id))
    return EqualsFound(tuple(_with_texts(workspace, found, now)), len(wanted), workspace.database.read_only)


def merge_equals(
    workspace: Workspace,
    groups: Sequence[EqualGroup],
    *,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> EqualsMerged:
    """Merge these groups as one operation. Raises Cancelled, after which nothing was merged."""
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person merges many memories at once.")
    total = sum(len(group.member_ids) for group in groups)
    if not groups:
        return EqualsMerged(None, 0, 0, ())
    left = list(enumerate(groups, start=1))
    merged = superseded = done = 0
    skipped: list[int] = []
    label = f"merge of {total:,} exact duplicates" if total > 1 else "merge of an exact duplicate"
    with workspace.journal.long("merge", label, actor=workspace.actor) as running:
        while left:
            if cancel is not None:
                cancel.check()
            report(Progress(done, len(groups), "Merging"))
            # A group takes several rows, and each of them its tags, evidence and links.
            part = left[: max(1, running.pace.rows // 10)]
            with running.step() as step:
                running.pace.start()
                kept = []
                for number, group in part:
                    if _merge_group(workspace, step, group, number):
                        kept.append((number, group))
                    else:
                        skipped.append(group.survivor_id)
                step.begin_part(0)
                step.at_end = partial(keep_items, step, _items(kept, at=step.at))
            running.pace.stop(len(part) * 10)
            merged += len(kept)
            superseded += sum(len(group.member_ids) for _number, group in kept)
            done += len(part)
            del left[: len(part)]
        operation_id = running.id if running.changes else None
    return EqualsMerged(operation_id, merged, superseded, tuple(skipped))


def _merge_group(workspace: Workspace, step: Step, group: EqualGroup, number: int) -> bool:
    """Whether it still is what it was, and so was merged."""
    rows = read_equal_rows(step, group.ids, now=step.at)
    if len(rows) != len(group.ids) or len({_key(row) for row in rows}) != 1:
        return False
    if any(row.pinned for row in rows if row.id != group.survivor_id):
        return False
    step.begin_part(number)
    merge_rows(step, group.survivor_id, group.member_ids, actor=workspace.actor)
    return True


def _items(groups: Iterable[tuple[int, EqualGroup]], *, at: int) -> list[PlanItem]:
    return [
        PlanItem(number, PlanStep.MERGE, "merge", group.ids, "equal text", StepMode.PROPOSE, at)
        for number, group in groups
    ]


def _key(row: EqualRow) -> Key:
    return row.content_key, row.created_at // DAY if row.kind == "episodic" else None


def _group(rows: Sequence[EqualRow]) -> EqualGroup:
    survivor, rules = survivor_rule(rows)
    others = sorted(rows, key=lambda row: row.id)
    return EqualGroup(
        survivor,
        tuple(row.id for row in others if row.id != survivor and not row.pinned),
        "",
        rules,
        tuple(row.id for row in others if row.id != survivor and row.pinned),
    )


def _with_texts(workspace: Workspace, groups: Sequence[EqualGroup], now: int) -> Iterable[EqualGroup]:
    for start in range(0, len(groups), _TEXTS):
        part = groups[start : start + _TEXTS]
        with workspace.database.read() as reading:
            memories = read_memories(reading, [group.survivor_id for group in part], now=now)
        for group in part:
            memory = memories.get(group.survivor_id)
            if memory is not None:
                yield EqualGroup(
                    group.survivor_id,
                    group.member_ids,
                    memory.text[:LONGEST_SHOWN],
                    group.rules,
                    group.left_out,
                )
