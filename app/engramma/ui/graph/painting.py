"""Paints one frame of a graph: grounds of groups, edges, discs of activation, nodes, rings and names, in device px.

Opaque colours only, mixed into the ground: a pen with alpha costs ten times as much.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen, QPixmap, QPolygonF

from engramma.model.records import dataclass
from engramma.ui.graph.fast_drawing import draw_fragments, draw_lines
from engramma.ui.graph.hulls import convex_hull, without_strays
from engramma.ui.graph.labels import paint_labels, place_labels, title_pixmap
from engramma.ui.graph.picture import SIZES, Emphasis, Floats, GraphPicture, Hull, Line, Mask
from engramma.ui.graph.sprites import radius, sprites_of
from engramma.ui.theme import Theme, qcolor
from engramma.ui.theme.contrast import mix

HULL_SHARE = 0.075
HULL_PADDING = 17.0
USUAL_SPACING = 25.0
"""Px between nodes at which they have their usual size."""
SMALLEST_SCALE, LARGEST_SCALE = 0.36, 1.3
WIDTHS_UP_TO, DASHES_UP_TO = 3_000, 1_200
"""Edges: above the first all are one device px wide, which is drawn much faster; so many of a kind may be dashed."""
EDGE, EDGE_DIMMED = 0.34, 0.13
DISC_LEAST, DISC_MORE = 3.0, 8.0


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """What a frame is painted of; `ratio` is device px for a logical one, `apart` px between nodes."""

    theme: Theme
    picture: GraphPicture
    points: Floats
    emphasis: Emphasis
    size: tuple[int, int]
    ratio: float
    apart: float
    hovered: int | None
    fine: bool
    with_labels: bool = True

    @property
    def node_scale(self) -> float:
        """By what the usual size of nodes is multiplied."""
        return node_scale(self.apart, self.theme.metrics.scale * self.ratio)

    @property
    def radii(self) -> Floats:
        """The radius of each node, device px."""
        return radii_of(self.picture, self.node_scale)


def node_scale(apart: float, unit: float) -> float:
    """By what the usual size of nodes is multiplied where they stand `apart` px from one another, `unit` px being a
    usual one; in few steps, so that sprites are kept.
    """
    kept = min(LARGEST_SCALE, max(SMALLEST_SCALE, apart / (USUAL_SPACING * unit)))
    return float(2 ** (round(np.log2(kept) * 4) / 4)) * unit


def radii_of(picture: GraphPicture, scale: float) -> Floats:
    """The radius of each node at a scale."""
    by_size = np.array([radius(size, scale) for size in range(SIZES)])
    return by_size[picture.sizes]


def paint_frame(painter: QPainter, frame: Frame) -> None:
    """Paint onto a cleared ground."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, frame.fine)
    taken: list[QRectF] = []
    if not frame.picture.count:
        return
    titles = _paint_hulls(painter, frame, taken)
    _paint_edges(painter, frame)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    _paint_discs(painter, frame)
    sprites = sprites_of(frame.theme, frame.picture.palette, frame.node_scale)
    draw_fragments(painter, sprites.fragments(frame.picture, frame.points, frame.emphasis), sprites.pixmap)
    _paint_rings(painter, frame)
    for point, title in titles:
        painter.drawPixmap(point, title)
    if frame.with_labels:
        placed = place_labels(
            frame.picture,
            frame.points,
            frame.radii,
            frame.emphasis,
            size=frame.size,
            ratio=frame.ratio,
            apart=frame.apart / (frame.ratio * frame.theme.metrics.scale),
            hovered=frame.hovered,
            taken=taken,
        )
        paint_labels(painter, placed, frame.ratio)


def _group_colour(frame: Frame, group: int) -> str:
    return str(getattr(frame.theme.tokens, frame.picture.palette[group]))


def _paint_hulls(painter: QPainter, frame: Frame, taken: list[QRectF]) -> list[tuple[QPointF, QPixmap]]:
    """Grounds; returns names and where they stand, to be painted over the edges."""
    titles: list[tuple[QPointF, QPixmap]] = []
    base = frame.theme.tokens.base
    dimmed = frame.emphasis.lit is not None
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for hull in frame.picture.hulls:
        corners = _corners(frame, hull)
        if not len(corners):
            continue
        colour = _group_colour(frame, hull.group)
        share = HULL_SHARE * (0.5 if dimmed else 1.0)
        padding = HULL_PADDING * frame.theme.metrics.scale * frame.ratio
        # One path: the hull and a wide round stroke around it would show their overlap.
        opaque = qcolor(mix(colour, base, share))
        pen = QPen(opaque, 2 * padding)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.setBrush(QBrush(opaque))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners.tolist()]))
        if hull.name:
            shown = mix(colour, base, 0.45) if dimmed else colour
            title = title_pixmap(frame.theme, hull.name, len(hull.members), shown, frame.ratio)
            box = _title_box(corners, padding, title.width(), title.height(), taken)
            if box is not None:
                taken.append(box)
                titles.append((box.topLeft(), title))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    return titles


def _corners(frame: Frame, hull: Hull) -> Floats:
    return convex_hull(without_strays(frame.points[hull.members]))


def _title_box(
    corners: Floats, padding: float, width: int, height: int, taken: list[QRectF]
) -> QRectF | None:
    """Above the hull, or below it; None where another name stands."""
    middle = float(corners[:, 0].min() + corners[:, 0].max()) / 2
    top, bottom = float(corners[:, 1].min()) - padding, float(corners[:, 1].max()) + padding
    for y in (top - height * 0.8, bottom - height * 0.2):
        box = QRectF(round(middle - width / 2), round(y), width, height)
        if not any(box.intersects(other) for other in taken):
            return box
    return None


def _paint_edges(painter: QPainter, frame: Frame) -> None:
    picture, emphasis = frame.picture, frame.emphasis
    if not len(picture.ends):
        return
    one, other = frame.points[picture.ends[:, 0]], frame.points[picture.ends[:, 1]]
    lines = np.hstack((one, other))
    # Edges wholly on one side of what is shown need no painting.
    low, high = np.minimum(one, other), np.maximum(one, other)
    seen: Mask = (
        (high[:, 0] >= 0) & (low[:, 0] <= frame.size[0]) & (high[:, 1] >= 0) & (low[:, 1] <= frame.size[1])
    )
    strong = emphasis.strong if emphasis.strong is not None else np.zeros(len(lines), np.bool_)
    faint = np.zeros(len(lines), np.bool_)
    if emphasis.lit is not None:
        faint = ~(emphasis.lit[picture.ends[:, 0]] & emphasis.lit[picture.ends[:, 1]]) & ~strong
    tokens = frame.theme.tokens
    many = int(seen.sum())
    plain, pale = mix(tokens.text_muted, tokens.base, EDGE), mix(tokens.text_muted, tokens.base, EDGE_DIMMED)
    unit = frame.ratio * min(1.3, frame.theme.metrics.scale)
    crowded = many > WIDTHS_UP_TO
    thin = 1.0 if crowded else unit
    _stroke(painter, lines[seen & faint], pale, thin, Line.SOLID)
    rest = seen & ~faint & ~strong
    for line in (Line.SOLID, Line.DASHED, Line.DANGER):
        of_line = rest & (picture.lines == line)
        style = line if of_line.sum() <= DASHES_UP_TO and frame.fine else Line.SOLID
        colour = tokens.danger if line is Line.DANGER else plain
        if crowded or line is Line.DANGER:
            _stroke(painter, lines[of_line], colour, 1.6 * unit if line is Line.DANGER else thin, style)
            continue
        for least, most, width in ((-1.0, 0.35, 1.0), (0.35, 0.7, 1.4), (0.7, 9.0, 1.9)):
            part = of_line & (picture.weights > least) & (picture.weights <= most)
            _stroke(painter, lines[part], colour, unit * width, style)
    if emphasis.flows is not None and len(emphasis.flows):
        flows = np.hstack((frame.points[emphasis.flows[:, 0]], frame.points[emphasis.flows[:, 1]]))
        _stroke(painter, flows, tokens.accent, 2 * unit, Line.SOLID)
    for line in Line:
        part = seen & strong & (picture.lines == line)
        colour = tokens.danger if line is Line.DANGER else tokens.accent
        _stroke(painter, lines[part], colour, 2 * unit, line if part.sum() <= DASHES_UP_TO else Line.SOLID)


def _stroke(painter: QPainter, lines: Floats, colour: str, width: float, style: Line) -> None:
    if not len(lines):
        return
    pen = QPen(qcolor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if style is Line.DASHED:
        pen.setDashPattern([4.0, 4.0])
    elif style is Line.DANGER:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.4])
    painter.setPen(pen)
    draw_lines(painter, lines)


def _paint_discs(painter: QPainter, frame: Frame) -> None:
    """Flat discs behind what is activated: larger and denser with value."""
    values = frame.emphasis.values
    if values is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    tokens, scale, radii = frame.theme.tokens, frame.node_scale, frame.radii
    for row in np.argsort(values, kind="stable"):
        value = float(values[row])
        if value <= 0:
            continue
        painter.setBrush(qcolor(mix(tokens.accent, tokens.base, 0.16 + 0.3 * value)))
        r = float(radii[row]) + (DISC_LEAST + DISC_MORE * value) * scale
        painter.drawEllipse(QPointF(*frame.points[row]), r, r)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_rings(painter: QPainter, frame: Frame) -> None:
    """Around what is selected, twice around the current one; a dot in what is held in its place."""
    emphasis, unit = frame.emphasis, frame.ratio * frame.theme.metrics.scale
    radii, accent = frame.radii, frame.theme.colour("accent")
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in frame.picture.rows(emphasis.selected).tolist():
        middle, r = QPointF(*frame.points[row]), float(radii[row])
        painter.setPen(QPen(accent, 1.6 * unit))
        painter.drawEllipse(middle, r + 3.5 * unit, r + 3.5 * unit)
        if int(frame.picture.keys[row]) == emphasis.current:
            painter.drawEllipse(middle, r + 7 * unit, r + 7 * unit)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(frame.theme.colour("base"))
    for row in frame.picture.rows(emphasis.pinned).tolist():
        r = max(1.2 * unit, float(radii[row]) * 0.32)
        painter.drawEllipse(QPointF(*frame.points[row]), r, r)
    painter.setBrush(Qt.BrushStyle.NoBrush)
