"""The commands of searching: to the bar, clear, save, rename and delete saved searches, earlier searches, help."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engramma.model.search import parse, print_query, top_level_terms
from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.search.bar import SearchBar
from engramma.ui.window.sidebar.saved_searches import SavedSearchSection

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


def _can_save(situation: Situation) -> str:
    return may.writable(situation) or may.has_query(situation) or ("saved already" if situation.saved else "")


def _is_saved(situation: Situation) -> str:
    return may.writable(situation) or ("" if situation.saved else "this search is not saved")


class SearchCommands(QObject):
    """Acts on the search bar and the saved searches."""

    def __init__(
        self, context: WindowContext, bar: SearchBar, saved: SavedSearchSection, view: QWidget
    ) -> None:
        super().__init__(view)
        self._context, self._bar, self._saved = context, bar, saved

    def commands(self) -> tuple[Command, ...]:
        """In the menus Edit, Store and Help."""
        return (
            Command(
                "search.find",
                "Search",
                self._bar.take_focus,
                menu="Edit",
                keys=("Ctrl+F",),
                icon="magnifying-glass",
                when=may.store_open,
                group=2,
            ),
            Command(
                "search.type",
                "Continue the search",
                self.type,
                icon="text-t",
                when=may.store_open,
            ),
            Command(
                "search.history",
                "Earlier searches",
                self.history,
                menu="Edit",
                icon="clock-counter-clockwise",
                when=may.store_open,
                group=2,
            ),
            Command(
                "search.clear",
                "Clear the search",
                self.clear,
                menu="Edit",
                keys=("Esc",),
                icon="x",
                when=may.has_query,
                group=2,
            ),
            Command(
                "search.save",
                "Save this search…",
                self.save,
                menu="Store",
                keys=("Ctrl+S",),
                icon="bookmark-simple",
                when=_can_save,
                group=1,
            ),
            Command(
                "search.rename",
                "Rename this saved search…",
                self.rename,
                menu="Store",
                icon="pencil-simple",
                when=_is_saved,
                group=1,
            ),
            Command(
                "search.remove",
                "Delete this saved search",
                self.remove,
                menu="Store",
                icon="trash",
                when=_is_saved,
                group=1,
            ),
            Command(
                "search.help",
                "Search language",
                self._bar.show_help,
                menu="Help",
                keys=("F1",),
                icon="question",
                when=may.store_open,
            ),
        )

    def type(self, text: str = "") -> None:
        """Go to the bar and type there, after what stands there."""
        self._bar.type(text)

    def history(self) -> None:
        """List earlier searches."""
        self._bar.take_focus()
        self._bar.show_history()

    def clear(self) -> None:
        """Search for nothing."""
        self._bar.clear()

    def save(self) -> None:
        """Give the search a name and keep it in the store."""
        self._bar.apply()
        from engramma.ui.dialogs.name_popup import NamePopup

        popup = NamePopup(self._bar, title="Save this search as", name=suggested_name(self._context.query))
        popup.named.connect(self._on_named)
        popup.open_at(self._bar, right=True)

    def _on_named(self, name: str) -> None:
        store, query = self._context.store, self._context.query
        if store is not None:
            job = functools.partial(_save, store, name, query)
            self._context.jobs.write("Save a search", job, functools.partial(self._on_saved, name))

    def _on_saved(self, name: str, _saved: object) -> None:
        self._saved.refresh()
        self._context.toast(f"Saved the search “{name}”", icon="bookmark-simple", undo=True)

    def rename(self, search_id: int | None = None, name: str = "") -> None:
        """Give a saved search another name."""
        wanted = self._named(search_id)
        if wanted is None:
            return
        from engramma.ui.dialogs.name_popup import NamePopup

        anchor = self._saved.section.row(str(wanted[0])) if self._saved.isVisible() else self._bar
        popup = NamePopup(anchor, title="Rename the saved search", name=name or wanted[1], action="Rename")
        popup.named.connect(functools.partial(self._on_renamed, wanted[0]))
        popup.open_at(anchor)

    def _on_renamed(self, search_id: int, name: str) -> None:
        store = self._context.store
        if store is not None:
            job = functools.partial(_rename, store, search_id, name)
            done = functools.partial(self._tell, f"Renamed the saved search to “{name}”", "pencil-simple")
            self._context.jobs.write("Rename a saved search", job, done)

    def remove(self, search_id: int | None = None, name: str = "") -> None:
        """Delete a saved search; Undo brings it back."""
        wanted, store = self._named(search_id), self._context.store
        if wanted is not None and store is not None:
            job = functools.partial(_remove, store, wanted[0])
            done = functools.partial(self._tell, f"Deleted the saved search “{name or wanted[1]}”", "trash")
            self._context.jobs.write("Delete a saved search", job, done)

    def _tell(self, words: str, icon_name: str, _done: object) -> None:
        self._saved.refresh()
        self._context.toast(words, icon=icon_name, undo=True)

    def _named(self, search_id: int | None) -> tuple[int, str] | None:
        if search_id is None:
            search_id = self._saved.saved_id(print_query(parse(self._context.query)))
        found = [saved for saved in self._saved.searches if saved.id == search_id]
        return (found[0].id, found[0].name) if found else None


def suggested_name(query: str) -> str:
    """A name made of the query's values."""
    terms = top_level_terms(parse(query))
    words = ", ".join(f"{'not ' if term.negated else ''}{term.value}" for term in terms)
    return (words[:1].upper() + words[1:])[:60]


def _save(store: MemoryStore, name: str, query: str, _report: Report, _cancel: CancelToken) -> object:
    return store.saved.add(name, query)


def _rename(store: MemoryStore, search_id: int, name: str, _report: Report, _cancel: CancelToken) -> None:
    store.saved.rename(search_id, name)


def _remove(store: MemoryStore, search_id: int, _report: Report, _cancel: CancelToken) -> None:
    store.saved.remove(search_id)
