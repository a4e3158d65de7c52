"""What a graph looks like, as arrays: a row for each node and each edge. Colours are token names: themes may change.

Holds no positions, which move, and nothing of what is selected or lit, which changes with the mouse.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from engramma.model.records import dataclass

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

SIZES = 6
"""Nodes have one of so many sizes, 0 the smallest: each is painted once and then copied."""


class Shape(IntEnum):
    """How a node is drawn."""

    CIRCLE = 0
    DIAMOND = 1
    SQUARE = 2


class Line(IntEnum):
    """How an edge is drawn."""

    SOLID = 0
    DASHED = 1
    DANGER = 2


@dataclass(frozen=True, slots=True, eq=False)
class Hull:
    """A group of nodes with a faint ground and a name; `members` are rows of the picture, `group` its colour."""

    name: str
    members: Ints
    group: int


@dataclass(frozen=True, slots=True, eq=False)
class GraphPicture:
    """`n` nodes and `m` edges. `keys` are the caller's ids.

    `shapes` (n) of Shape, `hollow` (n), `sizes` (n) 0 to SIZES - 1, `groups` (n) rows of `palette`, which has token
    names. `ends` (m, 2) are rows of nodes, `lines` (m) of Line, `weights` (m) 0 to 1.
    """

    keys: Ints
    labels: tuple[str, ...]
    shapes: Ints
    hollow: Mask
    sizes: Ints
    groups: Ints
    palette: tuple[str, ...]
    ends: Ints
    lines: Ints
    weights: Floats
    hulls: tuple[Hull, ...] = ()

    @property
    def count(self) -> int:
        """How many nodes it has."""
        return len(self.keys)

    def row(self, key: int | None) -> int | None:
        """The row of a node by its id."""
        if key is None:
            return None
        found = np.flatnonzero(self.keys == key)
        return int(found[0]) if len(found) else None

    def rows(self, keys: frozenset[int] | tuple[int, ...]) -> Ints:
        """The rows of those ids that are there."""
        if not keys:
            return np.empty(0, np.int64)
        return np.flatnonzero(np.isin(self.keys, np.fromiter(keys, np.int64, len(keys))))

    def neighbours(self, row: int) -> Ints:
        """The rows at the other end of a node's edges."""
        one, other = self.ends[:, 0], self.ends[:, 1]
        return np.unique(np.concatenate((other[one == row], one[other == row])))


def empty_picture() -> GraphPicture:
    """Nothing at all."""
    none = np.empty(0, np.int64)
    return GraphPicture(
        keys=none,
        labels=(),
        shapes=none,
        hollow=np.empty(0, np.bool_),
        sizes=none,
        groups=none,
        palette=("text_muted",),
        ends=np.empty((0, 2), np.int64),
        lines=none,
        weights=np.empty(0, np.float64),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Emphasis:
    """What stands out. `lit` (n) keeps its colour while all else is dimmed; None: nothing is dimmed.

    `strong` (m) are edges drawn in the accent colour; `values` (n) 0 to 1 are discs of activation behind the nodes.
    `flows` (k, 2) are rows of nodes between which something flows. `pinned` are the ids of nodes that are held.
    """

    selected: frozenset[int] = frozenset()
    current: int | None = None
    lit: Mask | None = None
    strong: Mask | None = None
    values: Floats | None = None
    flows: Ints | None = None
    pinned: frozenset[int] = frozenset()


PLAIN = Emphasis()
