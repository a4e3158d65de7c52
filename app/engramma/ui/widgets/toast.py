"""The toast at the bottom of a view: what happened, Undo, one more button if there is more to do, ×.

Stays 8 seconds, and as long as one is at it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QPropertyAnimation,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, motion, qcolor, set_text_role, set_variant, theme
from engramma.ui.widgets.icon_button import IconButton
from engramma.ui.widgets.icon_label import IconLabel
from engramma.ui.widgets.key_button import KeyButton

SHADOW = 14
RISE = 8
ABOVE_EDGE = 16
LEAST_TEXT = 310
LINES_USED = 1.75


@dataclass(frozen=True, slots=True)
class ToastMessage:
    """What a toast says. `operation` is the id of the operation it can undo, if any.

    `action` is the word of one more button, empty for none.
    """

    text: str
    icon_name: str = "check"
    undo: bool = True
    action: str = ""
    operation: int | None = None


class Toast(QWidget):
    """Floats over the bottom centre of its parent. Its signals carry the `ToastMessage`.

    Escape dismisses it.
    """

    undo_requested = Signal(object)
    action_requested = Signal(object)
    dismissed = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._host = parent
        self._message: ToastMessage | None = None
        self._room: Callable[[], int] | None = None
        self._icon = IconLabel("check", size=metrics.icon_large, role="accent")
        self._text = QLabel()
        self._text.setWordWrap(True)
        set_text_role(self._text, TextRole.BODY)
        self._lines = 1
        self._undo = KeyButton("Undo", "Ctrl+Z", accent=True)
        self._action = QPushButton()
        self._close = IconButton("x", "Dismiss this message", size="small")
        set_variant(self._action, "flat", size="small")
        self._undo.setAccessibleName("Undo")
        for button in (self._undo, self._action):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = self._row = QHBoxLayout(self)
        margin = metrics.px(SHADOW)
        row.setContentsMargins(margin + metrics.space_14, margin, margin + metrics.space_6, margin)
        row.setSpacing(metrics.space_8)
        self._parts = (self._icon, self._undo, self._action, self._close)
        for widget in (self._icon, self._text, self._undo, self._action, self._close):
            row.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_time_out)
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._undo.clicked.connect(self._on_undo)
        self._action.clicked.connect(self._on_action)
        self._close.clicked.connect(self.dismiss)
        parent.installEventFilter(self)
        self.hide()

    @property
    def message(self) -> ToastMessage | None:
        """What it says now, None when it is gone."""
        return self._message

    def keep_above(self, room: Callable[[], int]) -> None:
        """Stand above what is in the lowest `room()` px of the parent, as buttons that are in use."""
        self._room = room

    def show_message(self, message: ToastMessage) -> None:
        """Say something; replaces what it said before."""
        self._message = message
        self._icon.set_icon(message.icon_name)
        self._undo.setVisible(message.undo)
        self._action.setText(message.action)
        self._action.setAccessibleName(message.action)
        self._action.setVisible(bool(message.action))
        self.setAccessibleName(message.text)
        place = self._place()
        self.show()
        self.raise_()
        self._move_to(place, start=place + QPoint(0, theme().metrics.px(RISE)), milliseconds=motion.TOAST_IN)
        self._timer.start(motion.TOAST_STAYS)
        self._announce(message.text)

    def dismiss(self) -> None:
        """Take it away."""
        message, self._message = self._message, None
        self._timer.stop()
        self._slide.stop()
        self.hide()
        if message is not None:
            self.dismissed.emit(message)

    def sizeHint(self) -> QSize:
        """As wide as its parts, 40 high or a line more, and the shadow around."""
        metrics = theme().metrics
        frame = 2 * metrics.px(SHADOW)
        more = (self._lines - 1) * self._text.fontMetrics().lineSpacing()
        return QSize(super().sizeHint().width(), metrics.toast + frame + more)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the bottom centre when the parent changes its size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._slide.stop()
            self.move(self._place())
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        """Wait while the mouse is over it."""
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Count again from the start."""
        if self._message is not None:
            self._timer.start(motion.TOAST_STAYS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape dismisses."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a soft shadow, then the raised card."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        margin, radius = kit.px(SHADOW), kit.metrics.radius_card
        card = QRectF(self.rect()).adjusted(margin + 0.5, margin + 0.5, -margin - 0.5, -margin - 0.5)
        shade = QColor(kit.tokens.shadow)
        shade.setAlphaF(0.03 if kit.theme.is_dark else 0.008)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        for spread in range(margin, 0, -1):
            grown = card.adjusted(-spread, -spread + kit.px(3), spread, spread)
            painter.drawRoundedRect(grown, radius + spread, radius + spread)
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        painter.drawRoundedRect(card, radius, radius)

    def _announce(self, text: str) -> None:
        # Imported here because the accessibility enums cost milliseconds at start and are needed by no one else.
        from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def _place(self) -> QPoint:
        metrics, parent = theme().metrics, self._host
        taken = sum(one.sizeHint().width() + metrics.space_8 for one in self._parts if not one.isHidden())
        frame = 2 * metrics.px(SHADOW) + metrics.space_14 + metrics.space_6
        self._lay_text(max(metrics.px(LEAST_TEXT), parent.width() - taken - frame))
        self._row.activate()
        size = self.sizeHint()
        width = min(size.width(), max(metrics.px(160), parent.width()))
        self.resize(width, size.height())
        left = (parent.width() - width) // 2
        room = self._room() if self._room is not None else 0
        above = max(room + metrics.px(SHADOW) // 2, metrics.px(ABOVE_EDGE))
        return QPoint(left, max(0, parent.height() - size.height() + metrics.px(SHADOW) - above))

    def _lay_text(self, room: int) -> None:
        """As wide as the sentence, since what matters most may stand at its end; on two lines in a narrow view."""
        words = single_line(self._message.text) if self._message is not None else ""
        measures = self._text.fontMetrics()
        wide = measures.horizontalAdvance(words) + 4
        self._lines = 1 if wide <= room else 2
        # A line ends with a whole word, so that not all of its room is used.
        fitting = measures.elidedText(words, Qt.TextElideMode.ElideRight, round(room * LINES_USED))
        shown = words if self._lines == 1 else fitting
        self._text.setText(shown)
        self._text.setToolTip("" if shown == words else tooltip(words))
        self._text.setFixedWidth(min(wide, room))

    def _move_to(self, place: QPoint, *, start: QPoint, milliseconds: int) -> None:
        self._slide.stop()
        length = motion.duration(milliseconds)
        if length == 0:
            self.move(place)
            return
        self._slide.setDuration(length)
        self._slide.setStartValue(start)
        self._slide.setEndValue(place)
        self._slide.start()

    def _on_time_out(self) -> None:
        focused = self.focusWidget()
        if focused is not None and focused.hasFocus():
            self._timer.start(motion.TOAST_STAYS)
            return
        self.dismiss()

    def _on_undo(self) -> None:
        message = self._message
        self.dismiss()
        if message is not None:
            self.undo_requested.emit(message)

    def _on_action(self) -> None:
        message = self._message
        if message is not None:
            self.action_requested.emit(message)
