"""The facets: how many memories each further condition would give, and clicks that edit the query.

Counts come from a reader job; a click only changes the search text.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from engramma.model.search import (
    FacetCount,
    Facets,
    Mode,
    Node,
    Query,
    contains,
    excludes,
    field_term,
    print_query,
    without,
)
from engramma.model.search.tree import negation
from engramma.ui.bridge import WindowContext
from engramma.ui.window.sidebar.facet_icons import facet_icon
from engramma.ui.window.sidebar.nav_row import NavRow, Pressed
from engramma.ui.window.sidebar.section import NavSection, RowSpec

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

JOB_KEY = "facets"
CHOICES = (
    ("Only this\tClick", Pressed("")),
    ("And this\tCtrl+Click", Pressed("", control=True)),
    ("Or this\tShift+Click", Pressed("", shift=True)),
    ("Not this\tAlt+Click", Pressed("", alt=True)),
    ("Swap for this\tCtrl+Shift+Click", Pressed("", control=True, shift=True)),
)
SECTIONS = ("Tier", "Kind", "State", "Category", "Tags")


def mode_of(pressed: Pressed) -> Mode:
    """What a click with these modifiers does to the query."""
    if pressed.control and pressed.shift:
        return Mode.SWAP
    if pressed.control:
        return Mode.AND
    if pressed.shift:
        return Mode.OR
    return Mode.NOT if pressed.alt else Mode.REPLACE


class FacetPane(QWidget):
    """Five sections below each other. `counted` carries the Facets."""

    counted = Signal(object)
    folded = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._facets: Facets | None = None
        self._counted_store: MemoryStore | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.sections: dict[str, NavSection] = {}
        for title in SECTIONS:
            section = NavSection(title)
            section.pressed_with.connect(self._on_pressed)
            section.folded.connect(self.folded)
            self.sections[title] = section
            column.addWidget(section)
        context.query_changed.connect(self._on_query_changed)

    def refresh(self) -> None:
        """Count anew; the rows are marked at once."""
        self._show()
        store = self._counted_store = self._context.store
        if store is None:
            self._facets = None
            self._show()
            return
        work = functools.partial(_count, store, self._context.query)
        self._context.jobs.count("Count facets", work, self._on_counted, key=JOB_KEY)

    def _on_query_changed(self) -> None:
        """Count anew, unless the store is one whose counts nobody has asked for yet."""
        if self._context.store is self._counted_store:
            self.refresh()
        else:
            self._show()

    def forget(self) -> None:
        """The counts are those of another store: show none until they were counted anew."""
        if self._facets is not None:
            self._facets = replace(self._facets, categories=(), tags=())
            self._outdated = True
            self._show()

    def _on_counted(self, facets: Facets) -> None:
        self._facets, self._outdated = facets, False
        self._show()
        self.counted.emit(facets)

    def _show(self) -> None:
        facets, query = self._facets, self._context.parsed_query
        groups: dict[str, tuple[FacetCount, ...]] = dict.fromkeys(SECTIONS, ())
        if facets is not None:
            groups["Tier"], groups["Kind"], groups["State"] = facets.tiers, facets.kinds, facets.states
            groups["Category"], groups["Tags"] = facets.categories, facets.tags
        for title, group in groups.items():
            specs = [_spec(facet, query, counted=not self._outdated) for facet in group]
            icons = {_key(facet): facet_icon(facet) for facet in group}
            self.sections[title].show_rows(specs, icons)
            self.sections[title].setVisible(bool(specs))

    def _on_pressed(self, pressed: Pressed) -> None:
        field, _colon, value = pressed.key.partition(":")
        term = field_term(field, value)
        query, mode = self._context.parsed_query, mode_of(pressed)
        if mode is Mode.REPLACE and query == Query(term):
            self._context.set_query("")
        elif mode in (Mode.AND, Mode.OR) and contains(query, term):
            self._drop(query, term)
        elif mode is Mode.NOT and excludes(query, term):
            self._drop(query, negation(term))
        else:
            self._context.edit_query(term, mode)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What the modifiers of a click do, in words, each with its keys."""
        row = self.childAt(event.pos())
        if not isinstance(row, NavRow):
            return
        menu = QMenu(self)
        menu.setAccessibleName(row.text())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, pressed in CHOICES:
            action = menu.addAction(words)
            action.triggered.connect(functools.partial(self._on_chosen, replace(pressed, key=row.key)))
        menu.popup(event.globalPos())

    def _on_chosen(self, pressed: Pressed, _checked: bool = False) -> None:
        self._on_pressed(pressed)

    def _drop(self, query: Query, node: Node) -> None:
        self._context.set_query(print_query(without(query, node)))


def _key(facet: FacetCount) -> str:
    return f"{facet.field}:{facet.value}"


def _spec(facet: FacetCount, query: Query, *, counted: bool) -> RowSpec:
    term = field_term(facet.field, facet.value)
    mark = "active" if contains(query, term) else "excluded" if excludes(query, term) else ""
    return RowSpec(_key(facet), facet.label, facet.count if counted else None, mark)


def _count(store: MemoryStore, query: str, _report: Report, cancel: CancelToken) -> Facets:
    cancel.check()
    return store.search.facets(query)
