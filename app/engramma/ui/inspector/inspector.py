"""The inspector itself: follows the window's selection, reads it in a job and shows it in the form that fits.

A new selection silences the reading of the old one, so that holding an arrow key never lags behind. All forms but
that of one memory are loaded when they are first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engramma.model.changes import ChangeNotice
from engramma.model.errors import EngrammaError, NotFoundError
from engramma.model.progress import CancelToken, Report
from engramma.ui.inspector.editing import EditTarget, Meanwhile, look_again
from engramma.ui.inspector.forms.event_values import ShownEvent, ShownSession, read_event, read_session
from engramma.ui.inspector.forms.nothing_form import NothingForm
from engramma.ui.inspector.forms.operation_values import ShownOperation, read_operation
from engramma.ui.inspector.forms.selection_values import ShownSelection, read_results, read_selection
from engramma.ui.inspector.memory.form import MemoryForm
from engramma.ui.inspector.memory.view_values import ShownMemory, read_memory
from engramma.ui.theme import set_surface

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore
    from engramma.ui.bridge import WindowContext
    from engramma.ui.inspector.forms.event_form import EventForm
    from engramma.ui.inspector.forms.operation_form import OperationForm
    from engramma.ui.inspector.forms.selection_form import SelectionForm
    from engramma.ui.inspector.forms.session_form import SessionForm

KEY = "inspector"
SETTLE = 12

Shown = ShownMemory | ShownSelection | ShownEvent | ShownSession | ShownOperation
AnyForm = TypeVar("AnyForm", bound=QWidget)


class Inspector(QWidget):
    """The right pane. `edit_text` begins editing the memory that shows."""

    def __init__(self, context: WindowContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        set_surface(self, "panel")
        self.setObjectName("inspector")
        self.setAccessibleName("Inspector")
        self._pages = QStackedWidget()
        self._nothing = self._add(NothingForm())
        self._memory = self._add(MemoryForm(context))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE)
        self._timer.timeout.connect(self.refresh)
        self._memory.text_section.editing_changed.connect(self._on_editing_changed)
        context.selection_changed.connect(self._timer.start)
        context.query_changed.connect(self._on_query_changed)
        context.data_changed.connect(self._on_data_changed)
        context.store_changed.connect(self._on_store_changed)
        self._timer.start()

    def _add(self, form: AnyForm) -> AnyForm:
        self._pages.addWidget(form)
        return form

    @cached_property
    def _selection(self) -> SelectionForm:
        from engramma.ui.inspector.forms.selection_form import SelectionForm

        return self._add(SelectionForm(self._context))

    @cached_property
    def _event(self) -> EventForm:
        from engramma.ui.inspector.forms.event_form import EventForm

        return self._add(EventForm(self._context))

    @cached_property
    def _session(self) -> SessionForm:
        from engramma.ui.inspector.forms.session_form import SessionForm

        return self._add(SessionForm(self._context))

    @cached_property
    def _operation(self) -> OperationForm:
        from engramma.ui.inspector.forms.operation_form import OperationForm

        return self._add(OperationForm(self._context))

    @property
    def memory_form(self) -> MemoryForm:
        """The form for one memory."""
        return self._memory

    @property
    def form(self) -> QWidget | None:
        """The form that shows."""
        return self._pages.currentWidget()

    def edit_text(self) -> None:
        """Edit the text of the memory that shows."""
        if self.form is self._memory:
            self._memory.edit_text()

    def refresh(self) -> None:
        """Read again what is selected."""
        store, selection = self._context.store, self._context.selection
        target = self._typed_over()
        if selection.is_empty and target is not None:
            self._memory.text_section.editor.look()
            return
        if store is None or selection.is_empty:
            self._context.jobs.drop(KEY)
            self._nothing.show_nothing()
            self._pages.setCurrentWidget(self._nothing)
            return
        work = self._work(store)
        if target is not None:
            work = partial(_read_unless_gone, store, target, work)
        self._context.jobs.read("Read the selection", work, self._show, failed=self._fail, key=KEY)

    def _typed_over(self) -> EditTarget | None:
        """What somebody is typing over right now, in the pane."""
        editor, focused = self._memory.text_section.editor, self.window().focusWidget()
        if self.form is not self._memory or focused is None or not editor.isAncestorOf(focused):
            return None
        return editor.target if editor.changed else None

    def _work(self, store: MemoryStore) -> Callable[[Report, CancelToken], Shown | Meanwhile]:
        selection = self._context.selection
        if selection.kind == "memory" and selection.all_results:
            return partial(read_results, store, self._context.query)
        if selection.kind == "memory" and len(selection.ids) > 1:
            return partial(read_selection, store, selection.ids)
        first = selection.current if selection.current in selection.ids else selection.ids[0]
        match selection.kind:
            case "event":
                return partial(read_event, store, first)
            case "session":
                return partial(read_session, store, first)
            case "operation":
                return partial(read_operation, store, first)
            case _:
                return partial(read_memory, store, first)

    def _show(self, shown: Shown | Meanwhile) -> None:
        match shown:
            case Meanwhile():
                self._memory.text_section.editor.tell(shown)
            case ShownMemory():
                self._memory.show_memory(shown)
                self._pages.setCurrentWidget(self._memory)
            case ShownSelection():
                self._selection.show_selection(shown)
                self._pages.setCurrentWidget(self._selection)
            case ShownEvent():
                self._event.show_event(shown)
                self._pages.setCurrentWidget(self._event)
            case ShownSession():
                self._session.show_session(shown)
                self._pages.setCurrentWidget(self._session)
            case ShownOperation():
                self._operation.show_operation(shown)
                self._pages.setCurrentWidget(self._operation)

    def _fail(self, error: Exception) -> None:
        section = self._memory.text_section
        if isinstance(error, NotFoundError) and self.form is self._memory and section.editing:
            section.editor.look()  # What is typed stays, and what became of the memory is said there.
            return
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)
        known = str(error) if isinstance(error, EngrammaError) else "Something unexpected happened."
        self._nothing.show_gone(known)
        self._pages.setCurrentWidget(self._nothing)

    def _on_editing_changed(self, editing: bool) -> None:
        """Catch up with a selection that had to wait."""
        if not editing:
            self._timer.start()

    def _on_query_changed(self) -> None:
        if self._context.selection.all_results:
            self._timer.start()

    def _on_store_changed(self) -> None:
        self._nothing.show_nothing()
        self._pages.setCurrentWidget(self._nothing)
        self._timer.start()

    def _on_data_changed(self, notice: ChangeNotice) -> None:
        selection = self._context.selection
        if selection.is_empty:
            return
        by_id = selection.kind == "memory" and not selection.all_results
        if notice.wide or not by_id or not notice.memory_ids.isdisjoint(selection.ids):
            self._timer.start()


def _read_unless_gone(
    store: MemoryStore,
    target: EditTarget,
    work: Callable[[Report, CancelToken], Shown | Meanwhile],
    report: Report,
    cancel: CancelToken,
) -> Shown | Meanwhile:
    """What is selected; or what became of a memory that went while its text was typed, so that typing goes on."""
    meanwhile = look_again(store, target, report, cancel)
    return meanwhile if meanwhile.gone else work(report, cancel)
