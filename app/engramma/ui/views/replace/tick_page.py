"""What the pages share on which a long list is ticked and then written by one button.

What was begun is written to its end, also when the page was left meanwhile; it never takes anybody away from what
came after. Knows nothing of what is looked for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent, Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.theme import set_surface
from engramma.ui.views.merge.layout import KeyFoot, PageHead
from engramma.ui.views.plan.head import PlanNotice
from engramma.ui.views.replace.tick_list import KEYS, TickList
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.model.changes import ChangeNotice
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.bridge import WindowContext
    from engramma.ui.widgets import EmptyState


class TickPage(QWidget):
    """`left` carries the view that one came from. `begin` says among which memories is looked.

    A page has its own `look`, `write` and `clear`, which shows that nothing was looked for; `shown_ids` are the
    memories that it shows, None while it shows none.
    """

    view_name = ""
    find_key = write_key = written_icon = ""
    look_after = 1_000
    left = Signal(str)

    def __init__(
        self, context: WindowContext, parent: QWidget | None, *, head: PageHead, words: str, empty: EmptyState
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._targets: Targets | None = None
        self._came_from = ""
        self._busy = False
        self._sitting = 0
        self.head, self.notice, self.list, self.empty = head, PlanNotice(), TickList(words), empty
        set_surface(self, "base")
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(self.look_after)
        self._again.timeout.connect(self.look)
        head.left.connect(self.leave)
        head.done.connect(self.write)
        context.data_changed.connect(self._on_data)
        context.query_changed.connect(self._on_query)
        context.store_changed.connect(self._on_store)

    def lay_out(self, *, form: QWidget | None = None, bar: QWidget | None = None) -> None:
        """Put the list under the head, with a form above all of it, and a bar above the list."""
        filled = QWidget()
        inner = QVBoxLayout(filled)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        if bar is not None:
            inner.addWidget(bar)
        inner.addWidget(self.list, 1)
        inner.addWidget(KeyFoot(KEYS))
        self._middle = QStackedWidget()
        self._middle.addWidget(self.empty)
        self._middle.addWidget(filled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, form, self.notice):
            if part is not None:
                column.addWidget(part)
        column.addWidget(self._middle, 1)

    # What a page is

    def look(self) -> None:
        """Look among the targets."""
        raise NotImplementedError

    def write(self) -> None:
        """Write what is ticked, as one operation."""
        raise NotImplementedError

    def clear(self) -> None:
        """Show nothing."""
        raise NotImplementedError

    def shown_ids(self) -> frozenset[int] | None:
        """The memories that are shown."""
        raise NotImplementedError

    # What the window asks

    def begin(self, targets: Targets, *, came_from: str = "") -> None:
        """Look among other memories."""
        self._forget()
        self._targets = targets
        self._came_from = came_from if came_from != self.view_name else self._came_from
        self.look()

    def save_state(self) -> dict[str, Any]:
        """Nothing: it is of the moment."""
        return {}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Nothing."""

    def refresh(self) -> None:
        """Look again."""
        self.look()

    def leave(self) -> None:
        """Drop it and go back."""
        self._forget()
        self.left.emit(self._came_from)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter writes, Escape leaves."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.write()
        else:
            super().keyPressEvent(event)

    # Writing

    def start_writing(
        self, title: str, work: Callable[[Report, CancelToken], Any], words: Callable[[Any], str]
    ) -> None:
        """Write in a job, one at a time; `words` say what it came to, a value with an `operation_id` or None."""
        self._busy = True
        self._context.jobs.drop(self.find_key)
        self._again.stop()
        done = functools.partial(self._on_written, self._sitting, words)
        self._context.jobs.work_beside(title, work, done, ended=self._on_ended, key=self.write_key)

    def _on_written(self, sitting: int, words: Callable[[Any], str], done: Any) -> None:
        here = sitting == self._sitting
        if done.operation_id is None and here:
            self.notice.tell(words(done))
            return
        if here:
            self.leave()
        operations = () if done.operation_id is None else (done.operation_id,)
        self._context.toast(words(done), icon=self.written_icon, operations=operations)

    def _on_ended(self) -> None:
        self._busy = False
        if self._targets is not None:
            self.look()

    # Following the store and the search

    def _on_query(self) -> None:
        """Among all results means among those of the search as it is now."""
        if self._targets is not None and self._targets.whole_query and not self._busy and self.isVisible():
            self._targets = Targets(query=self._context.query, whole_query=True)
            self.look()

    def _on_data(self, notice: ChangeNotice) -> None:
        ids = self.shown_ids()
        if ids is None or self._busy:
            return
        if notice.wide or not ids.isdisjoint(notice.memory_ids):
            self.notice.tell("Some of these changed while you looked; this is how they stand now.")
            # Not put off again and again while agents write without a pause.
            if not self._again.isActive():
                self._again.start()

    def _on_store(self) -> None:
        """The same numbers are other memories there, and what was being written is not heard of again."""
        self._busy = False
        self._forget()

    def _forget(self) -> None:
        self._context.jobs.drop(self.find_key)
        self._again.stop()
        self._sitting += 1
        self._targets = None
        self.notice.hide()
        self.clear()
