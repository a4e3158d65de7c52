"""A merge as a person decides it: looked at first, then carried out as they saw it, as one operation.

Whatever changed between the look and the decision is never merged unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engramma.engine.memories.asking import AGENT
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.editing import edit_within
from engramma.engine.memories.labels import named
from engramma.engine.memories.merging import merge_rows
from engramma.engine.workspace import Workspace
from engramma.model.association import EITHER_WAY, LinkKey
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.memory import Memory, State
from engramma.model.merging import (
    MOST_MEMBERS,
    Contradiction,
    MergeChoice,
    MergeDone,
    MergeMember,
    MergePreview,
    SeenMemory,
    StaleMergeError,
)
from engramma.store.consolidation.settling import conflicts_between, settle_between
from engramma.store.journal.step import Step
from engramma.store.memories.details import read_associations, read_provenance
from engramma.store.memories.reading import read_memories
from engramma.store.memories.rows import MemoryRow, edge_between, rows_of, tag_names
from engramma.store.memories.tagging import untag_all
from engramma.store.policy import load_policy
from engramma.store.tables import association
from engramma.theory.associations import weight_now
from engramma.theory.likeness import CONFLICT


def preview_merge(workspace: Workspace, ids: Sequence[int]) -> MergePreview:
    """What there is to merge among `ids`; those that are not active are left out.

    Raises InvalidValueError for more than 24.
    """
    wanted = list(dict.fromkeys(int(one) for one in ids))
    if len(wanted) > MOST_MEMBERS:
        raise InvalidValueError(
            f"At most {MOST_MEMBERS} memories are merged by hand at a time; these are {len(wanted):,}.",
            hint="Merge exact duplicates takes any number.",
        )
    now = workspace.clock.now()

    def weigh(type_: str, weight: float, since: int) -> float:
        return weight_now(type_, weight, since=since, now=now)

    with workspace.database.read() as reading:
        found = read_memories(reading, wanted, now=now)
        active = [found[one] for one in wanted if one in found and found[one].state is State.ACTIVE]
        members = tuple(
            MergeMember(
                memory,
                read_provenance(reading, memory.id),
                read_associations(reading, memory.id, weigh=weigh),
            )
            for memory in active
        )
        open_ones = conflicts_between(reading, [memory.id for memory in active])
        policy = load_policy(reading.connection)
    return MergePreview(
        members,
        _contradictions(active, open_ones),
        now,
        policy.retrieval_threshold,
        workspace.database.read_only,
    )


def _contradictions(
    memories: Sequence[Memory], open_ones: dict[tuple[int, int], tuple[int, str, str]]
) -> tuple[Contradiction, ...]:
    from engramma.engine.consolidation.steps.alike import new_comparer

    comparer = new_comparer()
    found = []
    for left, right in combinations(memories, 2):
        likeness = comparer.compare(left.text, right.text)
        known = open_ones.get((min(left.id, right.id), max(left.id, right.id)))
        if likeness.kind != CONFLICT and known is None:
            continue
        conflict_id, what, detail = known if known is not None else (None, likeness.what, likeness.detail)
        # Where the conflict was found by something else than what the texts alone tell, these places are not it.
        told = likeness.kind == CONFLICT and detail in ("", likeness.detail)
        found.append(
            Contradiction(
                left.id,
                right.id,
                what,
                detail or likeness.detail,
                tuple(likeness.left) if told else (),
                tuple(likeness.right) if told else (),
                conflict_id,
            )
        )
    return tuple(found)


def merge_chosen(workspace: Workspace, choice: MergeChoice) -> MergeDone:
    """Carry out what was decided: one operation, in which conflicts and proposals among the members are settled.

    Raises InvalidValueError, also for an agent, and StaleMergeError when a member is not as it was seen.
    """
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person merges by hand.", hint="An agent names the memories to merge.")
    survivor = choice.survivor_id
    members = tuple(one for one in dict.fromkeys(choice.member_ids) if one != survivor)
    if not members:
        raise InvalidValueError("A merge needs at least two memories.")
    if len(members) >= MOST_MEMBERS:
        raise InvalidValueError(f"At most {MOST_MEMBERS} memories are merged by hand at a time.")
    text = None if choice.text is None else checked_text(choice.text)
    group = [survivor, *members]
    label = f"merge of {named(members)} into M-{survivor}"
    with workspace.journal.short("merge", label, actor=workspace.actor) as step:
        _check_seen(step, group, choice)
        rows = {row.id: row for row in rows_of(step, group)}
        _check_pins(rows, members, choice)
        merge_rows(
            step,
            survivor,
            members,
            actor=workspace.actor,
            without_tags=choice.without_tags,
            without_links=choice.without_links,
            even_pinned=choice.even_pinned,
        )
        untag_all(step, [survivor], sorted(choice.without_tags))
        for key in choice.without_links:
            _unlink(step, survivor, key)
        if text is not None:
            edit_within(workspace, step, survivor, text=text, base_version=None)
        settle_between(step, group)
        done = step.operation_id
    return MergeDone(done, survivor, members)


def _check_seen(step: Step, group: Sequence[int], choice: MergeChoice) -> None:
    if not choice.seen:
        return
    seen = {one.id: one for one in choice.seen}
    now = {row.id: _seen_now(step, row) for row in rows_of(step, group)}
    changed = tuple(one for one in group if now.get(one) != seen.get(one))
    if changed:
        names = named(changed)
        raise StaleMergeError(
            f"{names[:1].upper() + names[1:]} changed meanwhile; nothing was merged.", changed=changed
        )


def _seen_now(step: Step, row: MemoryRow) -> SeenMemory:
    return SeenMemory(
        row.id,
        row.version,
        row.state,
        row.kind,
        row.tier,
        row.pinned,
        row.person_edited,
        row.importance,
        tag_names(step, row.id),
    )


def _check_pins(rows: dict[int, MemoryRow], members: Sequence[int], choice: MergeChoice) -> None:
    for member in (choice.survivor_id, *members):
        if member not in rows:
            raise NotFoundError(f"There is no memory M-{member}.")
    pinned = [member for member in members if rows[member].pinned]
    if pinned and not choice.even_pinned:
        raise InvalidValueError(
            f"M-{pinned[0]} is pinned, so it does not go into another one unasked.",
            hint="Let it be the one that stays, or say that you mean it.",
        )


def _unlink(step: Step, survivor: int, key: LinkKey) -> None:
    out, back = (survivor, key.other_id), (key.other_id, survivor)
    ways = (out, back) if key.type in EITHER_WAY else (out,) if key.outgoing else (back,)
    for ends in ways:
        while (edge := edge_between(step, *ends, type_=key.type)) is not None:
            step.update(association, edge.id, removed=1)
