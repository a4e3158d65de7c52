"""A large button of the welcome page: icon, title, one sentence, key."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from engramma.ui.delegates.kit import CENTRE, current_kit
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.widgets.key_hint import key_words
from engramma.ui.window.welcome.enter_button import EnterButton

HEIGHT = 64


class WelcomeCard(EnterButton):
    """`primary` stands on the accent tint: one a page."""

    def __init__(
        self, icon_name: str, title: str, *, sentence: str, keys: str = "", primary: bool = False
    ) -> None:
        super().__init__()
        self._icon_name, self._sentence, self._primary = icon_name, sentence, primary
        self._keys = key_words(keys) if keys else ""
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(f"{sentence}. {self._keys}".removesuffix(". "))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """64 high."""
        kit = current_kit()
        return QSize(kit.px(420), kit.px(HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame by state, icon, two lines, key."""
        kit = current_kit()
        tokens = kit.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = tokens.accent_tint if self._primary else tokens.raised
        if (self.underMouse() or self.isDown()) and not self._primary:
            ground = tokens.hover
        edge = tokens.accent if self._primary or self.hasFocus() else tokens.line
        width = 2 if self.hasFocus() else 1
        painter.setPen(QPen(qcolor(edge), width))
        painter.setBrush(qcolor(ground))
        radius, inset = kit.metrics.radius_card, width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        size = kit.px(22)
        colour = tokens.accent if self._primary else tokens.text_secondary
        at = QPointF(kit.px(18), (self.height() - size) / 2)
        painter.drawPixmap(at, pixmap(self._icon_name, size, colour, self.devicePixelRatioF()))
        right = self._paint_keys(painter)
        left = kit.px(54)
        middle = self.height() / 2
        title = QRectF(left, middle - kit.px(20), right - left, kit.px(20))
        rest = QRectF(left, middle, right - left, kit.px(18))
        kit.text(painter, self.text(), rect=title, pen=kit.pen(TextRole.TITLE), colour=tokens.text)
        kit.text(
            painter, self._sentence, rect=rest, pen=kit.pen(TextRole.SMALL), colour=tokens.text_secondary
        )

    def _paint_keys(self, painter: QPainter) -> float:
        kit = current_kit()
        if not self._keys:
            return self.width() - kit.px(18)
        pen, height = kit.pen(TextRole.CAPTION), kit.metrics.tag
        width = pen.measures.horizontalAdvance(self._keys) + 2 * kit.px(6)
        box = QRectF(self.width() - kit.px(18) - width, (self.height() - height) / 2, width, height)
        painter.setPen(QPen(qcolor(kit.tokens.button_border), 1))
        painter.setBrush(qcolor(kit.tokens.raised))
        radius = kit.metrics.radius_tag
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        kit.text(painter, self._keys, rect=box, pen=pen, colour=kit.tokens.text_secondary, align=CENTRE)
        return box.left() - kit.px(12)
