"""The canvas of graphs: where things are, what is picked, which labels have room, what arrays draw."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from engramma.ui.graph.canvas import GraphCanvas
from engramma.ui.graph.events import EdgeClicked, Lassoed, NodeClicked, NodeMoved
from engramma.ui.graph.fast_drawing import draw_lines
from engramma.ui.graph.finding import edge_at, inside, next_in_direction, node_at
from engramma.ui.graph.frame_cache import FrameCache
from engramma.ui.graph.hulls import convex_hull, without_strays
from engramma.ui.graph.labels import label_pixmap, place_labels, shortened
from engramma.ui.graph.picture import PLAIN, Emphasis, GraphPicture, Hull, Line, Shape
from engramma.ui.graph.viewport import fitting
from engramma.ui.theme import ThemeSource, theme

GRID = 6


def grid_picture(side: int = GRID) -> tuple[GraphPicture, np.ndarray]:
    """A square grid, each node linked to its right neighbour; keys from 100 on, row by row."""
    count = side * side
    places = np.arange(count)
    right = places[places % side < side - 1]
    picture = GraphPicture(
        keys=places + 100,
        labels=tuple(f"Memory {place}" for place in places),
        shapes=places % len(Shape),
        hollow=places % 4 == 0,
        sizes=places % 6,
        groups=places % 2,
        palette=("accent", "short_term"),
        ends=np.stack((right, right + 1), axis=1),
        lines=np.arange(len(right)) % len(Line),
        weights=np.linspace(0, 1, len(right)),
        hulls=(Hull("All", places, 1),),
    )
    return picture, np.stack((places % side, places // side), axis=1).astype(np.float64)


@pytest.fixture
def canvas(qtbot: QtBot, theme_source: ThemeSource) -> GraphCanvas:
    """A canvas with the grid, shown."""
    made = GraphCanvas()
    qtbot.addWidget(made)
    made.resize(600, 600)
    made.show()
    made.show_picture(*grid_picture())
    made.grab()
    return made


def at(canvas: GraphCanvas, key: int) -> QPoint:
    place = canvas.place_of(key)
    assert place is not None
    return place.toPoint()


def test_everything_fits_and_a_pixel_leads_back_to_its_point() -> None:
    points = np.array([[-3.0, 2.0], [7.0, 4.0], [1.0, -5.0]])
    margins = (10.0, 50.0, 20.0, 30.0)
    view = fitting(points, width=400, height=300, margins=margins)
    seen = view.to_screen(points)
    assert seen[:, 0].min() >= 10 - 1e-9
    assert seen[:, 0].max() <= 380 + 1e-9
    assert seen[:, 1].min() == pytest.approx(50)
    assert seen[:, 1].max() == pytest.approx(270)
    near = view.zoomed(2.5, 123, 45)
    assert near.to_world(123, 45) == pytest.approx(view.to_world(123, 45))
    assert near.moved(30, -8).to_world(153, 37) == pytest.approx(near.to_world(123, 45))
    assert fitting(points[:1], width=400, height=300, margins=margins).zoom == 1.0


def test_what_is_meant_by_a_point_a_loop_and_a_direction() -> None:
    _picture, points = grid_picture()
    radii = np.full(len(points), 0.2)
    assert node_at(points, radii, x=2.1, y=3.1, reach=0.1) == 3 * GRID + 2
    assert node_at(points, radii, x=2.5, y=3.5, reach=0.1) is None
    ends = np.array([[0, 1], [1, 2], [1, GRID + 1], [2, 2]])
    assert edge_at(points, ends, x=0.6, y=0.1, reach=0.2) == 0
    assert edge_at(points, ends, x=1.15, y=0.6, reach=0.2) == 2
    assert edge_at(points, ends, x=3.3, y=0.0, reach=0.2) is None
    assert edge_at(points, np.empty((0, 2), np.int64), x=0.5, y=0.0, reach=9) is None
    horseshoe = np.array([(-0.5, -0.5), (2.5, -0.5), (2.5, 0.5), (0.5, 0.5), (0.5, 2.5), (-0.5, 2.5)])
    assert inside(points, horseshoe).tolist() == [0, 1, 2, GRID, 2 * GRID]
    none = np.empty(0, np.int64)
    assert next_in_direction(points, 8, dx=1, dy=0, linked=none) == 9
    assert next_in_direction(points, 8, dx=0, dy=-1, linked=none) == 2
    assert next_in_direction(points, 5, dx=1, dy=0, linked=none) is None
    assert next_in_direction(points, 0, dx=1, dy=0, linked=np.array([2])) == 1
    points[1] = (1.0, 1.2)
    assert next_in_direction(points, 0, dx=1, dy=0, linked=np.array([2])) == 2


def test_a_hull_holds_its_group_without_the_strays() -> None:
    points = np.random.default_rng(1).normal(size=(40, 2))
    hull = convex_hull(points)
    middle = hull.mean(axis=0)
    wider = (hull - middle) * 1.001 + middle
    assert len(inside(points, wider)) == 40
    far = np.vstack((points, [[90.0, 90.0]]))
    assert without_strays(far).max() < 10


def test_lines_drawn_at_once_are_the_lines_drawn_one_by_one(theme_source: ThemeSource) -> None:
    lines = np.random.default_rng(3).uniform(0, 80, (60, 4))
    images = []
    for together in (True, False):
        image = QImage(80, 80, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setPen(QColor("black"))
        if together:
            draw_lines(painter, lines)
        else:
            for x1, y1, x2, y2 in lines.tolist():
                painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))
        painter.end()
        images.append(image)
    assert images[0] == images[1]
    assert images[0].pixelColor(0, 0) != images[0].pixelColor(round(lines[0, 0]), round(lines[0, 1]))


def test_labels_stand_apart_inside_the_picture_and_not_at_all_where_it_is_crowded(
    theme_source: ThemeSource,
) -> None:
    picture, points = grid_picture()
    points = points * 90 + 40
    radii = np.full(picture.count, 6.0)

    def placed(apart: float, emphasis: Emphasis) -> list[tuple[int, float, float, float, float]]:
        found = place_labels(
            picture, points, radii, emphasis, size=(540, 540), ratio=1.0, apart=apart, hovered=None, taken=[]
        )
        sizes = [label_pixmap(theme(), one.text, one.role, one.token, 1.0).size() for one in found]
        return [
            (one.row, one.left, one.top, size.width(), size.height())
            for one, size in zip(found, sizes, strict=True)
        ]

    boxes = placed(90, PLAIN)
    assert len(boxes) >= 6
    for row, left, top, width, height in boxes:
        assert left >= 0
        assert top >= 0
        assert left + width <= 540
        for other, x, y, wide, high in boxes:
            apart = left + width <= x or x + wide <= left or top + height <= y or y + high <= top
            assert other == row or apart
    assert placed(4, PLAIN) == []
    current = Emphasis(selected=frozenset({107}), current=107)
    assert [one[0] for one in placed(4, current)] == [7]
    assert shortened("  A short\ntext. ") == "A short text"
    assert shortened("Verify payment webhooks against the raw body") == "Verify payment webhooks…"


def test_a_costly_frame_is_moved_and_painted_anew_when_it_no_longer_covers(canvas: GraphCanvas) -> None:
    painted: list[bool] = []
    frames = FrameCache()
    frames.cost = 99.0
    ground = canvas.rect().toRectF()
    image = QImage(600, 600, QImage.Format.Format_RGB32)
    painter = QPainter(image)

    def paint(_painter: QPainter, _x: float, _y: float, fine: bool) -> None:
        painted.append(fine)

    def show(moved: float, *, moving: bool) -> None:
        view = canvas.viewport.moved(moved, 0)
        frames.show(painter, view, ratio=1.0, moving=moving, paint=paint, ground=ground)

    show(0, moving=True)
    show(100, moving=True)
    assert painted == [False], "it covers the widget still"
    show(250, moving=True)
    assert painted == [False, False], "it does not any more"
    assert not frames.is_final(canvas.viewport.moved(250, 0))
    show(250, moving=False)
    assert painted == [False, False], "what is right is not painted again by itself"
    frames.forget()
    show(250, moving=False)
    assert painted[-1] is True
    assert frames.is_final(canvas.viewport.moved(250, 0))
    painter.end()


def test_mouse_and_keys_say_what_was_meant(qtbot: QtBot, canvas: GraphCanvas) -> None:
    said: list[object] = []
    for signal in (canvas.clicked, canvas.opened, canvas.moved, canvas.lassoed):
        signal.connect(said.append)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(canvas, left, none, at(canvas, 114))
    qtbot.mouseClick(canvas, left, Qt.KeyboardModifier.ControlModifier, at(canvas, 115))
    qtbot.mouseClick(canvas, left, none, at(canvas, 114) + QPoint(40, 40))
    assert said == [NodeClicked(114), NodeClicked(115, add=True), NodeClicked(None)]

    said.clear()
    canvas.set_emphasis(Emphasis(selected=frozenset({114}), current=114))
    assert canvas.accessibleDescription().startswith("Memory 14 ")
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    qtbot.keyClick(canvas, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert said == [NodeClicked(115), NodeClicked(108, add=True), 114]

    said.clear()
    start = at(canvas, 114)
    qtbot.mousePress(canvas, left, none, start)
    qtbot.mouseMove(canvas, start + QPoint(20, 8))
    canvas.show_picture(canvas.picture, canvas.positions)  # an agent wrote meanwhile
    qtbot.mouseMove(canvas, start + QPoint(30, 12))
    qtbot.mouseRelease(canvas, left, none, start + QPoint(30, 12))
    last = said[-1]
    assert isinstance(last, NodeMoved)
    assert (last.key, last.done) == (114, True)
    assert canvas.viewport.to_world(start.x() + 30, start.y() + 12) == pytest.approx((last.x, last.y))

    said.clear()
    before = canvas.viewport
    empty = at(canvas, 120) + QPoint(40, 40)
    qtbot.mousePress(canvas, left, none, empty)
    qtbot.mouseMove(canvas, empty + QPoint(20, 5))
    qtbot.mouseRelease(canvas, left, none, empty + QPoint(20, 5))
    assert canvas.viewport == before.moved(20, 5)
    assert said == []
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.zoom > 1
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.zoom == 1

    canvas.set_lasso(True)
    corners = [at(canvas, key) for key in (100, 101, 107, 106)]
    middle = sum(point.x() for point in corners) // 4, sum(point.y() for point in corners) // 4
    loop = [(point - QPoint(*middle)) * 1.4 + QPoint(*middle) for point in corners]
    qtbot.mousePress(canvas, left, none, loop[0])
    for point in loop[1:]:
        qtbot.mouseMove(canvas, point)
    qtbot.mouseRelease(canvas, left, none, loop[0])
    assert said == [Lassoed((100, 101, 106, 107))]
    assert not canvas.lasso_on


def test_what_is_under_the_mouse_dims_the_rest_and_the_theme_changes_at_once(
    canvas: GraphCanvas, theme_source: ThemeSource
) -> None:
    plain = canvas.grab().toImage()
    canvas._hover(14)
    lit = canvas.grab().toImage()
    far, near = at(canvas, 135), at(canvas, 115)
    assert lit.pixelColor(near) == plain.pixelColor(near)
    assert lit.pixelColor(far) != plain.pixelColor(far)
    canvas._hover(None)
    assert canvas.grab().toImage() == plain
    theme_source.set_mode("dark")
    dark = canvas.grab().toImage()
    assert dark.pixelColor(3, 3) == theme().colour("base")
    canvas.show_picture(canvas.picture, canvas.positions)
    assert canvas.grab().toImage() == dark


def test_a_click_on_a_line_means_it_and_not_the_ground(canvas: GraphCanvas, qtbot: QtBot) -> None:
    found: list[object] = []
    canvas.clicked.connect(found.append)
    canvas.line_clicked.connect(found.append)
    canvas.line_tip = "{} to {}".format
    middle = (at(canvas, 107) + at(canvas, 108)) / 2
    aside = (at(canvas, 107) + at(canvas, 113)) / 2
    left, held = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier
    qtbot.mouseMove(canvas, middle)
    assert canvas.cursor().shape() is Qt.CursorShape.PointingHandCursor
    assert canvas._words_at(QPointF(middle)) == "107 to 108"
    qtbot.mouseClick(canvas, left, pos=middle)
    qtbot.mouseClick(canvas, left, held, pos=middle)
    qtbot.mouseMove(canvas, aside)
    assert canvas.cursor().shape() is Qt.CursorShape.ArrowCursor
    assert canvas._words_at(QPointF(aside)) == ""
    qtbot.mouseClick(canvas, left, pos=aside)
    qtbot.mouseClick(canvas, left, pos=at(canvas, 107))
    assert found == [EdgeClicked(107, 108), NodeClicked(None, True), NodeClicked(None), NodeClicked(107)]
