"""Merging: one memory survives and takes over what hangs on the others, which become superseded."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.labels import named
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.store.journal.step import Step
from engramma.store.memories.rows import (
    Edge,
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


def merge(workspace: Workspace, survivor_id: int, member_ids: Sequence[int]) -> None:
    """Raises InvalidValueError for fewer than two memories or one that is no longer active."""
    members = [member for member in dict.fromkeys(member_ids) if member != survivor_id]
    if not members:
        raise InvalidValueError("A merge needs at least two memories.")
    label = f"merge of {named(members)} into M-{survivor_id}"
    with workspace.journal.short("merge", label, actor=workspace.actor) as step:
        found = rows_of(step, [survivor_id, *members])
        rows = {row.id: row for row in found if row.state == "active"}
        for wanted in (survivor_id, *members):
            if wanted not in rows:
                raise NotFoundError(f"M-{wanted} is not an active memory, so it cannot be merged.")
        _strengthen(step, rows, survivor_id)
        for member in members:
            _take_over(step, member, survivor_id=survivor_id, actor=workspace.actor)
            step.update(
                memory,
                member,
                state="superseded",
                state_at=step.at,
                merged_into=survivor_id,
                updated_at=step.at,
            )


def _strengthen(step: Step, rows: dict[int, MemoryRow], survivor_id: int) -> None:
    survivor = rows[survivor_id]
    tier = "long_term" if any(row.tier == "long_term" for row in rows.values()) else "short_term"
    strongest = max(row.strength(step.at) for row in rows.values())
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
        created_at=min(row.created_at for row in rows.values()),
        updated_at=step.at,
    )


def _take_over(step: Step, member: int, *, survivor_id: int, actor: str) -> None:
    add_tags(step, survivor_id, tag_names(step, member))
    for item in evidence_of(step, member):
        insert_evidence(step, survivor_id, item)
    for edge in edges_of(step, member):
        source = survivor_id if edge.source_id == member else edge.source_id
        target = survivor_id if edge.target_id == member else edge.target_id
        if source != target:
            _keep_heavier(step, source, target, edge=edge, actor=actor)


def _keep_heavier(step: Step, source: int, target: int, *, edge: Edge, actor: str) -> None:
    existing = edge_between(step, source, target, type_=edge.type)
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
    elif existing.weight < edge.weight:
        step.update(association, existing.id, weight=edge.weight, weight_at=edge.weight_at)
