"""Paints the small coloured parts: tier badge, kind with its icon, tag chips. Also says how wide they are.

Used by table cells and by the label widgets alike, so that both look the same.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from engramma.ui.delegates.kit import CENTRE, Kit, rounded
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.theme import TextRole, pixmap, qcolor, tier_pixmap
from engramma.ui.theme.icon_names import KIND_ICONS

TIER_WORDS = {"sensory": "Sensory", "short_term": "Short", "long_term": "Long"}
TIER_FULL_WORDS = {"sensory": "Sensory", "short_term": "Short-term", "long_term": "Long-term"}
MOST_TAGS_IN_TOOLTIP = 40


def kind_word(kind: str) -> str:
    """A kind as shown: first letter large."""
    return kind[:1].upper() + kind[1:]


def tier_badge_width(kit: Kit, word: str) -> float:
    """Width in px of a tier badge with this word."""
    advance = kit.pen(TextRole.BADGE).measures.horizontalAdvance(word)
    return kit.px(6) + kit.metrics.glyph + kit.px(5) + advance + kit.px(7)


def paint_tier_badge(
    painter: QPainter, kit: Kit, *, at: QPointF, tier: str, word: str, ratio: float
) -> float:
    """Paint a badge whose left edge is centred on `at`; unknown tiers look like sensory.

    Returns its width.
    """
    known = tier if tier in TIER_WORDS else "sensory"
    colour, tint = kit.tokens.badge(known)
    metrics = kit.metrics
    width = tier_badge_width(kit, word)
    box = QRectF(at.x(), at.y() - metrics.badge / 2, width, metrics.badge)
    rounded(painter, box, radius=metrics.radius_badge, colour=qcolor(tint))
    glyph = QPointF(box.left() + kit.px(6), at.y() - metrics.glyph / 2)
    painter.drawPixmap(glyph, tier_pixmap(known, metrics.glyph, colour, ratio))
    left = glyph.x() + metrics.glyph + kit.px(5)
    kit.text(painter, word, rect=QRectF(left, box.top(), box.right() - left, box.height()),
             pen=kit.pen(TextRole.BADGE), colour=colour)  # fmt: skip
    return width


def paint_kind(painter: QPainter, kit: Kit, *, rect: QRectF, kind: str, colour: str, ratio: float) -> float:
    """Paint icon and word of a kind at the left of `rect` in caption size. Returns the width it took."""
    size = kit.metrics.icon_small
    name = KIND_ICONS.get(kind)
    if name is not None:
        image = pixmap(name, size, kit.tokens.kind(kind), ratio)
        painter.drawPixmap(QPointF(rect.left(), rect.center().y() - size / 2), image)
    left = rect.left() + size + kit.px(4)
    word = QRectF(left, rect.top(), max(0.0, rect.right() - left), rect.height())
    return (
        left
        - rect.left()
        + kit.text(painter, kind_word(kind), rect=word, pen=kit.pen(TextRole.CAPTION), colour=colour)
    )


def tag_width(kit: Kit, tag: str, *, most: float) -> float:
    """Width in px of a tag chip, at most `most`."""
    advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance(tag)
    return min(most, advance + 2 * kit.px(6))


def paint_tags(
    painter: QPainter, kit: Kit, *, rect: QRectF, tags: tuple[str, ...], fill: str, colour: str
) -> float:
    """Paint as many tag chips as fit into `rect`, then "+n" for the rest. Returns the width taken."""
    pen, metrics = kit.pen(TextRole.CAPTION), kit.metrics
    left, gap, most = rect.left(), kit.px(6), float(kit.px(120))
    for position, raw in enumerate(tags):
        tag = single_line(raw)
        rest = len(tags) - position
        room = rect.right() - left
        reserve = pen.measures.horizontalAdvance(f"+{rest - 1}") + gap if rest > 1 else 0.0
        width = tag_width(kit, tag, most=most)
        if width > room - reserve:
            left += _paint_more(painter, kit, left=left, rect=rect, count=rest, colour=colour)
            break
        box = QRectF(left, rect.center().y() - metrics.tag / 2, width, metrics.tag)
        rounded(painter, box, radius=metrics.radius_tag, colour=qcolor(fill))
        inner = box.adjusted(kit.px(6), 0, -kit.px(6) + 1, 0)
        kit.text(painter, tag, rect=inner, pen=pen, colour=colour, align=CENTRE)
        left += width + gap
    return left - rect.left()


def _paint_more(painter: QPainter, kit: Kit, *, left: float, rect: QRectF, count: int, colour: str) -> float:
    room = rect.right() - left
    if room < kit.px(12):
        return 0.0
    box = QRectF(left, rect.top(), room, rect.height())
    return kit.text(painter, f"+{count}", rect=box, pen=kit.pen(TextRole.CAPTION), colour=colour) + kit.px(6)
