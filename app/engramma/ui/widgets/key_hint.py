"""A key as people press it, 11 px in a one pixel frame; several are several frames' worth of text in one."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QWidget

from engramma.ui.delegates.kit import CENTRE, Kit, current_kit
from engramma.ui.theme import TextRole, qcolor
from engramma.ui.widgets.badge_labels import PaintedLabel
from engramma.ui.widgets.key_names import key_words, keys_now

__all__ = ["KeyHint", "key_words"]


class KeyHint(PaintedLabel):
    """Shows a shortcut, such as `KeyHint("Ctrl+K")`, in or after its button.

    With `follows`, `keys` are those that a command comes with, and those that it has now are shown.
    """

    def __init__(
        self, keys: str | QKeySequence, *, follows: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = ""
        self._followed = str(keys) if follows else ""
        self._gone = False
        self.set_keys(keys)
        self.follow_keys()

    @property
    def words(self) -> str:
        """What is shown."""
        return self._words

    def set_keys(self, keys: str | QKeySequence) -> None:
        """Show other keys."""
        self._words = key_words(keys)
        self.setAccessibleName(f"Shortcut {self._words}")
        self.updateGeometry()
        self.update()

    def follow_keys(self) -> None:
        """Show the keys that the command has now."""
        if self._followed:
            now = keys_now(self._followed)
            self.set_keys(now)
            if self._gone != (not now):
                self._gone = not now
                self.setHidden(self._gone)

    def sizeHint(self) -> QSize:
        """The word and 5 px at each side, 18 high."""
        kit = current_kit()
        advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(self._words)
        return QSize(max(kit.metrics.tag, int(advance + 2 * kit.px(5) + 1.99)), kit.metrics.tag)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint frame and word."""
        radius = kit.metrics.radius_tag
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        pen = kit.pen(TextRole.CAPTION)
        colour = kit.tokens.text_secondary
        kit.text(
            painter,
            self._words,
            rect=QRectF(self.rect()).adjusted(0, 0, 1, 0),
            pen=pen,
            colour=colour,
            align=CENTRE,
        )
