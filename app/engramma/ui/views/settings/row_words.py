"""The words of a setting: its title and one line below, painted, with what is searched for marked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.ui.delegates.kit import Kit, Pen, current_kit, rounded
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, qcolor


class RowWords(QWidget):
    """Two lines, each cut where there is no room; `full` is what the tooltip says."""

    def __init__(self, title: str, about: str = "", *, full: str = "") -> None:
        super().__init__()
        self._title, self._about, self._marked = title, about, ""
        self._strong = False
        self._full = full
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._describe()

    @property
    def title(self) -> str:
        """The title."""
        return self._title

    @property
    def about(self) -> str:
        """The line below."""
        return self._about

    def set_title(self, title: str) -> None:
        """Say another title."""
        self._title = title
        self._describe()

    def set_about(self, about: str) -> None:
        """Say another line below."""
        if about != self._about:
            self._about = about
            self._describe()

    def set_strong(self, *, strong: bool) -> None:
        """Set the title in semibold, or not."""
        if strong != self._strong:
            self._strong = strong
            self.update()

    def mark(self, words: str) -> None:
        """Tint this piece of text wherever it stands; nothing for an empty one."""
        if words != self._marked:
            self._marked = words
            self.update()

    def sizeHint(self) -> QSize:
        """Two lines, or one."""
        kit = current_kit()
        height = kit.metrics.line_px(TextRole.BODY) + (
            kit.metrics.line_px(TextRole.SMALL) if self._about else 0
        )
        return QSize(kit.px(220), height)

    def minimumSizeHint(self) -> QSize:
        """May be narrow."""
        return QSize(current_kit().px(90), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Title, and what it is about below."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first = float(kit.metrics.line_px(TextRole.BODY))
        title = kit.pen(TextRole.STRONG if self._strong else TextRole.BODY)
        self._line(painter, kit, self._title, pen=title, top=0.0, height=first, colour=kit.tokens.text)
        if self._about:
            small = kit.pen(TextRole.SMALL)
            height = float(kit.metrics.line_px(TextRole.SMALL))
            colour = kit.tokens.text_secondary
            self._line(painter, kit, self._about, pen=small, top=first, height=height, colour=colour)

    def _line(
        self, painter: QPainter, kit: Kit, text: str, *, pen: Pen, top: float, height: float, colour: str
    ) -> None:
        at = text.casefold().find(self._marked.casefold()) if self._marked else -1
        if at >= 0:
            left = pen.measures.horizontalAdvance(text[:at])
            width = pen.measures.horizontalAdvance(text[at : at + len(self._marked)])
            if left < self.width():
                tint = qcolor(kit.tokens.badge("warning")[1])
                box = QRectF(left - 1, top + 1, min(width, self.width() - left) + 2, height - 2)
                rounded(painter, box, radius=kit.px(3), colour=tint)
        kit.text(painter, text, rect=QRectF(0, top, self.width(), height), pen=pen, colour=colour)

    def _describe(self) -> None:
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(self._full or self._about)
        words = self._full or self._about
        self.setToolTip(tooltip(f"{self._title}\n{words}" if words else self._title))
        self.updateGeometry()
        self.update()
