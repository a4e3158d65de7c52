"""Shows what the context wants said at the bottom of the view, one line at a time, with Undo or more to do."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engramma.model.errors import EngrammaError
from engramma.ui.bridge import ToastRequest, WindowContext
from engramma.ui.bridge.context import CommandRequest
from engramma.ui.widgets import Toast, ToastMessage


@runtime_checkable
class KeepsClear(Protocol):
    """A page with something at its bottom that no message may cover."""

    def toast_room(self) -> int:
        """How high that is, in px from the bottom of the page."""
        ...


class ToastHost(QObject):
    """`undo_requested` means: take back the newest operation of this window.

    `steps_undo_requested` carries the ids of the operations to take back instead.
    """

    undo_requested = Signal()
    steps_undo_requested = Signal(object)

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self.toast = Toast(view)
        self._steps: dict[int, tuple[int, ...]] = {}
        self._waiting: ToastRequest | None = None
        self._command: CommandRequest | None = None
        self._context = context
        self._view = view
        self.toast.keep_above(self._room)
        self.toast.undo_requested.connect(self._on_undo)
        self.toast.action_requested.connect(self._on_action)
        self.toast.dismissed.connect(self._on_dismissed)
        context.toast_requested.connect(self._show)
        context.error_reported.connect(self._show_error)
        context.store_changed.connect(self._on_store)
        if isinstance(view, QStackedWidget):
            view.currentChanged.connect(self._on_page)

    def _show(self, request: ToastRequest) -> None:
        if request.quiet and self.toast.message is not None:
            self._waiting = request
            return
        named = request.operations[-1] if request.operations else None
        if named is not None:
            self._steps[named] = request.operations
        undo = request.undo or named is not None
        self._command = request.command
        self.toast.show_message(
            ToastMessage(
                request.text, request.icon or "check", undo=undo, action=request.action, operation=named
            )
        )

    def _on_dismissed(self, _message: ToastMessage) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._show(waiting)

    def _room(self) -> int:
        page = self._view.currentWidget() if isinstance(self._view, QStackedWidget) else None
        return page.toast_room() if isinstance(page, KeepsClear) else 0

    def _show_error(self, error: Exception) -> None:
        self.toast.show_message(ToastMessage(sentence_of(error), "warning", undo=False))

    def _on_store(self) -> None:
        """What it says, and its Undo, were about another store."""
        self._waiting = None
        self._steps.clear()
        self.toast.dismiss()

    def _on_page(self, _index: int) -> None:
        """A stack lifts its page above everything else in it."""
        self.toast.raise_()

    def _on_action(self, _message: ToastMessage) -> None:
        command, self._command = self._command, None
        self.toast.dismiss()
        if command is not None:
            self._context.run(command.command_id, **dict(command.arguments))

    def _on_undo(self, message: ToastMessage) -> None:
        steps = self._steps.pop(message.operation, ()) if message.operation is not None else ()
        if steps:
            self.steps_undo_requested.emit(steps)
        else:
            self.undo_requested.emit()


def sentence_of(error: Exception) -> str:
    """The sentence for a person: an expected error's own, or that something unforeseen happened."""
    if isinstance(error, EngrammaError):
        return str(error)
    return "Something went wrong that was not foreseen. The log has the details."
