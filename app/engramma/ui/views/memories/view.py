"""The Memories view: joins header, table, results and selection, and asks the context for everything else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMenu, QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.errors import EngrammaError
from engramma.model.search import Mode, Sort, SortKey, contains, field_term, parse
from engramma.ui.actions.action_set import ActionSet
from engramma.ui.delegates import Column
from engramma.ui.delegates.searched_words import searched_pattern
from engramma.ui.models.memory_table import COLUMNS, MemoryTableModel
from engramma.ui.models.results import Results, ResultsLoader
from engramma.ui.theme import set_surface
from engramma.ui.views.memories.column_layout import ColumnLayout
from engramma.ui.views.memories.columns import ColumnChoice
from engramma.ui.views.memories.emptiness import Cause, Emptiness
from engramma.ui.views.memories.header import MemoriesHeader
from engramma.ui.views.memories.refreshing import RowRefresher
from engramma.ui.views.memories.row_editor import RowEditor
from engramma.ui.views.memories.selecting import SelectionLink
from engramma.ui.views.memories.sorting import AUTOMATIC, BY_COLUMN, COLUMN_OF, next_sort
from engramma.ui.views.memories.table import MemoryTable
from engramma.ui.views.memories.unshown import Unshown, count_unshown
from engramma.ui.widgets import lead_keys

if TYPE_CHECKING:
    from engramma.ui.bridge import WindowContext

PATIENCE = 200
SENSORY = field_term("tier", "sensory")
MENU = (
    ("memory.edit", "memory.correct", "memory.copy"),
    ("memory.pin", "memory.unpin", "memory.tag", "memory.rehearse"),
    ("memory.merge",),
    ("memory.trash", "memory.restore"),
)


class MemoriesView(QWidget):
    """All results of the window's search as a table. `results_arrived` comes when rows of an answer show."""

    view_name = "memories"
    results_arrived = Signal(object)

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._sort = AUTOMATIC
        self._sort_used = AUTOMATIC
        self._text = context.query
        self._total: int | None = None
        self._dirty = True
        self._stale = False
        self._shown: tuple[str, Sort] | None = None
        self._searched = self._unfinished = False
        set_surface(self, "base")
        self.setObjectName("memories-view")
        self.setAccessibleName("Memories")
        self._model = MemoryTableModel(context, self)
        self._loader = ResultsLoader(context, self)
        self._header = MemoriesHeader()
        self._table = MemoryTable(self._model)
        self._columns = ColumnLayout(self._table)
        self._emptiness = Emptiness()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._table)
        self._pages.addWidget(self._emptiness)
        self._link = SelectionLink(context, self._table, self._model)
        self._editor = RowEditor(context, self._table, self._model)
        self._refresher = RowRefresher(context, self._model, self)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self._pages, 1)
        lead_keys(self, self._table)
        self._connect()
        self._show_columns()

    def _connect(self) -> None:
        context, table, header = self._context, self._table, self._header
        context.store_changed.connect(self._on_store_changed)
        context.query_changed.connect(self._on_query_changed)
        context.data_changed.connect(self._on_data_changed)
        context.selection_changed.connect(self._say_results)
        self._loader.arrived.connect(self._on_results)
        self._loader.failed.connect(self._on_failure)
        self._refresher.requery_needed.connect(self.refresh)
        self._patience.timeout.connect(self._on_patience_over)
        self._emptiness.acted.connect(self._on_empty_action)
        self._columns.changed.connect(self._show_columns)
        header.sort_chosen.connect(self.set_sort)
        header.column_toggled.connect(self._on_column_toggled)
        header.columns_reset.connect(self._columns.reset)
        header.compact_changed.connect(table.set_compact)
        table.edit_requested.connect(self.edit_current)
        table.escape_pressed.connect(self._on_escape)
        table.typed.connect(self._on_typed)
        table.menu_requested.connect(self._show_menu)
        table.horizontalHeader().sectionClicked.connect(self._on_section_clicked)
        table.horizontalHeader().customContextMenuRequested.connect(self._on_head_menu)

    @property
    def table(self) -> MemoryTable:
        """The table."""
        return self._table

    @property
    def model(self) -> MemoryTableModel:
        """The model behind the table."""
        return self._model

    @property
    def header(self) -> MemoriesHeader:
        """The head above the table."""
        return self._header

    @property
    def emptiness(self) -> Emptiness:
        """What shows when there are no rows."""
        return self._emptiness

    @property
    def row_editor(self) -> RowEditor:
        """The editor over a row."""
        return self._editor

    @property
    def sort(self) -> Sort:
        """The order that was asked for."""
        return self._sort

    @property
    def loading(self) -> bool:
        """Whether results are still to come."""
        return self._loader.pending

    def activate(self) -> None:
        """The view came to the front: load what was put off, and let its selection be the window's."""
        if self._dirty:
            self._load()
        elif self._stale:
            self.refresh()
        if self._context.selection.kind != "memory" and self._table.selectionModel().hasSelection():
            self._link.push()
        self._say_results()

    def refresh(self) -> None:
        """Ask for the results again, keeping selection, scroll position and open editor."""
        if self._context.store is None:
            return
        self._stale = False
        self._model.mark_changed()
        self._loader.reload(self._text, self._sort)

    def set_sort(self, sort: Sort) -> None:
        """Sort by something else, in SQL."""
        if sort != self._sort:
            self._sort = sort
            self._header.set_sort(sort)
            self._load_if_visible()

    def edit_current(self) -> None:
        """Edit the text of the current memory over its row."""
        selection = self._context.selection
        if selection.kind == "memory" and selection.current is not None:
            self.edit_memory(selection.current)

    def edit_memory(self, memory_id: int) -> None:
        """Edit the text of a memory over its row."""
        self._editor.open(memory_id)

    def save_state(self) -> dict[str, Any]:
        """Sort, columns and row height, as plain values."""
        return {
            "sort": [self._sort.key.value, self._sort.descending],
            "columns": self._columns.choice.to_state(),
            "compact": self._table.compact,
        }

    def restore_state(self, state: Mapping[str, Any]) -> None:
        """Take what `save_state` gave; what does not fit is left out."""
        self._columns.set_choice(ColumnChoice.from_state(state.get("columns")))
        self._header.set_compact(state.get("compact") is True)
        match state.get("sort"):
            case [str(key), bool(descending)] if key in set(SortKey):
                self.set_sort(Sort(SortKey(key), descending))

    def _load(self) -> None:
        self._dirty = self._stale = False
        self._text = self._context.query
        if self._context.store is None:
            self._model.clear()
            self._show_cause(Cause.NO_STORE)
            return
        self._header.set_relevance_offered(parse(self._text).has_text)
        self._loader.load(self._text, self._sort)
        if not self._model.rowCount():
            self._patience.start()

    def _on_store_changed(self) -> None:
        self._loader.stop()
        self._editor.close_editor()
        self._model.clear()
        self._total = None
        self._shown = None
        self._header.set_count("")
        self._load_if_visible()

    def _on_query_changed(self) -> None:
        if self._context.query != self._text or self._dirty:
            self._load_if_visible()

    def _load_if_visible(self) -> None:
        """A view behind another loads when it comes to the front."""
        if self.isVisible():
            self._load()
        else:
            self._loader.stop()
            self._dirty = True

    def _on_data_changed(self, notice: ChangeNotice) -> None:
        if self.isVisible():
            self._refresher.take(notice, text=self._text, sort_used=self._sort_used)
        else:
            self._stale = True

    def _on_results(self, results: Results) -> None:
        self._patience.stop()
        shown = (results.text, self._sort)
        again = shown == self._shown
        new_text = self._shown is None or self._shown[0] != results.text
        first, self._shown = self._shown is None, shown
        anchor, row = self._table.scroll_anchor(), self._table.currentIndex().row()
        self._sort_used = results.sort_used
        self._table.mark(searched_pattern(results.text))
        self._total = results.total if results.total is not None else self._total
        if self._model.set_results(results):
            self._link.restore(next_row=row if again else None)
            if again:
                self._table.scroll_to_anchor(anchor)
            elif new_text and results.text.strip():
                self._table.scrollToTop()
            else:
                self._link.reveal()
        elif self._unfinished:
            self._link.finish(reveal=not results.text.strip())
        self._searched = self._searched or new_text
        if first:
            self._link.pick_first()
        if self._searched and results.complete:
            self._link.leave_hidden()
        self._searched, self._unfinished = self._searched and not results.complete, not results.complete
        self._header.set_sort(results.sort_used)
        self._columns.show_sort(COLUMN_OF.get(results.sort_used.key), descending=results.sort_used.descending)
        self._say_count(complete=results.complete)
        self._show_rows_or_cause(results)
        self._say_results()
        self.results_arrived.emit(results)

    def _show_rows_or_cause(self, results: Results) -> None:
        if len(results.ids):
            focused = QApplication.focusWidget()
            self._bring(self._table, held=focused is not None and self._emptiness.isAncestorOf(focused))
            return
        query = parse(results.text)
        if contains(query, SENSORY):
            self._show_cause(Cause.TURNS)
            return
        self._show_cause(Cause.NO_RESULTS if results.text.strip() else Cause.EMPTY_STORE)
        store = self._context.store
        if store is not None and not query.names_state:
            self._context.jobs.read(
                "Count what is not shown",
                partial(count_unshown, store, results.text),
                partial(self._on_unshown_counted, results.text),
                key="memories.hidden",
            )

    def _on_unshown_counted(self, text: str, unshown: Unshown) -> None:
        if text != self._text or self._model.rowCount():
            return
        if unshown.memories:
            cause = Cause.HIDDEN_RESULTS if text.strip() else Cause.ALL_PUT_AWAY
            self._show_cause(cause, count=unshown.memories)
        elif unshown.sessions and not text.strip():
            self._show_cause(Cause.ONLY_SESSIONS, count=unshown.sessions)

    def _show_cause(self, cause: Cause, *, count: int = 0, error: str = "") -> None:
        focused = QApplication.focusWidget()
        held = focused is not None and self._pages.isAncestorOf(focused)
        self._emptiness.show_cause(cause, count=count, error=error)
        self._bring(self._emptiness, held=held)

    def _bring(self, page: QWidget, *, held: bool) -> None:
        """Show the table or why it is empty. Keys that were here (`held`) stay, when what had them goes."""
        self._pages.setCurrentWidget(page)
        if held:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_patience_over(self) -> None:
        if self._loader.pending and not self._model.rowCount():
            self._show_cause(Cause.LOADING)

    def _on_failure(self, error: Exception) -> None:
        self._patience.stop()
        self._context.report_error(error)
        if not self._model.rowCount():
            known = isinstance(error, EngrammaError)
            self._show_cause(Cause.FAILED, error=str(error) if known else "Something unexpected happened.")

    def _on_empty_action(self, cause: Cause) -> None:
        match cause:
            case Cause.NO_STORE:
                self._context.open_view("welcome")
            case Cause.EMPTY_STORE:
                self._context.open_view("import")
            case Cause.ONLY_SESSIONS | Cause.TURNS:
                self._context.open_view("sessions")
            case Cause.HIDDEN_RESULTS | Cause.ALL_PUT_AWAY:
                self._context.edit_query(field_term("state", "any"), Mode.AND)
            case Cause.NO_RESULTS:
                self._context.set_query("")
            case _:
                self._load()

    def _say_count(self, *, complete: bool) -> None:
        shown = f"{self._model.rowCount():,}" + ("" if complete else "+")
        filtered = bool(self._text.strip()) and self._total is not None
        self._header.set_count(f"{shown} of {self._total:,}" if filtered else shown)

    def _say_results(self) -> None:
        if not self.isVisible() or self._context.store is None:
            return
        count, selection = self._model.rowCount(), self._context.selection
        words = f"{count:,} result{'' if count == 1 else 's'}"
        if selection.kind == "memory" and not selection.is_empty and count:
            words += f", {'all' if selection.all_results else f'{len(selection.ids):,}'} selected"
        self._context.set_results_text(words)

    def _on_section_clicked(self, section: int) -> None:
        key = BY_COLUMN.get(COLUMNS[section])
        if key is not None:
            self.set_sort(next_sort(self._sort_used, key))

    def _on_head_menu(self, position: QPoint) -> None:
        self._header.show_columns_menu(self._table.horizontalHeader().mapToGlobal(position))

    def _on_column_toggled(self, toggled: tuple[Column, bool]) -> None:
        self._columns.set_choice(self._columns.choice.with_shown(*toggled))

    def _show_columns(self) -> None:
        self._header.set_columns(self._columns.visible, automatic=self._columns.choice.automatic)

    def _on_typed(self, text: str) -> None:
        self._context.run("search.type", text=text)

    def _on_escape(self) -> None:
        if self._context.selection.all_results:
            self._link.push()
        elif self._context.query:
            self._context.run("search.clear")

    def _show_menu(self, position: QPoint) -> None:
        actions = self.window().findChild(ActionSet)
        if actions is None or self._context.selection.is_empty:
            return
        actions.refresh()
        menu = QMenu(self)
        menu.setAccessibleName("Memory")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for group in MENU:
            menu.addSeparator()
            for command_id in group:
                if command_id in actions and actions[command_id].isEnabled():
                    menu.addAction(actions[command_id])
        menu.popup(position)
