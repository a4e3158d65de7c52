"""Brings a window that is laid out already to another size of text: what was measured is measured anew.

Views take their sizes from the metrics when they are made. Those that the style sheet or the widgets themselves bring
up to date are left alone; the next start measures everything exactly.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMargins, QSize
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QGridLayout, QLayout, QWidget

from engramma.model.records import dataclass

UNBOUND = 16_777_215  # QWIDGETSIZE_MAX


@dataclass(frozen=True, slots=True)
class _Sizes:
    least: QSize
    most: QSize
    icon: QSize | None
    margins: QMargins


def rescale(window: QWidget, factor: float, apply: Callable[[], None]) -> None:
    """Let `apply` put another scale in force, `factor` times the old one, and measure the window anew."""
    widgets = [window, *window.findChildren(QWidget)]
    before = [(widget, _sizes(widget)) for widget in widgets]
    layouts = [(layout, layout.contentsMargins()) for layout in window.findChildren(QLayout)]
    apply()
    for widget, sizes in before:
        _widget(widget, sizes, factor)
    for layout, margins in layouts:
        if layout.contentsMargins() == margins:
            layout.setContentsMargins(_margins(margins, factor))
        _spacing(layout, factor)


def _sizes(widget: QWidget) -> _Sizes:
    icon = widget.iconSize() if isinstance(widget, QAbstractButton) else None
    return _Sizes(widget.minimumSize(), widget.maximumSize(), icon, widget.contentsMargins())


def _widget(widget: QWidget, before: _Sizes, factor: float) -> None:
    least, most = before.least, before.most
    # The largest first where it grows, so that neither pushes the other.
    if widget.maximumWidth() == most.width():
        widget.setMaximumWidth(_bound(most.width(), factor))
    if widget.maximumHeight() == most.height():
        widget.setMaximumHeight(_bound(most.height(), factor))
    if widget.minimumWidth() == least.width():
        widget.setMinimumWidth(round(least.width() * factor))
    if widget.minimumHeight() == least.height():
        widget.setMinimumHeight(round(least.height() * factor))
    if isinstance(widget, QAbstractButton) and before.icon is not None and widget.iconSize() == before.icon:
        widget.setIconSize(before.icon * factor)
    if not before.margins.isNull() and widget.contentsMargins() == before.margins:
        widget.setContentsMargins(_margins(before.margins, factor))


def _bound(length: int, factor: float) -> int:
    return length if length >= UNBOUND else round(length * factor)


def _margins(margins: QMargins, factor: float) -> QMargins:
    return QMargins(
        *(round(side * factor) for side in (margins.left(), margins.top(), margins.right(), margins.bottom()))
    )


def _spacing(layout: QLayout, factor: float) -> None:
    if isinstance(layout, QGridLayout):
        layout.setHorizontalSpacing(round(layout.horizontalSpacing() * factor))
        layout.setVerticalSpacing(round(layout.verticalSpacing() * factor))
    elif isinstance(layout, QBoxLayout) and layout.spacing() > 0:
        layout.setSpacing(round(layout.spacing() * factor))
