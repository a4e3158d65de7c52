"""The search bar: its text is the window's only filter state.

Typing puts the text in force a moment later; what cannot be read is underlined, explained below, and leaves the list
as it is. Facets, chips and plots change the text through the context, and it shows here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engramma.model.errors import QueryError
from engramma.model.search import Completion, parse
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import qcolor, theme
from engramma.ui.widgets import IconButton, IconLabel, KeyHint
from engramma.ui.window.search.completer import Completer, is_after_field
from engramma.ui.window.search.edit import LIST_KEYS, SearchEdit
from engramma.ui.window.search.history import SearchHistory

if TYPE_CHECKING:
    from engramma.ui.window.search.help_popover import SearchHelp
    from engramma.ui.window.search.popup import CompletionPopup

APPLY_AFTER = 120
COMPLAIN_AFTER = 500


class SearchBar(QWidget):
    """`list_key` carries a QKeyEvent for the view; `error_changed` the sentence, or ""; `star_clicked` saves."""

    list_key = Signal(object)
    error_changed = Signal(str)
    star_clicked = Signal()
    left_for_list = Signal()

    def __init__(
        self, context: WindowContext, *, history: SearchHistory, window: QWidget, keys: str = "Ctrl+F"
    ) -> None:
        super().__init__()
        self._context = context
        self._history = history
        self._listing_history = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme().metrics.search)
        self.edit = SearchEdit()
        self._star = IconButton("star", "Save this search", keys="Ctrl+S", size="small")
        self._help = IconButton("question", "Search language", size="small")
        self._hint = KeyHint(keys, follows=True)
        self._window = window
        self._popup: CompletionPopup | None = None
        self._completer = Completer(context, self)
        self._help_popover: SearchHelp | None = None
        self._apply_timer = self._timer(APPLY_AFTER, self.apply)
        self._complain_timer = self._timer(COMPLAIN_AFTER, self._complain)
        self._error: QueryError | None = None
        self._build()

    def _timer(self, milliseconds: int, slot: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    def _build(self) -> None:
        metrics = theme().metrics
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_8, 0, metrics.space_6, 0)
        row.setSpacing(metrics.space_4)
        row.addWidget(IconLabel("magnifying-glass", size=metrics.icon_large))
        row.addSpacing(metrics.space_2)
        row.addWidget(self.edit, 1)
        for widget in (self._star, self._help, self._hint):
            row.addWidget(widget)
        self.setFocusProxy(self.edit)
        self.edit.textEdited.connect(self._on_edited)
        self.edit.key_offered.connect(self._on_key)
        self.edit.focus_changed.connect(self._on_focus)
        self._completer.found.connect(self._offer)
        self._star.clicked.connect(self.star_clicked)
        self._help.clicked.connect(self.show_help)
        self._context.query_changed.connect(self._follow)

    @property
    def popup(self) -> CompletionPopup:
        """The list of completions, made when there is something to list."""
        if self._popup is None:
            from engramma.ui.window.search.popup import CompletionPopup

            self._popup = CompletionPopup(self._window)
            self._popup.chosen.connect(self._accept)
        return self._popup

    @property
    def _offers(self) -> bool:
        return self._popup is not None and self._popup.isVisible()

    @property
    def error(self) -> str:
        """The sentence about what cannot be read, "" if all is well."""
        return str(self._error) if self._error is not None else ""

    def set_saved(self, saved: bool) -> None:
        """Show whether this search is among the saved ones."""
        self._star.set_icon_name("star-fill" if saved else "star")
        self._star.set_name("This search is saved" if saved else "Save this search", keys="Ctrl+S")

    def take_focus(self) -> None:
        """Go to the bar with everything selected."""
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def type(self, text: str) -> None:
        """Go to the bar and type there: a word of its own, after what stands there."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.edit.end(False)
        if text:
            before = self.edit.text()
            self.edit.insert(f" {text}" if before and not before[-1].isspace() else text)
            self.edit.textEdited.emit(self.edit.text())

    def clear(self) -> None:
        """Search for nothing, also when what stands here cannot be read; what was searched for is kept."""
        self._remember()
        self._hide_popup()
        self.edit.clear()
        self._context.set_query("")
        self.apply()

    def apply(self) -> None:
        """Put the text in force now; an unreadable one is told and changes nothing."""
        self._apply_timer.stop()
        try:
            self._context.set_query(self.edit.text().strip())
        except QueryError as error:
            self._error = error
            self._complain_timer.start()
            return
        self._clear_error()

    def _clear_error(self) -> None:
        self._complain_timer.stop()
        if self._error is not None:
            self._error = None
            self.edit.set_error(None)
            self.error_changed.emit("")
            self.update()

    def _complain(self) -> None:
        """Show the error: not while a person is still typing, since half a term is wrong for a moment."""
        self._complain_timer.stop()
        if self._error is None:
            return
        if self._offers:
            self._complain_timer.start()
            return
        start = min(self._error.start, max(0, len(self.edit.text()) - 1))
        self.edit.set_error((start, max(self._error.end, start + 1)))
        self.error_changed.emit(str(self._error))
        self.update()

    def _follow(self) -> None:
        """The query was changed: show it, unless it is what stands here anyway."""
        query = self._context.query
        if query == self.edit.text().strip():
            return
        try:
            same = self.edit.hasFocus() and bool(query) and parse(self.edit.text()) == parse(query)
        except QueryError:
            same = False
        if not same:
            self._apply_timer.stop()
            self.edit.setText(query)
            self._clear_error()

    def _on_edited(self, text: str) -> None:
        self._apply_timer.start()
        if self._error is not None:
            self._complain_timer.start()
        if is_after_field(text, self.edit.cursorPosition()):
            self._ask()
        else:
            self._hide_popup()

    def _ask(self) -> None:
        self._listing_history = False
        self._completer.ask(self.edit.text(), self.edit.cursorPosition())

    def _offer(self, entries: Sequence[Completion]) -> None:
        if self.edit.hasFocus():
            self._show_entries(entries)

    def _show_entries(self, entries: Sequence[Completion]) -> None:
        start = entries[0].start if entries else 0
        text = self.edit.text()
        if len(entries) == 1 and text[start : entries[0].end].strip() == entries[0].text.strip():
            entries = ()  # nothing is left to complete
        before = text[:start]
        left = self.edit.fontMetrics().horizontalAdvance(before)
        anchor = self.edit.mapTo(self, QPoint(0, 0)).x()
        if entries or self._offers:
            self.popup.offer(entries, below=self, left=min(anchor + left, self.width() // 2))

    def _accept(self, entry: Completion) -> None:
        text = self.edit.text()
        self.edit.setFocus()
        self.edit.setText(text[: entry.start] + entry.text + text[entry.end :])
        self.edit.setCursorPosition(entry.cursor)
        self.popup.hide()
        if self._listing_history or not entry.text.endswith(":"):
            self.apply()
        else:
            self._apply_timer.start()
            self._ask()

    def show_history(self) -> None:
        """List earlier searches below the bar."""
        length = len(self.edit.text())
        entries = [Completion(text, 0, length, text, "", len(text)) for text in self._history.all()]
        self._listing_history = True
        self._show_entries(entries)

    def _hide_popup(self) -> None:
        self._completer.forget()
        if self._popup is not None:
            self._popup.hide()

    def _on_key(self, event: QKeyEvent) -> None:
        key, modifiers = event.key(), event.modifiers()
        control = modifiers == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Space and control:
            self._ask()
        elif key == Qt.Key.Key_Down and modifiers == Qt.KeyboardModifier.AltModifier:
            self.show_history()
        elif self._offers and self._popup_key(key):
            pass
        elif key in LIST_KEYS:
            self.apply()
            self.list_key.emit(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.apply()
            self._complain()
            self._remember()
            if self._error is None:
                self.left_for_list.emit()
        else:
            return
        event.accept()

    def _popup_key(self, key: int) -> bool:
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.popup.step(1 if key == Qt.Key.Key_Down else -1)
            return True
        if key == Qt.Key.Key_Escape:
            self._hide_popup()
            return True
        accepts = key == Qt.Key.Key_Tab or key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        entry = self.popup.first() if key == Qt.Key.Key_Tab else self.popup.current
        if accepts and entry is not None:
            self._accept(entry)
            return True
        if accepts:
            self._hide_popup()
        return False

    def _on_focus(self) -> None:
        self.update()
        if not self.edit.hasFocus():
            if self._popup is not None:
                self._popup.hide()
            self._remember()
            if self._error is not None:
                self._complain()

    def _remember(self) -> None:
        if self._error is None:
            self._history.add(self._context.query)

    def show_help(self) -> None:
        """Explain the search language."""
        if self._help_popover is None:
            from engramma.ui.window.search.help_popover import SearchHelp

            self._help_popover = SearchHelp(self)
            self._help_popover.example_chosen.connect(self._put_example)
        self._help_popover.open_below(self._help)

    def _put_example(self, example: str) -> None:
        text = self.edit.text().strip()
        self.edit.setText(f"{text} {example}".strip())
        self.take_focus()
        self.edit.deselect()
        self.apply()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the line goes into it."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field's frame: accent with the focus, danger with an error."""
        kit = current_kit()
        tokens, focused = kit.tokens, self.edit.hasFocus()
        shown_error = self.edit.error is not None
        colour = tokens.danger if shown_error else tokens.accent if focused else tokens.field_border
        width = 2 if focused or shown_error else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(qcolor(colour), width))
        painter.setBrush(qcolor(tokens.base))
        inset = width / 2
        radius = kit.metrics.radius_field
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
