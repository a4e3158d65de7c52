"""One line of a list in the inspector: icon, word, text, something at the right; clickable as a whole."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import RIGHT, Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap

WORD_WIDTH = 76
BAR_WIDTH, BAR_HEIGHT = 34, 5


@dataclass(frozen=True, slots=True)
class LinkLine:
    """What a row says. `icon` is a `ph.` name, `tier` shows that tier's glyph instead; `bar` is 0..1 or None."""

    text: str
    icon: str = ""
    tier: str = ""
    word: str = ""
    detail: str = ""
    bar: float | None = None
    tip: str = ""
    struck: bool = False


class LinkRow(QAbstractButton):
    """Paints a `LinkLine`, 22 px high. `clicked` comes from mouse and keyboard, unless the row leads nowhere."""

    def __init__(self, line: LinkLine, parent: QWidget | None = None, *, leads: bool = True) -> None:
        super().__init__(parent)
        self._line = line
        self._leads = leads
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover, leads)
        if leads:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        said = " ".join(part for part in (line.word, single_line(line.text), line.detail) if part)
        self.setAccessibleName(said)
        self.setToolTip(tooltip(line.tip or line.text))

    @property
    def line(self) -> LinkLine:
        """What the row says."""
        return self._line

    def sizeHint(self) -> QSize:
        """As wide as it may be, as high as a facet."""
        kit = current_kit()
        return QSize(kit.px(200), kit.metrics.facet)

    def minimumSizeHint(self) -> QSize:
        """Everything is elided."""
        return QSize(current_kit().px(60), current_kit().metrics.facet)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line; hover and focus show that it can be followed."""
        kit, line = current_kit(), self._line
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, height = kit.tokens, float(self.height())
        active = self._leads and (self.underMouse() or self.hasFocus())
        if active:
            box = QRectF(self.rect()).adjusted(-kit.px(4), 0, kit.px(4), 0)
            rounded(painter, box, radius=kit.metrics.radius_row, colour=qcolor(tokens.fill))
        left = self._paint_mark(painter, kit)
        if line.word:
            area = QRectF(left, 0, kit.px(WORD_WIDTH), height)
            kit.text(painter, line.word, rect=area, pen=kit.pen(TextRole.SMALL), colour=tokens.text_muted)
            left += kit.px(WORD_WIDTH) + kit.px(6)
        right = self._paint_right(painter, kit)
        area = QRectF(left, 0, max(0.0, right - kit.px(8) - left), height)
        pen = kit.pen(TextRole.SMALL, struck=line.struck)
        colour = tokens.text_muted if line.struck else tokens.text
        kit.text(painter, single_line(line.text), rect=area, pen=pen, colour=colour)
        if self.hasFocus():
            painter.setPen(QPen(qcolor(tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = kit.metrics.radius_row
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _paint_mark(self, painter: QPainter, kit: Kit) -> float:
        line, ratio = self._line, self.devicePixelRatioF()
        if line.tier:
            known = line.tier if line.tier in ("sensory", "short_term", "long_term") else "sensory"
            size = kit.metrics.glyph
            image = tier_pixmap(known, size, kit.tokens.tier(known), ratio)
        elif line.icon:
            size = kit.metrics.icon_small
            image = pixmap(line.icon, size, kit.tokens.text_muted, ratio)
        else:
            return 0.0
        painter.drawPixmap(QPointF(0, (self.height() - size) / 2), image)
        return float(kit.metrics.icon_small + kit.px(6))

    def _paint_right(self, painter: QPainter, kit: Kit) -> float:
        line, right, height = self._line, float(self.width()), float(self.height())
        if line.bar is not None:
            box = QRectF(right - kit.px(BAR_WIDTH), (height - kit.px(BAR_HEIGHT)) / 2, kit.px(BAR_WIDTH),
                         kit.px(BAR_HEIGHT))  # fmt: skip
            radius = box.height() / 2
            rounded(painter, box, radius=radius, colour=qcolor(kit.tokens.line))
            share = min(1.0, max(0.0, line.bar))
            filled = QRectF(box.left(), box.top(), max(box.height(), box.width() * share), box.height())
            rounded(painter, filled, radius=radius, colour=qcolor(kit.tokens.text_secondary))
            return box.left()
        if not line.detail:
            return right
        pen = kit.pen(TextRole.CAPTION, tabular=True)
        width = pen.measures.horizontalAdvance(line.detail)
        area = QRectF(right - width - 1, 0, width + 1, height)
        kit.text(painter, line.detail, rect=area, pen=pen, colour=kit.tokens.text_muted, align=RIGHT)
        return right - width
