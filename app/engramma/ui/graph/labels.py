"""Names beside nodes: as many as have room, without one over another, in a halo of the ground's colour.

A shaped label is kept as a small picture, so that moving costs no text work.
"""

from __future__ import annotations

import functools
import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap

from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import single_line
from engramma.ui.graph.picture import Emphasis, Floats, GraphPicture, Ints
from engramma.ui.theme import TextRole, Theme, qcolor, theme

LONGEST = 30
MOST_FORCED, MOST_TRIED = 14, 120
ROOM_EACH = 24_000.0
"""Square px of the picture for which there is one label."""
NONE_BELOW, ALL_FROM = 6.5, 18.0
"""Px between nodes below which only what is selected has a name, and from which as many have as there is room for."""
HALO = 3.0
AROUND = 16
GAP = 3.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A label and where its box stands, in device px."""

    row: int
    text: str
    role: TextRole
    token: str
    left: float
    top: float


@functools.lru_cache(maxsize=8_192)
def shortened(text: str) -> str:
    """The beginning of a text in one line, cut between words."""
    line = single_line(text)
    if len(line) <= LONGEST:
        return line.rstrip(".")
    cut = line[: LONGEST + 1]
    space = cut.rfind(" ")
    return cut[: space if space > LONGEST // 2 else LONGEST].rstrip(" ,;:.-") + "…"


@functools.lru_cache(maxsize=4_096)
def label_size(of: Theme, text: str, role: TextRole, ratio: float) -> tuple[int, int]:
    """Width and height of a text with its halo, device px: most have no room, and are never painted."""
    measures = QFontMetricsF(_font(of, role, ratio))
    halo = HALO * ratio
    width, height = measures.horizontalAdvance(text) + 2 * halo, measures.height() + 2 * halo
    return max(1, round(width + 1)), max(1, round(height + 1))


@functools.lru_cache(maxsize=1_024)
def label_pixmap(of: Theme, text: str, role: TextRole, token: str, ratio: float) -> QPixmap:
    """A text with its halo; a pixmap of device px."""
    font = _font(of, role, ratio)
    halo = HALO * ratio
    place = QPointF(halo, halo + QFontMetricsF(font).ascent())
    image = QPixmap(*label_size(of, text, role, ratio))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_halo(painter, of, place, font, text)
    painter.setFont(font)
    painter.setPen(of.colour(token))
    painter.drawText(place, text)
    painter.end()
    return image


def _paint_halo(painter: QPainter, of: Theme, at: QPointF, font: QFont, text: str) -> None:
    """The text in the colour of the ground, all around its place: much faster than a wide stroke of its outline."""
    painter.setFont(font)
    painter.setPen(of.colour("base"))
    reach = HALO * font.pixelSize() / of.font(TextRole.CAPTION).pixelSize() * 0.8
    for step in range(AROUND):
        angle = 2 * math.pi * step / AROUND
        share = 1.0 if step % 2 else 0.55
        painter.drawText(at + QPointF(math.cos(angle), math.sin(angle)) * reach * share, text)


def _font(of: Theme, role: TextRole, ratio: float) -> QFont:
    font = QFont(of.font(role))
    font.setPixelSize(max(1, round(font.pixelSize() * ratio)))
    return font


def place_labels(
    picture: GraphPicture,
    points: Floats,
    radii: Floats,
    emphasis: Emphasis,
    *,
    size: tuple[float, float],
    ratio: float,
    apart: float,
    hovered: int | None,
    taken: list[QRectF],
) -> list[Placed]:
    """The labels that have room; `apart` is the px between nodes, `taken` boxes are kept free and grow."""
    forced = _forced(picture, emphasis, hovered)
    candidates = list(forced)
    if apart >= NONE_BELOW:
        candidates += [row for row in _by_rank(picture, points, emphasis, size) if row not in forced]
    placed: list[Placed] = []
    near = _Crowd(points, radii)
    most = min(1.0, apart / ALL_FROM) * size[0] * size[1] / (ROOM_EACH * ratio * ratio)
    for place, row in enumerate(candidates[:MOST_TRIED]):
        if len(placed) >= most and place >= len(forced):
            break
        must = row == hovered or int(picture.keys[row]) == emphasis.current
        strong = row == hovered or int(picture.keys[row]) in emphasis.selected
        role = TextRole.SMALL_MEDIUM if strong else TextRole.CAPTION
        token = "text" if strong else "text_secondary"
        if emphasis.lit is not None and not emphasis.lit[row] and not strong:
            continue
        text = picture.labels[row]
        if not text:
            continue
        room = label_size(theme(), text, role, ratio)
        box = _room(row, points, radii, taken, near, room, size, must=must, forced=place < len(forced))
        if box is None:
            continue
        taken.append(box)
        placed.append(Placed(row, text, role, token, box.left(), box.top()))
    return placed


def _forced(picture: GraphPicture, emphasis: Emphasis, hovered: int | None) -> list[int]:
    found: list[int] = []
    current = picture.row(emphasis.current)
    for row in (hovered, current):
        if row is not None and row not in found:
            found.append(row)
    if len(emphasis.selected) <= MOST_FORCED:
        found += [int(row) for row in picture.rows(emphasis.selected) if int(row) not in found]
    if emphasis.lit is not None and hovered is None and emphasis.lit.sum() <= MOST_FORCED:
        found += [int(row) for row in np.flatnonzero(emphasis.lit) if int(row) not in found]
    return found


def _by_rank(
    picture: GraphPicture, points: Floats, emphasis: Emphasis, size: tuple[float, float]
) -> list[int]:
    """Nodes in the picture, the largest first, lit before others."""
    on_screen = (points[:, 0] > 0) & (points[:, 0] < size[0]) & (points[:, 1] > 0) & (points[:, 1] < size[1])
    if emphasis.lit is not None:
        on_screen &= emphasis.lit
    rows: Ints = np.flatnonzero(on_screen)
    order = np.lexsort((rows, -picture.sizes[rows]))
    return [int(row) for row in rows[order][:MOST_TRIED]]


class _Crowd:
    """Nodes that a label should not cover."""

    def __init__(self, points: Floats, radii: Floats) -> None:
        self._points, self._radii = points, radii

    def covers(self, box: QRectF, row: int) -> int:
        """How many nodes other than its own a box lies on."""
        x, y, r = self._points[:, 0], self._points[:, 1], self._radii
        hit = (x + r > box.left()) & (x - r < box.right()) & (y + r > box.top()) & (y - r < box.bottom())
        return int(hit.sum()) - int(hit[row])


def _room(
    row: int,
    points: Floats,
    radii: Floats,
    boxes: list[QRectF],
    near: _Crowd,
    room: tuple[int, int],
    size: tuple[float, float],
    *,
    must: bool,
    forced: bool,
) -> QRectF | None:
    """A free box beside a node: right, left, below, above; None if there is none. `must` takes the best there is."""
    x, y = float(points[row, 0]), float(points[row, 1])
    width, height = room
    picture = QRectF(0, 0, *size)
    off = float(radii[row]) + GAP - HALO / 2
    places = (
        (x + off, y - height / 2),
        (x - off - width, y - height / 2),
        (x - width / 2, y + off),
        (x - width / 2, y - off - height),
    )
    fallback: QRectF | None = None
    for left, top in places:
        box = QRectF(round(left), round(top), width, height)
        if any(box.intersects(other) for other in boxes) or not picture.contains(box):
            continue
        if not near.covers(box.adjusted(HALO, HALO, -HALO, -HALO), row):
            return box
        fallback = fallback or box
    if not must:
        return fallback if forced else None
    return fallback or QRectF(round(places[0][0]), round(places[0][1]), width, height)


def paint_labels(painter: QPainter, placed: list[Placed], ratio: float) -> None:
    """Copy the labels to their places."""
    for label in placed:
        image = label_pixmap(theme(), label.text, label.role, label.token, ratio)
        painter.drawPixmap(QPointF(label.left, label.top), image)


@functools.lru_cache(maxsize=256)
def title_pixmap(of: Theme, name: str, count: int, colour: str, ratio: float) -> QPixmap:
    """The name of a group in its colour, with how many it has."""
    font, small = _font(of, TextRole.SMALL_MEDIUM, ratio), _font(of, TextRole.SMALL, ratio)
    halo, words = HALO * ratio, f" {count:,}"
    measures = QFontMetricsF(font)
    first = measures.horizontalAdvance(name)
    width = first + QFontMetricsF(small).horizontalAdvance(words) + 2 * halo
    image = QPixmap(max(1, round(width + 1)), max(1, round(measures.height() + 2 * halo)))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    base = halo + measures.ascent()
    _paint_halo(painter, of, QPointF(halo, base), font, name)
    _paint_halo(painter, of, QPointF(halo + first, base), small, words)
    painter.setFont(font)
    painter.setPen(qcolor(colour))
    painter.drawText(QPointF(halo, base), name)
    painter.setFont(small)
    painter.setPen(of.colour("text_secondary"))
    painter.drawText(QPointF(halo + first, base), words)
    painter.end()
    return image
