"""Which nodes and edges are meant: under a point, inside a loop, next in a direction. Pure, over arrays of pixels."""

from __future__ import annotations

import numpy as np

from engramma.ui.graph.picture import Floats, Ints, Mask

LINKED = 0.55
"""A node that is linked to the one where one stands counts as so much nearer."""


def node_at(points: Floats, radii: Floats, *, x: float, y: float, reach: float) -> int | None:
    """The row of the node under a point, within `reach` px of its edge: the one whose middle is nearest."""
    if not len(points):
        return None
    distance = np.hypot(points[:, 0] - x, points[:, 1] - y)
    row = int(np.argmin(distance - radii))
    return row if distance[row] <= radii[row] + reach else None


def edge_at(points: Floats, ends: Ints, *, x: float, y: float, reach: float) -> int | None:
    """The row of the edge that passes nearest to a point, at most `reach` px away; ends are rows of points."""
    if not len(ends):
        return None
    begin = points[ends[:, 0]]
    along = points[ends[:, 1]] - begin
    length = np.maximum((along * along).sum(axis=1), 1e-12)
    share = np.clip((((x, y) - begin) * along).sum(axis=1) / length, 0.0, 1.0)
    away = begin + share[:, None] * along - (x, y)
    distance = np.hypot(away[:, 0], away[:, 1])
    row = int(np.argmin(distance))
    return row if distance[row] <= reach else None


def inside(points: Floats, loop: Floats) -> Ints:
    """The rows of points inside a closed loop (k, 2), by the even-odd rule."""
    if len(loop) < 3 or not len(points):
        return np.empty(0, np.int64)
    x, y = points[:, 0], points[:, 1]
    within: Mask = np.zeros(len(points), np.bool_)
    before = np.roll(loop, 1, axis=0)
    for (x1, y1), (x2, y2) in zip(loop.tolist(), before.tolist(), strict=True):
        if y1 == y2:
            continue
        crosses = (y1 > y) != (y2 > y)
        within ^= crosses & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return np.flatnonzero(within)


def next_in_direction(points: Floats, row: int, *, dx: int, dy: int, linked: Ints) -> int | None:
    """The row of the nearest node in a direction, those that are linked before others; None if there is none."""
    if len(points) < 2:
        return None
    away = points - points[row]
    along = away[:, 0] * dx + away[:, 1] * dy
    aside = np.abs(away[:, 0] * dy) + np.abs(away[:, 1] * dx)
    cost = along + 2 * aside
    cost[linked] *= LINKED
    # Within about 60 degrees to either side.
    cost[(along <= 1e-9) | (aside > 1.75 * along)] = np.inf
    cost[row] = np.inf
    best = int(np.argmin(cost))
    return best if np.isfinite(cost[best]) else None
