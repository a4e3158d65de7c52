"""Shown over the window while files are held over it: says what dropping them will do."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import CENTRE, current_kit
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.window.drops import Dropped


class DropOverlay(QWidget):
    """Takes no mouse events."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._words = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def offer(self, dropped: Dropped, area: QWidget, *, merging: bool = False) -> None:
        """Show what would happen, over an area of the window; `merging`: a store is merged, not opened."""
        if dropped.store is not None:
            does = "see what merging would bring from" if merging else "open"
            self._words = f"Drop to {does} {dropped.store.name}"
        else:
            count = len(dropped.files)
            what = dropped.files[0].name if count == 1 else f"{count} files"
            self._words = f"Drop to see what is in {what}"
        self.setAccessibleName(self._words)
        self.setGeometry(area.rect().translated(area.mapTo(self._window, area.rect().topLeft())))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Accent tint with a dashed frame, icon and words."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(kit.tokens.accent_tint)
        veil.setAlphaF(0.92)
        painter.fillRect(self.rect(), veil)
        pen = QPen(qcolor(kit.tokens.accent), 2)
        pen.setDashPattern([3, 2.4])
        painter.setPen(pen)
        margin, radius = kit.px(14), kit.metrics.radius_card
        frame = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        painter.drawRoundedRect(frame, radius, radius)
        size = kit.px(36)
        middle = frame.center()
        image = pixmap("tray", size, kit.tokens.accent, self.devicePixelRatioF())
        painter.drawPixmap(round(middle.x() - size / 2), round(middle.y() - size), image)
        line = QRectF(frame.left(), middle.y() + kit.px(8), frame.width(), kit.px(24))
        pen_of = kit.pen(TextRole.TITLE)
        kit.text(painter, self._words, rect=line, pen=pen_of, colour=kit.tokens.text, align=CENTRE)
