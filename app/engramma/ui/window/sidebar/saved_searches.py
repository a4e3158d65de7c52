"""The saved searches with their counts: click to search, rename and delete by keys or the context menu."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from engramma.model.errors import QueryError
from engramma.model.records import dataclass
from engramma.model.search import Mode, parse, print_query, with_term
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import icon
from engramma.ui.widgets import IconButton
from engramma.ui.window.sidebar.facets import mode_of
from engramma.ui.window.sidebar.nav_row import NavRow, Pressed
from engramma.ui.window.sidebar.section import NavSection, RowSpec

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

JOB_KEY = "saved searches"


@dataclass(frozen=True, slots=True)
class CountedSearch:
    """A saved search; `count` is None when its text can no longer be read."""

    id: int
    name: str
    query: str
    count: int | None


class SavedSearchSection(QWidget):
    """`changed` says that the list is another one; `add_clicked` that the present search is to be saved."""

    changed = Signal()
    add_clicked = Signal()
    folded = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        self._searches: tuple[CountedSearch, ...] = ()
        self.section = NavSection("Saved searches")
        self._add = IconButton("plus", "Save this search", keys="Ctrl+S", size="small")
        self.section.header.add_action_widget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.section)
        self._add.clicked.connect(self.add_clicked)
        self.section.folded.connect(self.folded)
        self.section.pressed_with.connect(self._on_pressed)
        self.section.rename_wanted.connect(self._on_rename)
        self.section.removal_wanted.connect(self._on_removal)
        context.query_changed.connect(self._show)

    @property
    def searches(self) -> tuple[CountedSearch, ...]:
        """What is listed."""
        return self._searches

    def saved_id(self, query: str) -> int | None:
        """The id of the saved search with this text, if there is one."""
        return next((saved.id for saved in self._searches if query and saved.query == query), None)

    def refresh(self) -> None:
        """Read names and counts anew."""
        store = self._context.store
        if store is None:
            self._on_read(())
            return
        work = functools.partial(_read, store)
        self._context.jobs.count("Count saved searches", work, self._on_read, key=JOB_KEY)

    def forget(self) -> None:
        """The list is that of another store."""
        if self._searches:
            self._on_read(())

    def _on_read(self, searches: tuple[CountedSearch, ...]) -> None:
        self._searches = searches
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        now = _canonical(self._context.query)
        specs = [
            RowSpec(str(saved.id), saved.name, saved.count, "active" if now and saved.query == now else "")
            for saved in self._searches
        ]
        icons = {spec.key: icon("bookmark-simple") for spec in specs}
        self.section.show_rows(specs, icons)

    def _on_pressed(self, pressed: Pressed) -> None:
        saved = self._named(pressed)
        if saved is None:
            return
        wanted, mode = parse(saved.query), mode_of(pressed)
        if mode is Mode.REPLACE or wanted.root is None:
            already = _canonical(self._context.query) == saved.query
            self._context.set_query("" if already else saved.query)
            return
        self._context.set_query(print_query(with_term(self._context.parsed_query, wanted.root, mode)))

    def _on_rename(self, pressed: Pressed) -> None:
        saved = self._named(pressed)
        if saved is not None:
            self._context.run("search.rename", search_id=saved.id, name=saved.name)

    def _on_removal(self, pressed: Pressed) -> None:
        saved = self._named(pressed)
        if saved is not None:
            self._context.run("search.remove", search_id=saved.id, name=saved.name)

    def _named(self, pressed: Pressed) -> CountedSearch | None:
        return next((saved for saved in self._searches if str(saved.id) == pressed.key), None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Rename and delete."""
        row = self.childAt(event.pos())
        if not isinstance(row, NavRow):
            return
        menu = QMenu(self)
        rename = menu.addAction(icon("pencil-simple"), "Rename…")
        remove = menu.addAction(icon("trash"), "Delete")
        chosen = menu.exec(event.globalPos())
        if chosen is rename:
            self._on_rename(Pressed(row.key))
        elif chosen is remove:
            self._on_removal(Pressed(row.key))
        menu.deleteLater()


def _canonical(text: str) -> str:
    return print_query(parse(text))


def _read(store: MemoryStore, _report: Report, cancel: CancelToken) -> tuple[CountedSearch, ...]:
    found = []
    for saved in store.saved.list():
        cancel.check()
        try:
            query = print_query(parse(saved.query))
            count: int | None = store.search.count(query)
        except QueryError:
            query, count = saved.query, None
        found.append(CountedSearch(saved.id, saved.name, query, count))
    return tuple(found)
