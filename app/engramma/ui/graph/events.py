"""What a person did in the picture of a graph, as values. Keys are those that the caller gave to the nodes."""

from __future__ import annotations

from PySide6.QtCore import QPoint

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class NodeClicked:
    """A node was clicked, or walked to by key; `key` None is empty ground. `add`: with Ctrl or Shift held."""

    key: int | None
    add: bool = False


@dataclass(frozen=True, slots=True)
class EdgeClicked:
    """A line between two nodes was clicked: more than one edge may lie under it."""

    one: int
    other: int


@dataclass(frozen=True, slots=True)
class NodeMoved:
    """A node was dragged to a point of the world; `done` when it was let go."""

    key: int
    x: float
    y: float
    done: bool


@dataclass(frozen=True, slots=True)
class Lassoed:
    """The nodes inside a loop that was drawn."""

    keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MenuWanted:
    """A menu for a node, or for the ground, at a point of the screen."""

    key: int | None
    point: QPoint
