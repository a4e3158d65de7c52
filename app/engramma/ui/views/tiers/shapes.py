"""Where the boxes and ribbons of the flow stand, for one size: all ribbons on one scale. Paints nothing."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from engramma.model.flow import LOSSES, Stream, TierFlow
from engramma.ui.theme.metrics import Metrics
from engramma.ui.views.tiers.aims import LONG, SHORT

HEIGHT, TOP, BOX, AWAY_TOP, AWAY = 332, 36, 166, 258, 60
WIDEST, THINNEST = 118.0, 1.5
# Below this width there is no room for the block of events before the boxes.
NARROW = 660
AWAY_BOXES = (("dormant", 122), ("superseded", 124), ("trashed", 98), ("purged", 94))
# Where the losses of a tier leave its box and come into the box below: shares of the widths.
LEAVES = {
    (SHORT, Stream.DORMANT): (0.16, 0.45),
    (SHORT, Stream.SUPERSEDED): (0.60, 0.25),
    (SHORT, Stream.TRASHED): (0.84, 0.25),
    (LONG, Stream.DORMANT): (0.08, 0.88),
    (LONG, Stream.SUPERSEDED): (0.20, 0.75),
    (LONG, Stream.TRASHED): (0.42, 0.72),
}


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A band between two boxes, `thick` px by the common scale; its number stands beside `at`, right or left."""

    key: str
    path: QPainterPath
    thick: float
    at: QPointF
    right: bool = True


@dataclass(frozen=True, slots=True)
class Shapes:
    """Boxes by key, the block of events, ribbons by key, and the scale in px for one thing that moved."""

    boxes: dict[str, QRectF]
    source: QRectF
    ribbons: dict[str, Ribbon]
    scale: float
    gate: QRectF
    rise: QRectF


def lay_out(flow: TierFlow, *, width: float, metrics: Metrics) -> Shapes:
    """The shapes of a flow in a drawing of this width."""
    px, moved = metrics.px, flow.moved
    pad = float(metrics.pane_padding)
    inner = width - 2 * pad
    narrow = inner < px(NARROW)
    block = 0.0 if narrow else min(float(px(132)), inner * 0.155)
    wide = min(float(px(200)), max(float(px(118)), inner * (0.23 if narrow else 0.187)))
    gap = max(float(px(24)), (inner - block - 3 * wide) / 2)
    top, high = float(px(TOP)), float(px(BOX))
    left = pad + block
    boxes = {
        name: QRectF(left + place * (wide + gap), top, wide, high)
        for place, name in enumerate(("sensory", SHORT, LONG))
    }
    below, low = float(px(AWAY_TOP)), float(px(AWAY))
    boxes["expired"] = QRectF(boxes["sensory"].left(), below, float(px(112)), low)
    first = boxes["expired"].right() + px(24)
    first = max(first, boxes[SHORT].left() - px(40))
    room = width - pad - first - (len(AWAY_BOXES) - 1) * px(12)
    share = room / sum(part for _name, part in AWAY_BOXES)
    for name, part in AWAY_BOXES:
        boxes[name] = QRectF(first, below, part * share, low)
        first += part * share + px(12)
    counts = [moved.events, *(moved.count(stream) for stream in Stream), moved.expired, 1]
    scale = px(WIDEST) / max(counts)

    def thick(count: int) -> float:
        return max(THINNEST, count * scale) if count else 0.0

    middle = boxes["sensory"].center().y()
    said = thick(moved.events)
    source = QRectF(pad, middle - said / 2, block, said)
    ribbons: dict[str, Ribbon] = {}
    for key, start, end, count in (
        ("kept", "sensory", SHORT, moved.count(Stream.KEPT)),
        ("promoted", SHORT, LONG, moved.count(Stream.PROMOTED)),
    ):
        if count:
            ribbons[key] = _across(key, boxes[start].right(), boxes[end].left(), y=middle, thick=thick(count))
    if moved.count(Stream.WRITTEN):
        size = thick(moved.count(Stream.WRITTEN))
        x = boxes[SHORT].left() + px(22) + min(size, wide * 0.7) / 2
        ribbons["written"] = _down("written", QPointF(x, px(6)), QPointF(x, top), thick=min(size, wide * 0.7))
    if moved.expired:
        x = boxes["expired"].center().x()
        size = min(thick(moved.expired), boxes["expired"].width() * 0.8)
        ribbons["expired"] = _down("expired", QPointF(x, top + high), QPointF(x, below), thick=size)
    for tier in (SHORT, LONG):
        for stream in LOSSES:
            count = moved.count(stream, tier)
            if count:
                key = f"{tier}.lost.{stream.value}"
                leaves, comes = LEAVES[tier, stream]
                box, away = boxes[tier], boxes[stream.value]
                size = min(thick(count), away.width() * 0.6, box.width() * 0.5)
                begin = QPointF(_within(box, leaves, size), box.bottom())
                end_at = QPointF(_within(away, comes, size), below)
                ribbons[key] = _down(key, begin, end_at, thick=size)
    gate = QRectF(boxes["sensory"].right(), top, gap, high)
    return Shapes(boxes, source, ribbons, scale, gate, QRectF(boxes[SHORT].right(), top, gap, high))


def _within(box: QRectF, share: float, thick: float) -> float:
    """A place along a box at which a band of this thickness has room."""
    half = thick / 2 + 4
    return min(max(box.left() + box.width() * share, box.left() + half), box.right() - half)


def _across(key: str, start: float, end: float, *, y: float, thick: float) -> Ribbon:
    path = QPainterPath()
    path.addRect(QRectF(start, y - thick / 2, end - start, thick))
    return Ribbon(key, path, thick, QPointF((start + end) / 2, y - thick / 2))


def _down(key: str, start: QPointF, end: QPointF, *, thick: float) -> Ribbon:
    half, middle = thick / 2, (start.y() + end.y()) / 2
    path = QPainterPath(start - QPointF(half, 0))
    path.cubicTo(QPointF(start.x() - half, middle), QPointF(end.x() - half, middle), end - QPointF(half, 0))
    path.lineTo(end + QPointF(half, 0))
    path.cubicTo(QPointF(end.x() + half, middle), QPointF(start.x() + half, middle), start + QPointF(half, 0))
    path.closeSubpath()
    # The number stands on the side that the band turns away from.
    right = end.x() <= start.x() + 1
    return Ribbon(key, path, thick, QPointF(start.x() + (half if right else -half), start.y()), right)
