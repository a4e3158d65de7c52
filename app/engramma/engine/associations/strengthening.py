"""Ties between memories that were recalled together grow; of what fades a memory keeps the 64 strongest.

Provenance and a person's own links are not counted and never go.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from engramma.model.association import MOST_FADING
from engramma.store.associations.edges import (
    CO_RECALLED,
    FadingRow,
    co_recalled_among,
    count_fading,
    insert_edges,
    read_fading,
    remove_edges,
    remove_mentions,
    reweigh_edge,
)
from engramma.store.journal.step import Step
from engramma.theory.associations import LEARNING, LINKED_HITS, standing, strengthened


def strengthen_co_recalled(step: Step, ids: Sequence[int], *, at: int, actor: str) -> None:
    """Memories `ids`, best first, were sent by one recall at `at` (UTC µs): w ← w + 0.2 · (1 − w), faded before.

    Of more than eight the first count. Undone with the step.
    """
    linked = sorted(dict.fromkeys(ids[:LINKED_HITS]))
    if len(linked) < 2:
        return
    known = co_recalled_among(step, linked)
    fresh = []
    for pair in itertools.combinations(linked, 2):
        edge = known.get(pair)
        if edge is None:
            fresh.append(pair)
        else:
            weight = strengthened(edge.weight, since=edge.weight_at, now=at)
            reweigh_edge(step, edge.id, weight=weight, at=max(at, edge.weight_at))
    insert_edges(step, fresh, type_=CO_RECALLED, weight=LEARNING, at=at, actor=actor)
    if fresh:
        keep_strongest(step, linked)


def keep_strongest(step: Step, ids: Sequence[int]) -> None:
    """Take away the weakest of what fades where one of the memories `ids` has more than 64 of it."""
    counts = count_fading(step.connection, ids)
    for memory_id in sorted(one for one, count in counts.items() if count > MOST_FADING):
        rows = sorted(read_fading(step.connection, memory_id), key=_rank)
        weakest = rows[: max(0, len(rows) - MOST_FADING)]
        remove_edges(step, sorted(row.id for row in weakest if not row.mention))
        remove_mentions(step, sorted(row.id for row in weakest if row.mention))


def _rank(row: FadingRow) -> tuple[float, bool, tuple[int, str], int]:
    """Weakest first, at any time; of equal ones the association before the mention, the older before the newer."""
    return standing(row.weight, row.weight_at), row.mention, row.order, row.id
