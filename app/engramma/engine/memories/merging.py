"""Merging: one memory survives and takes over what hangs on the others, which become superseded."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engramma.engine.memories.asking import ask_first
from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.association import EITHER_WAY, LinkKey, link_key
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.store.associations.edges import EdgeRow
from engramma.store.associations.mentions import redate_mentions
from engramma.store.journal.step import Step
from engramma.store.memories.rows import (
    MemoryRow,
    edge_between,
    edges_of,
    evidence_of,
    rows_of,
    tag_names,
)
from engramma.store.memories.segments import begin_segment
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_evidence
from engramma.store.tables import association, memory
from engramma.theory.associations import FADING, standing

Rank = tuple[bool, bool, float, int, int]


def merge(
    workspace: Workspace,
    survivor_id: int,
    member_ids: Sequence[int],
    *,
    also: Callable[[Step], None] | None = None,
) -> None:
    """One operation, with what `also` does in it.

    Raises InvalidValueError for fewer than two memories, NotFoundError for one that is no longer active, AskedError.
    """
    members = [member for member in dict.fromkeys(member_ids) if member != survivor_id]
    if not members:
        raise InvalidValueError("A merge needs at least two memories.")
    ask_first(workspace, [survivor_id, *members], action="merge", what="merge", values={})
    label = f"merge of {named(members)} into M-{survivor_id}"
    with workspace.journal.short("merge", label, actor=workspace.actor) as step:
        merge_rows(step, survivor_id, members, actor=workspace.actor)
        if also is not None:
            also(step)


def merge_rows(
    step: Step,
    survivor_id: int,
    members: Sequence[int],
    *,
    actor: str,
    without_tags: Collection[str] = (),
    without_links: Collection[LinkKey] = (),
    even_pinned: bool = False,
) -> None:
    """Merge within an operation, but for tags and links that shall not go with it.

    Raises NotFoundError for one that is no longer active, InvalidValueError for a pinned one that would go into one
    that is not, without `even_pinned`.
    """
    found = rows_of(step, [survivor_id, *members])
    rows = {row.id: row for row in found if row.state == "active"}
    for wanted in (survivor_id, *members):
        if wanted not in rows:
            raise NotFoundError(f"M-{wanted} is not an active memory, so it cannot be merged.")
    for member in members:
        if rows[member].pinned and not rows[survivor_id].pinned and not even_pinned:
            raise InvalidValueError(
                f"M-{member} is pinned, so it is not merged into one that is not.",
                hint="Let it be the one that stays, or unpin it first.",
            )
    _strengthen(step, rows, survivor_id)
    for member in members:
        _take_over(
            step,
            member,
            survivor_id=survivor_id,
            actor=actor,
            group=frozenset(rows),
            without_tags=without_tags,
            without_links=without_links,
        )
        step.update(
            memory,
            member,
            state="superseded",
            state_at=step.at,
            merged_into=survivor_id,
            updated_at=step.at,
        )


def choose_survivor(rows: Sequence[MemoryRow], *, now: int) -> MemoryRow:
    """The one of a merge that stays: pinned, edited by a person, strongest, newest, in this order."""

    def rank(row: MemoryRow) -> Rank:
        return row.pinned, row.person_edited, row.strength(now), row.created_at, row.id

    return max(rows, key=rank)


def _strengthen(step: Step, rows: dict[int, MemoryRow], survivor_id: int) -> None:
    survivor = rows[survivor_id]
    tier = "long_term" if any(row.tier == "long_term" for row in rows.values()) else "short_term"
    strongest = max(row.strength(step.at) for row in rows.values())
    created_at = min(row.created_at for row in rows.values())
    begin_segment(
        step,
        survivor_id,
        t0=step.at,
        s0=strongest,
        half_life=None if survivor.still else step.policy.half_life(tier),
        reason="merged",
    )
    step.update(
        memory,
        survivor_id,
        tier=tier,
        importance=max(row.importance for row in rows.values()),
        created_at=created_at,
        updated_at=step.at,
    )
    redate_mentions(step, survivor_id, before=survivor.created_at, after=created_at)


def _take_over(
    step: Step,
    member: int,
    *,
    survivor_id: int,
    actor: str,
    group: Collection[int],
    without_tags: Collection[str],
    without_links: Collection[LinkKey],
) -> None:
    add_tags(step, survivor_id, [name for name in tag_names(step, member) if name not in without_tags])
    for item in evidence_of(step, member):
        insert_evidence(step, survivor_id, item)
    for edge in edges_of(step, member):
        # What contradicts goes with a conflict, and whether the survivor is in one is for the next pass to find.
        if edge.type == "contradicts":
            continue
        outgoing = edge.source_id == member
        other = edge.target_id if outgoing else edge.source_id
        key = link_key(edge.type, outgoing=outgoing, other_id=other)
        if other not in group and key not in without_links:
            ends = (survivor_id, other) if outgoing else (other, survivor_id)
            _keep_heavier(step, *ends, edge=edge, actor=actor)


def _keep_heavier(step: Step, source: int, target: int, *, edge: EdgeRow, actor: str) -> None:
    if edge.type in EITHER_WAY:
        source, target = sorted((source, target))
    existing = edge_between(step, source, target, type_=edge.type)
    if existing is None and edge.type in EITHER_WAY:
        existing = edge_between(step, target, source, type_=edge.type)
    if existing is None:
        step.insert(
            association,
            source_id=source,
            target_id=target,
            type=edge.type,
            relation=edge.relation,
            weight=edge.weight,
            weight_at=edge.weight_at,
            actor=actor,
        )
    elif _standing(existing) < _standing(edge):
        step.update(association, existing.id, weight=edge.weight, weight_at=edge.weight_at)


def _standing(edge: EdgeRow) -> float:
    """Orders the weights of two associations of a type as they count now."""
    return standing(edge.weight, edge.weight_at) if edge.type in FADING else edge.weight
