"""Takes one spreading of activation apart: what fires, what flows where, and the parts that come of it.

Uses what the ranking uses, so that its numbers are those of a recall; it exists to show them.
"""

from __future__ import annotations

import numpy as np

from engramma.model.records import dataclass
from engramma.theory.ranking.activation import Activation, seeds_of, spread
from engramma.theory.ranking.formula import Evidence, PriorsOf, evidence_of, parts_at
from engramma.theory.ranking.layout import NOWHERE, Layout, Numbers, Rows
from engramma.theory.ranking.weights import Weights


@dataclass(frozen=True, slots=True)
class RowFlow:
    """`amount` goes from one row to another; `kind` is forward, backward or session."""

    source: int
    target: int
    amount: float
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """Rows, those that others brought most first, then those that only fire.

    evidence, force (0 for what does not fire), scores: float32, as long; `parts` likewise, by name. `flows`: those
    next to it in the session, then those through a session. `hidden`: how many more rows it reached.
    """

    rows: Rows
    evidence: Numbers
    force: Numbers
    scores: Numbers
    parts: dict[str, Numbers]
    flows: tuple[RowFlow, ...]
    hidden: int


def trace(evidence: Evidence, layout: Layout, *, weights: Weights, limit: int, priors: PriorsOf) -> Traced:
    """At most `limit` memories and a quarter as many events of those that activation reaches, and all that fire."""
    x, told = evidence_of(evidence, weights)
    seeds, margin = seeds_of(x, weights.seeds)
    seeds, margin = seeds[margin > 0], margin[margin > 0]
    fired = spread(seeds, margin, layout=layout, weights=weights)
    brought = fired.neighbours + fired.session
    order = np.lexsort((fired.rows, -brought))
    order = order[brought[order] > 0]
    said = layout.events[fired.rows[order]]
    room = np.where(said, np.cumsum(said) <= limit // 4, np.cumsum(~said) <= limit)
    rows = np.concatenate([fired.rows[order[room]], seeds])
    _, first = np.unique(rows, return_index=True)
    rows = rows[np.sort(first)]
    by_row = np.sort(rows)
    scores, parts = parts_at(by_row, evidence, layout, fired=fired, told=told, weights=weights, priors=priors)
    place = np.searchsorted(by_row, rows)
    force = np.zeros(len(layout), dtype=np.float32)
    force[seeds] = margin * layout.passages[seeds] ** np.float32(-weights.firing)
    return Traced(
        rows=rows,
        evidence=x[rows],
        force=force[rows],
        scores=scores[place],
        parts={name: part[place] for name, part in parts.items()},
        flows=_flows(seeds, margin, fired, set(rows.tolist()), layout=layout, weights=weights),
        hidden=int(np.count_nonzero(~np.isin(fired.rows[order], rows))),
    )


def _flows(
    seeds: Rows, margin: Numbers, fired: Activation, shown: set[int], *, layout: Layout, weights: Weights
) -> tuple[RowFlow, ...]:
    beside: list[RowFlow] = []
    through: list[RowFlow] = []
    spoken: set[int] = set()
    led: set[int] = set()
    session_of = dict(zip(fired.rows.tolist(), fired.session.tolist(), strict=True))
    for index, seed in enumerate(seeds.tolist()):
        place = int(layout.place[seed])
        # Of one place only the strongest speaks, and for a session its strongest; seeds come strongest first.
        if place == NOWHERE or place in spoken:
            continue
        spoken.add(place)
        alone = spread(seeds[index : index + 1], margin[index : index + 1], layout=layout, weights=weights)
        for row, amount in zip(alone.rows.tolist(), alone.neighbours.tolist(), strict=True):
            if amount > 0 and row in shown:
                kind = "forward" if layout.place[row] > place else "backward"
                beside.append(RowFlow(seed, row, amount, kind))
        session = int(layout.session[seed])
        if session not in led:
            led.add(session)
            through.extend(
                RowFlow(seed, row, session_of[row], "session")
                for row in alone.rows.tolist()
                if row != seed and row in shown
            )
    return (*beside, *through)
