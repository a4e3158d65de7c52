"""The ground of a group of nodes: a rounded hull around them. Pure geometry, over arrays of pixels."""

from __future__ import annotations

import numpy as np

from engramma.ui.graph.picture import Floats

FAR = 2.3
"""So many times as far from the middle as half of the group is, a node is a stray."""


def convex_hull(points: Floats) -> Floats:
    """The corners of the convex hull (k, 2), in order; fewer than three points are given back as they are."""
    if len(points) < 3:
        return points
    ordered = points[np.lexsort((points[:, 1], points[:, 0]))]
    lower = _half(ordered)
    upper = _half(ordered[::-1])
    return np.array(lower[:-1] + upper[:-1])


def _half(points: Floats) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for x, y in points.tolist():
        while len(found) >= 2:
            (x1, y1), (x2, y2) = found[-2], found[-1]
            if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                break
            found.pop()
        found.append((x, y))
    return found


def without_strays(points: Floats) -> Floats:
    """The points without those that lie far from the rest of their group, which would blow up its hull."""
    if len(points) < 6:
        return points
    away = np.hypot(*(points - np.median(points, axis=0)).T)
    near: Floats = points[away <= FAR * np.median(away) + 1e-9]
    return near
