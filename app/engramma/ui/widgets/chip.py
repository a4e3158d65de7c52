"""A filter as a chip: field muted, value in medium weight, × to remove it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.widgets.badge_labels import PaintedLabel

WIDEST_VALUE = 220
REMOVE_KEYS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
ACTIVATE_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Chip(PaintedLabel):
    """One filter. Enter or a click emits `activated`, Delete or the × emits `removed`; both carry `key`."""

    removed = Signal(str)
    activated = Signal(str)

    def __init__(
        self,
        value: str,
        *,
        field: str = "",
        key: str = "",
        removable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._field, self._value = single_line(field), single_line(value)
        self._key = key or value
        self._removable = removable
        self._over_remove = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        name = f"{self._field} {self._value}".strip()
        self.setAccessibleName(f"Filter: {name}")
        self.setAccessibleDescription("Press Delete to remove it" if removable else "")
        self.setToolTip(tooltip(name))

    @property
    def key(self) -> str:
        """What the signals carry."""
        return self._key

    def sizeHint(self) -> QSize:
        """Padding, field, value, ×."""
        kit = current_kit()
        field, value = self._widths(kit)
        gap = kit.px(4) if field else 0
        close = kit.px(5) + kit.metrics.icon_small if self._removable else 0
        right = kit.px(7) if self._removable else kit.px(9)
        return QSize(int(kit.px(9) + field + gap + value + close + right + 0.99), kit.metrics.chip)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint the chip; an accent frame when it has the keyboard focus."""
        tokens, box = kit.tokens, QRectF(self.rect())
        rounded(painter, box, radius=box.height() / 2, colour=qcolor(tokens.fill))
        if self.hasFocus():
            painter.setPen(QPen(qcolor(tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), box.height() / 2 - 1, box.height() / 2 - 1)
        left = float(kit.px(9))
        field, value = self._widths(kit)
        if self._field:
            area = QRectF(left, 0, field + 1, box.height())
            kit.text(painter, self._field, rect=area, pen=kit.pen(TextRole.SMALL), colour=tokens.text_muted)
            left += field + kit.px(4)
        area = QRectF(left, 0, value + 1, box.height())
        kit.text(painter, self._value, rect=area, pen=kit.pen(TextRole.SMALL_MEDIUM), colour=tokens.text)
        if self._removable:
            colour = tokens.text if self._over_remove else tokens.text_muted
            size = kit.metrics.icon_small
            at = QPointF(box.right() - kit.px(7) - size, (box.height() - size) / 2)
            painter.drawPixmap(at, pixmap("x", size, colour, self.devicePixelRatioF()))

    def event(self, event: QEvent) -> bool:
        """Keep Delete from the window's shortcuts: here it means this chip."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and self._removable
            and event.key() in REMOVE_KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, Enter activates."""
        if self._removable and event.key() in REMOVE_KEYS:
            self.removed.emit(self._key)
        elif event.key() in ACTIVATE_KEYS:
            self.activated.emit(self._key)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that the release comes here."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the × removes, elsewhere activates."""
        if event.button() != Qt.MouseButton.LeftButton or not self.rect().contains(
            event.position().toPoint()
        ):
            return
        if self._is_over_remove(event.position()):
            self.removed.emit(self._key)
        else:
            self.activated.emit(self._key)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Darken the × under the mouse."""
        self._set_over_remove(self._is_over_remove(event.position()))

    def enterEvent(self, event: QEnterEvent) -> None:
        """As for a move."""
        self._set_over_remove(self._is_over_remove(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse is gone."""
        self._set_over_remove(False)

    def _set_over_remove(self, over: bool) -> None:
        if over != self._over_remove:
            self._over_remove = over
            self.update()

    def _is_over_remove(self, position: QPointF) -> bool:
        kit = current_kit()
        return self._removable and position.x() >= self.width() - kit.px(7) - kit.metrics.icon_small - kit.px(
            3
        )

    def _widths(self, kit: Kit) -> tuple[float, float]:
        field = kit.pen(TextRole.SMALL).measures.horizontalAdvance(self._field) if self._field else 0.0
        value = kit.pen(TextRole.SMALL_MEDIUM).measures.horizontalAdvance(self._value)
        return field, min(value, float(kit.px(WIDEST_VALUE)))
