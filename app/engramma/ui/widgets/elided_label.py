"""A label of one line that ends in "…" when it is too long, and tells the whole text on hover."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.ui.delegates.kit import LEFT, RIGHT, Pen, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole
from engramma.ui.theme.properties import Tone

TONE_TOKENS = {
    "primary": "text",
    "secondary": "text_secondary",
    "muted": "text_muted",
    "accent": "accent",
    "ok": "ok",
    "warning": "warning",
    "danger": "danger",
}


class ElidedLabel(QWidget):
    """One line of plain text, elided at the right, with `middle` in the middle, as names of files are.

    `tabular` aligns digits, `right` aligns the text at the right.
    """

    def __init__(
        self,
        text: str = "",
        role: TextRole = TextRole.BODY,
        *,
        tone: Tone = "primary",
        tabular: bool = False,
        right: bool = False,
        struck: bool = False,
        middle: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._middle = middle
        self._role, self._tone, self._tabular, self._right, self._struck = role, tone, tabular, right, struck
        self._text = self._tip = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setAccessibleName(single_line(text))
        self.updateGeometry()
        self._tell_if_elided()
        self.update()

    def setToolTip(self, tip: str) -> None:
        """Say this on hover, whether the text is cut or not; with "" the text is said when it is cut."""
        self._tip = tip
        self._tell_if_elided()

    def set_tone(self, tone: Tone) -> None:
        """Show it in another tone."""
        self._tone = tone
        self.update()

    def set_struck(self, struck: bool) -> None:
        """Strike it through or not."""
        self._struck = struck
        self.update()

    def sizeHint(self) -> QSize:
        """Wide enough for the whole text."""
        pen = self._pen()
        width = pen.measures.horizontalAdvance(single_line(self._text))
        return QSize(int(width) + 2, max(int(pen.height), current_kit().metrics.line_px(self._role)))

    def minimumSizeHint(self) -> QSize:
        """Room for the dots."""
        return QSize(min(self.sizeHint().width(), current_kit().px(24)), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Keep the tooltip true when the width changes."""
        if event.type() == QEvent.Type.Resize:
            self._tell_if_elided()
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line in the colour of its tone."""
        kit = current_kit()
        token = TONE_TOKENS[self._tone] if self.isEnabled() else "text_disabled"
        painter = QPainter(self)
        kit.text(
            painter,
            single_line(self._text),
            rect=QRectF(self.rect()),
            pen=self._pen(),
            colour=getattr(kit.tokens, token),
            align=RIGHT if self._right else LEFT,
            middle=self._middle,
        )

    def _pen(self) -> Pen:
        return current_kit().pen(self._role, tabular=self._tabular, struck=self._struck)

    def _tell_if_elided(self) -> None:
        line = single_line(self._text)
        hidden = line != self._text or self._pen().measures.horizontalAdvance(line) > self.width()
        super().setToolTip(self._tip or (tooltip(self._text) if hidden else ""))
