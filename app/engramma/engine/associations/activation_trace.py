"""Shows how activation spreads for a question, with the rows, words and vectors that a recall goes by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engramma.engine.recall.index import RecallIndex
from engramma.engine.recall.searching import gather, priors_of
from engramma.engine.workspace import Workspace
from engramma.model.graph_activation import ActivatedItem, ActivationStep, ActivationTrace, Flow
from engramma.model.recall import PARTS, ItemType, RecallMode, RecallParts
from engramma.store.recall.found import FoundEvent, FoundMemory, read_found_events, read_found_memories
from engramma.theory.ranking.layout import NOWHERE
from engramma.theory.ranking.tracing import Traced, trace

_NOTHING_TO_LOOK_FOR = "The question has no word that could be looked for."


def trace_activation(
    workspace: Workspace,
    question: str,
    *,
    vector: NDArray[np.float32] | None,
    now: int,
    limit: int,
    notice: str = "",
    memory_id: int | None = None,
) -> ActivationTrace:
    """The spreading for a question asked at `now` (UTC µs); at most `limit` of what it reaches. Changes nothing."""
    index = workspace.recall.index(workspace.database, workspace.vectors)
    connections = workspace.recall.connections(workspace.database)
    evidence = gather(workspace.database, connections, index, question, vector=vector, now=now)
    empty = ActivationTrace(
        question=question,
        memory_id=memory_id,
        now=now,
        mode=RecallMode.LEXICAL if vector is None else RecallMode.HYBRID,
        notice=notice,
        items=(),
        steps=(),
        hidden=0,
    )
    if isinstance(evidence, bool):
        return replace(empty, notice=_NOTHING_TO_LOOK_FOR if evidence else notice)
    traced = trace(
        evidence, index.layout, weights=index.weights, limit=limit, priors=priors_of(index, now=now)
    )
    items, places = _items(workspace, index, traced)
    flows = [
        Flow(places[flow.source], places[flow.target], flow.amount, flow.kind)
        for flow in traced.flows
        if flow.source in places and flow.target in places
    ]
    return replace(
        empty,
        items=tuple(items),
        steps=_steps(items, flows),
        hidden=traced.hidden,
    )


def _items(
    workspace: Workspace, index: RecallIndex, traced: Traced
) -> tuple[list[ActivatedItem], dict[int, int]]:
    """The rows as items, and the place of each; rows that went since the index was made are left out."""
    ids = index.rows.ids[traced.rows].tolist()
    said = index.rows.events[traced.rows].tolist()
    with workspace.database.read() as reading:
        memories = read_found_memories(
            reading, [one for one, event in zip(ids, said, strict=True) if not event]
        )
        events = read_found_events(reading, [one for one, event in zip(ids, said, strict=True) if event])
    items: list[ActivatedItem] = []
    places: dict[int, int] = {}
    parts = zip(*(traced.parts[name].tolist() for name in PARTS), strict=True)
    values = zip(traced.rows.tolist(), traced.evidence.tolist(), traced.force.tolist(), parts, strict=True)
    for one, event, (row, evidence, force, named) in zip(ids, said, values, strict=True):
        found: FoundEvent | FoundMemory | None = events.get(one) if event else memories.get(one)
        if found is None:
            continue
        own = RecallParts(*named)
        places[row] = len(items)
        items.append(
            ActivatedItem(
                type=ItemType.EVENT if event else ItemType.MEMORY,
                id=one,
                uid=found.uid,
                text=found.text,
                session_id=found.session_id,
                evidence=evidence,
                force=force,
                score=own.total,
                parts=own,
                stands_for=(one,) if not event else _memories_at(index, row),
            )
        )
    return items, places


def _memories_at(index: RecallIndex, row: int) -> tuple[int, ...]:
    """The memories that came from the event of a row."""
    place = int(index.layout.place[row])
    if place == NOWHERE:
        return ()
    start, end = index.layout.place_start[place : place + 2].tolist()
    own = index.rows.ids[start:end][~index.rows.events[start:end]]
    return tuple(own.tolist())


def _steps(items: Sequence[ActivatedItem], flows: Sequence[Flow]) -> tuple[ActivationStep, ...]:
    beside = tuple(flow for flow in flows if flow.kind != "session")
    through = tuple(flow for flow in flows if flow.kind == "session")
    return (
        ActivationStep("evidence", "What the question finds by itself", tuple(one.evidence for one in items)),
        ActivationStep("firing", "The best of it fires", tuple(one.force for one in items)),
        ActivationStep(
            "neighbours",
            "It reaches what was said next to it",
            tuple(one.neighbours for one in items),
            beside,
        ),
        ActivationStep("session", "And all of its session", tuple(one.activation for one in items), through),
        ActivationStep("score", "With all else that counts", tuple(one.score for one in items)),
    )
