"""What a list of rows of any height is made of: laid out rows, their targets, and who lays them out."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engramma.ui.delegates.kit import Kit


@dataclass(frozen=True, slots=True)
class Target:
    """An area of a row, relative to it. `action` is what a click asks for; None for a tooltip only."""

    rect: QRectF
    name: str
    action: object = None
    tip: str = ""


@dataclass(frozen=True, slots=True)
class RowState:
    """What the view knows of a row when it paints it. `target` is the index of the lit target, or -1."""

    selected: bool
    current: bool
    focused: bool
    hovered: bool
    target: int
    clip: QRectF
    ratio: float


@dataclass(frozen=True, slots=True)
class Activation:
    """A target was clicked, or a key asked for it: the row's key and the target's action."""

    key: Hashable
    action: object


@dataclass(frozen=True, slots=True)
class Chosen:
    """A person made a row the current one."""

    key: Hashable


class LaidRow(Protocol):
    """A row laid out for one width."""

    @property
    def height(self) -> int:
        """In px."""
        ...

    @property
    def targets(self) -> tuple[Target, ...]:
        """Its areas, in the order in which the arrow keys visit them."""
        ...

    @property
    def enter_action(self) -> object:
        """What Enter asks for; None for nothing."""
        ...

    @property
    def space_action(self) -> object:
        """What the space bar asks for; None for nothing."""
        ...

    def paint(self, painter: QPainter, kit: Kit, state: RowState) -> None:
        """Paint it; the painter's origin is the row's upper left corner."""
        ...


class RowLayouter(Protocol):
    """Knows the rows of a model by key and lays them out."""

    def key(self, row: int) -> Hashable:
        """What stays the same when rows are reloaded."""
        ...

    def row_of(self, key: Hashable) -> int:
        """The row of a key; -1 if it is gone."""
        ...

    def estimates(self, first: int, count: int) -> NDArray[np.int64]:
        """Likely heights of rows that were not laid out yet."""
        ...

    def lay_out(self, row: int, width: int) -> LaidRow | None:
        """The row for this width; None while its content is still being read."""
        ...

    def can_choose(self, row: int) -> bool:
        """Whether the keyboard stops at this row."""
        ...

    def copy_text(self, row: int) -> str:
        """What Ctrl+C takes from this row."""
        ...
