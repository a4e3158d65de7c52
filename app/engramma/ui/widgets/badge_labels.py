"""Small labels painted like the parts of a table row: tier badge, kind, tag, status badge, strength bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.ui.delegates.badges import (
    TIER_FULL_WORDS,
    TIER_WORDS,
    kind_word,
    paint_tags,
    paint_tier_badge,
    tag_width,
    tier_badge_width,
)
from engramma.ui.delegates.kit import Kit, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.delegates.strength import paint_strength_bar, within
from engramma.ui.theme import TextRole, pixmap, qcolor
from engramma.ui.theme.icon_names import KIND_ICONS


class PaintedLabel(QWidget):
    """Base of labels that paint themselves: fixed size, painted with the current kit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint with antialiasing."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, current_kit())

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint the label; for subclasses."""
        raise NotImplementedError

    def minimumSizeHint(self) -> QSize:
        """As large as it is."""
        return self.sizeHint()


class TierBadge(PaintedLabel):
    """Glyph and word of a tier on its tint. `short` says "Long" for "Long-term"."""

    def __init__(
        self, tier: str = "short_term", *, short: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._short = short
        self._tier = tier
        self.set_tier(tier)

    def set_tier(self, tier: str) -> None:
        """Show another tier."""
        self._tier = tier
        self.setAccessibleName(f"Tier: {TIER_FULL_WORDS.get(tier, tier)}")
        self.updateGeometry()
        self.update()

    def set_short(self, short: bool) -> None:
        """Say "Long" for "Long-term", or not."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    @property
    def word(self) -> str:
        """The word shown."""
        words = TIER_WORDS if self._short else TIER_FULL_WORDS
        return words.get(self._tier, self._tier)

    def sizeHint(self) -> QSize:
        """The badge."""
        kit = current_kit()
        return QSize(int(tier_badge_width(kit, self.word) + 0.99), kit.metrics.badge)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint the badge."""
        at = QPointF(0, self.height() / 2)
        paint_tier_badge(painter, kit, at=at, tier=self._tier, word=self.word, ratio=self.devicePixelRatioF())


class KindLabel(PaintedLabel):
    """Icon and word of a kind, without a box."""

    def __init__(self, kind: str = "semantic", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self.set_kind(kind)

    def set_kind(self, kind: str) -> None:
        """Show another kind."""
        self._kind = kind
        self.setAccessibleName(f"Kind: {kind_word(kind)}")
        self.setToolTip(tooltip(kind_word(kind)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Icon, gap and word."""
        kit = current_kit()
        advance = kit.pen(TextRole.SMALL).measures.horizontalAdvance(kind_word(self._kind))
        return QSize(int(kit.metrics.icon + kit.px(5) + advance + 1.99), kit.metrics.badge)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint icon and word."""
        size = kit.metrics.icon
        name = KIND_ICONS.get(self._kind)
        if name is not None:
            image = pixmap(name, size, kit.tokens.kind(self._kind), self.devicePixelRatioF())
            painter.drawPixmap(QPointF(0, (self.height() - size) / 2), image)
        if self.width() < self.sizeHint().width():
            return  # a word of one letter says nothing; the icon does
        left = size + kit.px(5)
        box = QRectF(left, 0, self.width() - left, self.height())
        pen = kit.pen(TextRole.SMALL)
        kit.text(painter, kind_word(self._kind), rect=box, pen=pen, colour=kit.tokens.text_secondary)


class Tag(PaintedLabel):
    """A tag on the fill colour."""

    def __init__(self, tag: str, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tag = tag
        self.setAccessibleName(f"Tag: {single_line(tag)}")
        self.setToolTip(tooltip(tag) if len(tag) > 24 else "")

    @property
    def tag(self) -> str:
        """The tag."""
        return self._tag

    def sizeHint(self) -> QSize:
        """At most 120 px wide; longer tags are elided."""
        kit = current_kit()
        width = tag_width(kit, single_line(self._tag), most=float(kit.px(120)))
        return QSize(int(width + 0.99), kit.metrics.tag)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint the tag."""
        box, tokens = QRectF(self.rect()).adjusted(0, 0, 1, 0), kit.tokens
        paint_tags(painter, kit, rect=box, tags=(self._tag,), fill=tokens.fill, colour=tokens.text_secondary)


class StatusBadge(PaintedLabel):
    """A word with an optional icon on a tint, for states: "High stakes.

    Money", "14 fade", "read-only", counts.
    """

    def __init__(
        self, text: str, badge: str = "neutral", *, icon_name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._text, self._badge, self._icon_name = text, badge, icon_name
        self.set_status(text, badge, icon_name=icon_name)

    def set_status(self, text: str, badge: str, *, icon_name: str = "") -> None:
        """Show another state; `badge` is one of `theme.tokens.BADGES`."""
        self._text, self._badge, self._icon_name = single_line(text), badge, icon_name
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Padding, icon, word."""
        kit = current_kit()
        advance = kit.pen(TextRole.BADGE).measures.horizontalAdvance(self._text)
        icon_part = kit.metrics.icon_small + kit.px(4) if self._icon_name else 0
        return QSize(int(2 * kit.px(7) + icon_part + advance + 0.99), kit.metrics.badge)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint tint, icon and word."""
        colour, tint = kit.tokens.badge(self._badge)
        box = QRectF(self.rect())
        rounded(painter, box, radius=kit.metrics.radius_badge, colour=qcolor(tint))
        left = float(kit.px(7))
        if self._icon_name:
            size = kit.metrics.icon_small
            image = pixmap(self._icon_name, size, colour, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(left, (self.height() - size) / 2), image)
            left += size + kit.px(4)
        rest = QRectF(left, 0, self.width() - left, self.height())
        kit.text(painter, self._text, rect=rest, pen=kit.pen(TextRole.BADGE), colour=colour)


class StrengthBar(PaintedLabel):
    """The strength bar as a widget, `width` px wide at scale 1, with its threshold tick.

    The number is a label's job.
    """

    def __init__(self, *, width: int = 96, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width
        self._strength, self._threshold, self._tier, self._dormant = 0.0, 0.1, "short_term", False

    def set_strength(self, strength: float, threshold: float, *, tier: str, dormant: bool = False) -> None:
        """Show a strength 0..1 with its threshold; dormant bars are muted."""
        self._strength, self._threshold, self._tier, self._dormant = strength, threshold, tier, dormant
        state = ", dormant" if dormant else ""
        self.setAccessibleName(f"Strength {within(strength):.2f}, threshold {within(threshold):.2f}{state}")
        self.update()

    def sizeHint(self) -> QSize:
        """Bar width and the height of the tick."""
        kit = current_kit()
        return QSize(kit.px(self._width), kit.px(12))

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """Paint the bar."""
        height = kit.px(6)
        box = QRectF(0, (self.height() - height) / 2, self.width(), height)
        colour = kit.tokens.text_muted if self._dormant else kit.tokens.tier(self._tier)
        paint_strength_bar(
            painter,
            kit,
            box=box,
            strength=self._strength,
            threshold=self._threshold,
            colour=colour,
            track=kit.tokens.fill,
        )
