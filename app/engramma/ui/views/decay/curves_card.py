"""The curves with their legend above them, as a plot or as a table; the plot's menu saves and copies it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from engramma.model.memory import State
from engramma.ui.delegates.kit import Kit, current_kit
from engramma.ui.models.dates import short_day_text
from engramma.ui.plots.decay_canvas import DecayCanvas
from engramma.ui.plots.decay_colours import FEW
from engramma.ui.plots.decay_scene import DecayScene, title_of
from engramma.ui.plots.decay_what_if import Life, Supposed, WhatIf
from engramma.ui.plots.plot_card import PlotCard
from engramma.ui.theme import TextRole, qcolor, theme

LINE, GAP, BETWEEN = 14, 6, 18
NARROW = 240
AWAY = {State.TRASHED: "in the Trash", State.SUPERSEDED: "superseded"}


class CurvesCard(PlotCard):
    """A plot card whose head is the legend of the curves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.canvas = DecayCanvas()
        self.legend = CurvesLegend()
        super().__init__("Strength over time", self.canvas, framed=False, parent=parent)
        self.file_stem = "decay"
        self.legend.chosen.connect(self.canvas.set_current)

    def _lay_out(self) -> None:
        metrics = theme().metrics
        head = QHBoxLayout()
        head.setSpacing(metrics.space_8)
        head.addWidget(self.legend, 1)
        head.addWidget(self.menu_button)
        self._stack = QStackedLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.pane_padding, metrics.space_4, metrics.space_8, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(self._stack, 1)
        # Only now has the stack a parent: before, its first widget would flash up as a window.
        for widget in (self.plot, self.table, self._empty):
            self._stack.addWidget(widget)
        for unused in (self._detail, self._legend, self._caption):
            unused.setParent(self)
            unused.hide()

    def _fit_head(self) -> None:
        """The legend fits itself."""

    def show_scene(self, scene: DecayScene | None) -> None:
        """Show other curves."""
        self.canvas.show_scene(scene)
        self._tell()

    def show_what_if(self, what: WhatIf | None) -> None:
        """Draw a supposition, and say what it does to each date."""
        self.canvas.show_what_if(what)
        self._tell()

    def _tell(self) -> None:
        scene = self.canvas.scene
        self.legend.show_lives(scene, {found.life.id: found for found in self.canvas.supposed})
        self.refresh_table()


class CurvesLegend(QWidget):
    """Name and date of forgetting of a few curves, or how many there are. `chosen` carries an id."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: DecayScene | None = None
        self._supposed: dict[int, Supposed] = {}
        self._places: list[tuple[QRectF, int]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend")

    def show_lives(self, scene: DecayScene | None, supposed: dict[int, Supposed]) -> None:
        """Show other curves, with what would become of them."""
        self._scene, self._supposed = scene, supposed
        self.setAccessibleDescription("; ".join(self._told()))
        self.setToolTip("")
        self.update()

    def sizeHint(self) -> QSize:
        """A line."""
        return QSize(current_kit().px(400), current_kit().metrics.button_small)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A stroke, a number, a title and its dates for each; what has no room is cut."""
        super().paintEvent(event)
        scene = self._scene
        self._places = []
        if scene is None or scene.is_empty:
            return
        kit, painter = current_kit(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if len(scene.lives) > FEW or scene.band is not None:
            box = QRectF(0, 0, self.width(), self.height())
            pen = kit.pen(TextRole.SMALL)
            kit.text(painter, many_words(scene), rect=box, pen=pen, colour=kit.tokens.text_secondary)
            return
        room = (self.width() - kit.px(BETWEEN) * (len(scene.lives) - 1)) / len(scene.lives)
        x = 0.0
        for place, life in enumerate(scene.lives):
            x += self._paint_life(painter, kit, life, place, QRectF(x, 0, room, self.height())) + kit.px(
                BETWEEN
            )

    def _paint_life(self, painter: QPainter, kit: Kit, life: Life, place: int, box: QRectF) -> float:
        assert self._scene is not None
        look = self._scene.looks[place]
        middle, colour = box.center().y(), getattr(kit.tokens, look.token)
        painter.setPen(QPen(qcolor(colour), 2.4))
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.left() + kit.px(LINE), middle))
        x = box.left() + kit.px(LINE + GAP)
        dates = kit.pen(TextRole.SMALL, tabular=True)
        before, after = self._dates(life)
        if after and box.width() < kit.px(NARROW):
            before = ""
        wide = dates.measures.horizontalAdvance(before) + 1
        wide += kit.px(GAP) + dates.measures.horizontalAdvance(after) if after else 0
        name = kit.pen(TextRole.SMALL_MEDIUM)
        title = (
            f"{look.number} {title_of(life)}"
            if look.number and len(self._scene.lives) > 1
            else title_of(life)
        )
        rest = QRectF(x, box.top(), max(0.0, box.right() - x - wide - kit.px(GAP)), box.height())
        x += kit.text(painter, title, rect=rest, pen=name, colour=kit.tokens.text) + kit.px(GAP)
        rest = QRectF(x, box.top(), max(0.0, box.right() - x), box.height())
        x += kit.text(painter, before, rect=rest, pen=dates, colour=kit.tokens.text_secondary)
        if after:
            rest = QRectF(x + kit.px(GAP), box.top(), max(0.0, box.right() - x), box.height())
            x += kit.px(GAP) + kit.text(
                painter, after, rect=rest, pen=kit.pen(TextRole.SMALL_MEDIUM), colour=kit.tokens.accent
            )
        self._places.append((QRectF(box.left(), box.top(), x - box.left(), box.height()), life.id))
        return x - box.left()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Make a curve current."""
        found = next((key for rect, key in self._places if rect.contains(event.position())), None)
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(found)

    def _dates(self, life: Life) -> tuple[str, str]:
        now, fades_at = life.curve.now, life.curve.fades_at
        supposed = self._supposed.get(life.id)
        away = AWAY.get(life.memory.state)
        if away is not None:
            return away, ""
        before = fades_words(fades_at, now)
        if supposed is None or fades_words(supposed.fades_at, now) == before:
            return before, ""
        if fades_at is not None and supposed.fades_at is not None:
            # The year once is enough where it is the same.
            before = short_day_text(fades_at, supposed.fades_at)
        return before, f"→ {fades_words(supposed.fades_at, now)}"

    def _told(self) -> list[str]:
        if self._scene is None or self._scene.is_empty:
            return []
        if self._scene.band is not None or len(self._scene.lives) > FEW:
            return [many_words(self._scene)]
        return [
            f"{title_of(life)}: {' '.join(filter(None, self._dates(life)))}" for life in self._scene.lives
        ]


def fades_words(fades_at: int | None, now: int) -> str:
    """When it falls below the threshold."""
    return "never" if fades_at is None else short_day_text(fades_at, now)


def many_words(scene: DecayScene) -> str:
    """What is drawn of very many."""
    if scene.band is None:
        short = sum(life.memory.tier.value == "short_term" for life in scene.lives)
        return f"{len(scene.lives)} curves: {short} short-term, {len(scene.lives) - short} long-term"
    band = scene.band
    sample = "" if band.drawn_from == band.total else f", drawn from {band.drawn_from:,} of them"
    return (
        f"{band.total:,} memories as a band: the middle, half of them (darker), four fifths (lighter){sample}"
    )
