"""Which columns show: chosen by the table's width until a person chooses, then as they chose. Free of widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from engramma.model.records import dataclass
from engramma.ui.delegates import COLUMN_WIDTHS, Column

FIXED = (Column.GUTTER, Column.MEMORY)
"""Always shown: the marks and the memory itself."""

WIDE_FROM, WIDER_FROM, WIDEST_FROM = 850, 1180, 1560
"""Widths of the table, in px at scale 1, from which more columns show by themselves. The text comes first:
tags and session stand below it until there is room for both."""

NARROWEST, NARROW_FROM = 44, 640
AUTOMATIC_SETS = (
    (0, (Column.TIER, Column.STRENGTH)),
    (NARROW_FROM, (Column.FADES, Column.RECALLS)),
    (WIDE_FROM, (Column.SPARK, Column.IMPORTANCE)),
    (WIDER_FROM, (Column.CREATED,)),
    (WIDEST_FROM, (Column.TAGS, Column.SESSION)),
)


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A person's choices: shown or hidden by column (absent: by width), widths in px at scale 1, and the order."""

    shown: Mapping[Column, bool] = field(default_factory=dict)
    widths: Mapping[Column, int] = field(default_factory=dict)
    order: tuple[Column, ...] = tuple(Column)

    def visible(self, width: float) -> frozenset[Column]:
        """The columns to show in a table `width` px wide (at scale 1)."""
        automatic = {column for least, columns in AUTOMATIC_SETS if width >= least for column in columns}
        return frozenset(
            column for column in Column if column in FIXED or self.shown.get(column, column in automatic)
        )

    def width(self, column: Column) -> int:
        """Width of a column in px at scale 1."""
        return self.widths.get(column, COLUMN_WIDTHS[column])

    def with_shown(self, column: Column, shown: bool) -> ColumnChoice:
        """Show or hide a column whatever the width."""
        return replace(self, shown={**self.shown, column: shown})

    def with_width(self, column: Column, width: int) -> ColumnChoice:
        """Another width, in px at scale 1."""
        return replace(self, widths={**self.widths, column: max(NARROWEST, width)})

    def with_order(self, order: tuple[Column, ...]) -> ColumnChoice:
        """Another order; columns that are missing from it follow at the end."""
        given = tuple(dict.fromkeys(order))
        return replace(self, order=given + tuple(column for column in Column if column not in given))

    @property
    def automatic(self) -> bool:
        """Whether the width alone decides."""
        return not self.shown

    def to_state(self) -> dict[str, Any]:
        """Plain values for the settings."""
        return {
            "shown": {column.value: shown for column, shown in self.shown.items()},
            "widths": {column.value: width for column, width in self.widths.items()},
            "order": [column.value for column in self.order],
        }

    @classmethod
    def from_state(cls, state: object) -> ColumnChoice:
        """What `to_state` gave; anything that does not fit is left out."""
        if not isinstance(state, Mapping):
            return cls()
        shown, widths, order = state.get("shown"), state.get("widths"), state.get("order")
        choice = cls(
            shown={Column(name): bool(value) for name, value in _items(shown)},
            widths={Column(name): value for name, value in _items(widths) if _is_width(value)},
        )
        names = [name for name in order if _is_column(name)] if isinstance(order, list) else []
        return choice.with_order(tuple(Column(name) for name in names))


def _items(value: object) -> list[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        return []
    return [(name, item) for name, item in value.items() if _is_column(name)]


def _is_column(name: object) -> bool:
    return isinstance(name, str) and name in set(Column)


def _is_width(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and NARROWEST <= value <= 4000
