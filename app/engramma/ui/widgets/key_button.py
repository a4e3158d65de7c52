"""A button that shows its key inside itself: "Undo [Ctrl Z]", "Commands [Ctrl K]"."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QStylePainter, QWidget

from engramma.ui.delegates.kit import CENTRE, Kit, Pen, current_kit
from engramma.ui.theme import TextRole, pixmap, qcolor, set_variant
from engramma.ui.theme.properties import ButtonSize, Variant
from engramma.ui.widgets.key_names import key_words, keys_now


class KeyButton(QPushButton):
    """A push button with icon, word and key frame.

    The shortcut itself belongs to the command, not to the button.
    """

    def __init__(
        self,
        text: str,
        keys: str | QKeySequence = "",
        *,
        icon_name: str = "",
        variant: Variant = "plain",
        size: ButtonSize = "small",
        accent: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._given, self._keys = keys, ""
        self._icon_name, self._variant, self._accent = icon_name, variant, accent
        self.setAutoDefault(True)  # Enter presses it, too
        set_variant(self, variant, size=size)
        self.setAccessibleName(text)
        self.follow_keys()

    def follow_keys(self) -> None:
        """Show the keys that its command has now."""
        now = keys_now(self._given) if isinstance(self._given, str) else self._given
        self._keys = key_words(now) if now else ""
        self.setAccessibleDescription(f"Shortcut {self._keys}" if self._keys else "")
        self.updateGeometry()
        self.update()

    def set_icon_name(self, icon_name: str) -> None:
        """Show another icon."""
        self._icon_name = icon_name
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Padding, icon, word, key frame."""
        kit = current_kit()
        return QSize(int(2 * kit.px(9) + self._content_width(kit) + 1), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """As large as it is: its word is never cut."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it, but Ctrl+Enter belongs to the page that it stands on, also while Cancel has the keys."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let the style paint the frame, then paint the content into its middle."""
        style = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_PushButton, option)
        kit = current_kit()
        style.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_content(style, kit)

    def _paint_content(self, painter: QPainter, kit: Kit) -> None:
        left = (self.width() - self._content_width(kit)) / 2
        colour = self._colour(kit)
        if self._icon_name:
            size = kit.metrics.icon
            image = pixmap(self._icon_name, size, colour, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(left, (self.height() - size) / 2), image)
            left += size + kit.px(6)
        pen = self._pen(kit)
        advance = pen.measures.horizontalAdvance(self.text())
        kit.text(
            painter, self.text(), rect=QRectF(left, 0, advance + 1, self.height()), pen=pen, colour=colour
        )
        left += advance + kit.px(6)
        if self._keys:
            self._paint_keys(painter, kit, left=left, colour=colour)

    def _paint_keys(self, painter: QPainter, kit: Kit, *, left: float, colour: str) -> None:
        primary = self._variant == "primary"
        height, radius = kit.px(16), kit.metrics.radius_tag
        box = QRectF(left, (self.height() - height) / 2, self._key_width(kit), height).adjusted(
            0.5, 0.5, -0.5, -0.5
        )
        painter.setPen(QPen(qcolor(colour if primary else kit.tokens.button_border), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)
        muted = colour if primary or not self.isEnabled() else kit.tokens.text_secondary
        kit.text(
            painter,
            self._keys,
            rect=box.adjusted(0, 0, 1, 0),
            pen=kit.pen(TextRole.CAPTION),
            colour=muted,
            align=CENTRE,
        )

    def _content_width(self, kit: Kit) -> float:
        width = self._pen(kit).measures.horizontalAdvance(self.text())
        if self._icon_name:
            width += kit.metrics.icon + kit.px(6)
        if self._keys:
            width += kit.px(6) + self._key_width(kit)
        return width

    def _key_width(self, kit: Kit) -> float:
        advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(self._keys)
        return max(float(kit.px(16)), advance + 2 * kit.px(5))

    def _pen(self, kit: Kit) -> Pen:
        strong = self._accent or self._variant == "primary"
        return kit.pen(TextRole.SECTION if strong else TextRole.SMALL)

    def _colour(self, kit: Kit) -> str:
        tokens = kit.tokens
        if not self.isEnabled():
            return tokens.text_disabled
        if self._variant == "primary":
            return tokens.on_accent
        return tokens.accent if self._accent else tokens.text
