"""Shows what the context wants said at the bottom of the view, one line at a time, with Undo if there is one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from engramma.model.errors import EngrammaError
from engramma.ui.bridge import ToastRequest, WindowContext
from engramma.ui.widgets import Toast, ToastMessage


class ToastHost(QObject):
    """`undo_requested` means: take back the newest operation of this window."""

    undo_requested = Signal()

    def __init__(self, context: WindowContext, view: QWidget) -> None:
        super().__init__(view)
        self.toast = Toast(view)
        self.toast.undo_requested.connect(self._on_undo)
        context.toast_requested.connect(self._show)
        context.error_reported.connect(self._show_error)
        context.store_changed.connect(self._on_store)
        if isinstance(view, QStackedWidget):
            view.currentChanged.connect(self._on_page)

    def _show(self, request: ToastRequest) -> None:
        self.toast.show_message(ToastMessage(request.text, request.icon or "check", undo=request.undo))

    def _show_error(self, error: Exception) -> None:
        self.toast.show_message(ToastMessage(sentence_of(error), "warning", undo=False))

    def _on_store(self) -> None:
        """What it says, and its Undo, were about another store."""
        self.toast.dismiss()

    def _on_page(self, _index: int) -> None:
        """A stack lifts its page above everything else in it."""
        self.toast.raise_()

    def _on_undo(self, _message: ToastMessage) -> None:
        self.undo_requested.emit()


def sentence_of(error: Exception) -> str:
    """The sentence for a person: an expected error's own, or that something unforeseen happened."""
    if isinstance(error, EngrammaError):
        return str(error)
    return "Something went wrong that was not foreseen. The log has the details."
