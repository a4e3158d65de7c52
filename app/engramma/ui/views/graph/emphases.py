"""What stands out in the picture: a path before activation, activation before what the search finds. Pure."""

from __future__ import annotations

import itertools

import numpy as np

from engramma.model.graph_activation import ActivationStep, ActivationTrace
from engramma.model.graph_path import MemoryPath
from engramma.model.recall import ItemType
from engramma.ui.bridge import Selection
from engramma.ui.graph.picture import Emphasis, Floats, GraphPicture, Ints, Mask


def emphasis_of(
    picture: GraphPicture,
    *,
    selection: Selection,
    matches: frozenset[int] | None,
    path: MemoryPath | None,
    trace: ActivationTrace | None,
    step: ActivationStep | None,
    pinned: frozenset[int],
) -> Emphasis:
    """Of the memories that are drawn."""
    selected = frozenset(selection.memory_ids)
    current = selection.current if selection.kind == "memory" else None
    lit: Mask | None = None
    strong: Mask | None = None
    values: Floats | None = None
    flows: Ints | None = None
    if path is not None and path.found:
        lit = np.isin(picture.keys, [node.id for node in path.nodes])
        strong = _between(picture, [(edge.source_id, edge.target_id) for edge in path.edges])
        flows = _hops(picture, path)
    elif trace is not None and step is not None:
        values = _values(picture, trace, step)
        lit = values > 0 if (values > 0).any() else None
        flows = _flows(picture, trace, step)
    elif matches is not None and not matches >= frozenset(picture.keys.tolist()):
        lit = np.isin(picture.keys, list(matches))
    row = picture.row(current)
    if row is not None and strong is None and values is None:
        strong = _of_selection(picture, selected, row)
    return Emphasis(
        selected=selected,
        current=current,
        lit=lit,
        strong=strong,
        values=values,
        flows=flows,
        pinned=pinned,
    )


def _of_selection(picture: GraphPicture, selected: frozenset[int], current: int) -> Mask:
    """The edges between the two that are selected; those of the current one where there are more, or none."""
    one, other = picture.ends[:, 0], picture.ends[:, 1]
    rows = picture.rows(selected)
    if len(rows) == 2:
        between: Mask = np.isin(one, rows) & np.isin(other, rows)
        if between.any():
            return between
    of_current: Mask = (one == current) | (other == current)
    return of_current


def _hops(picture: GraphPicture, path: MemoryPath) -> Ints:
    """The rows of both ends of each hop, also of one whose edge is among the weak ones that are not drawn."""
    rows = [picture.row(node.id) for node in path.nodes]
    found = [pair for pair in itertools.pairwise(rows) if None not in pair]
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _between(picture: GraphPicture, pairs: list[tuple[int, int]]) -> Mask:
    """The edges that join these pairs of ids, either way."""
    wanted = {frozenset(pair) for pair in pairs}
    ends = picture.keys[picture.ends] if len(picture.ends) else np.empty((0, 2), np.int64)
    return np.array([frozenset((one, other)) in wanted for one, other in ends.tolist()], dtype=np.bool_)


def _values(picture: GraphPicture, trace: ActivationTrace, step: ActivationStep) -> Floats:
    """The value of each node, as a share of the highest of this step."""
    most = max((abs(value) for value in step.values), default=0.0) or 1.0
    found = {
        item.id: max(0.0, value / most)
        for item, value in zip(trace.items, step.values, strict=True)
        if item.type is ItemType.MEMORY
    }
    return np.array([found.get(key, 0.0) for key in picture.keys.tolist()], dtype=np.float64)


def _flows(picture: GraphPicture, trace: ActivationTrace, step: ActivationStep) -> Ints | None:
    """What flows between drawn nodes in this step."""
    row_of = {key: row for row, key in enumerate(picture.keys.tolist())}
    found = []
    for flow in step.flows:
        one, other = trace.items[flow.source], trace.items[flow.target]
        if one.type is ItemType.MEMORY and other.type is ItemType.MEMORY:
            rows = (row_of.get(one.id), row_of.get(other.id))
            if None not in rows:
                found.append(rows)
    return np.array(found, dtype=np.int64) if found else None
