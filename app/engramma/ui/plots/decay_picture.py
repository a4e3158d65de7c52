"""Curves of memories as a picture: what stands still, what is supposed, the cursor and the handles.

What stands still is painted once, what is supposed once for each supposition; only cursor and handles are painted at
each step. Works with no mouse and no keys, which are `decay_canvas`'s.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engramma.model.clock import DAY
from engramma.ui.delegates.kit import current_kit
from engramma.ui.plots import decay_handles as handles
from engramma.ui.plots.decay_area import DecayArea
from engramma.ui.plots.decay_band import DecayBand
from engramma.ui.plots.decay_handles import Handle
from engramma.ui.plots.decay_lines import LinePainter, dashed
from engramma.ui.plots.decay_overlay import OverlayPainter
from engramma.ui.plots.decay_scene import DecayScene, band_reading, reading, title_of
from engramma.ui.plots.decay_table import decay_table
from engramma.ui.plots.decay_what_if import Life, Supposed, WhatIf, suppose
from engramma.ui.plots.plot_values import PlotTable
from engramma.ui.theme import qcolor, set_surface, theme

NEAR = 5
"""Within how many px of the cursor something that happened is named."""


class DecayPicture(QWidget):
    """Shows a DecayScene and a WhatIf."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: DecayScene | None = None
        self._what: WhatIf | None = None
        self._supposed: dict[int, Supposed] = {}
        self._supposed_band: DecayBand | None = None
        self._still: QPixmap | None = None
        self._over: QPixmap | None = None
        self._current = 0
        self._moment: int | None = None
        self._lit: Handle | None = None
        self._held_at: int | None = None
        set_surface(self, "base")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Strength over time")

    @property
    def scene(self) -> DecayScene | None:
        """What is shown."""
        return self._scene

    @property
    def current(self) -> Life | None:
        """The curve that is read."""
        lives = self._scene.lives if self._scene is not None else ()
        return lives[self._current] if self._current < len(lives) else None

    @property
    def supposed(self) -> tuple[Supposed, ...]:
        """The lives as they would be, those that would change."""
        return tuple(self._supposed.values())

    @property
    def reading(self) -> str:
        """What is read at the cursor; empty without one."""
        return self._words() if self._moment is not None else ""

    def show_scene(self, scene: DecayScene | None) -> None:
        """Show other curves; the same memory stays current."""
        before = self.current
        self._scene, self._still, self._moment, self._held_at = scene, None, None, None
        self._supposed_band = None
        lives = scene.lives if scene is not None else ()
        ids = [life.id for life in lives]
        self._current = ids.index(before.id) if before is not None and before.id in ids else 0
        self._suppose()
        if len(lives) == 1:
            self.setAccessibleName(f"Strength of {lives[0].memory.label} over time")
        else:
            self.setAccessibleName(
                f"Strength over time, {len(lives)} curves" if lives else "Strength over time"
            )
        self.update()

    def show_what_if(self, what: WhatIf | None) -> None:
        """Draw another supposition, or none."""
        if what != self._what:
            self._what = what
            self._suppose()
            self.update()

    def show_supposed_band(self, band: DecayBand | None) -> None:
        """Draw what would become of very many, or nothing."""
        self._supposed_band, self._over = band, None
        self.update()

    def set_current(self, memory_id: int) -> None:
        """Read another curve."""
        ids = [life.id for life in self._scene.lives] if self._scene is not None else []
        if memory_id in ids:
            self._choose(ids.index(memory_id))
            self.update()

    def area(self) -> DecayArea:
        """Where time runs and strength stands now."""
        scene = self._scene
        start, end = (scene.start, scene.end) if scene is not None else (0, DAY)
        return DecayArea.within(self.width(), self.height(), start=start, end=end, metrics=theme().metrics)

    def places(self) -> dict[Handle, QPointF]:
        """Where the handles stand."""
        scene, what, current = self._scene, self._what, self.current
        if scene is None or what is None or scene.is_empty:
            return {}
        supposed = self._supposed.get(current.id) if current is not None else None
        return handles.places(
            self.area(), what, current=current, supposed=supposed, now=scene.now, held=self._held_at
        )

    def read_at(self, moment: int | None) -> None:
        """Put the cursor at a moment, or take it away."""
        if moment is None and self._moment is None:
            return
        self._moment = moment
        if moment is not None:
            self.setAccessibleDescription(self._words())
        self.update()

    def sizeHint(self) -> QSize:
        """Wide and not high."""
        return QSize(current_kit().px(800), current_kit().px(300))

    def minimumSizeHint(self) -> QSize:
        """Enough to be read."""
        return QSize(current_kit().px(320), current_kit().px(150))

    # Painting

    def draw(self, painter: QPainter, rect: QRectF) -> None:
        """Everything but cursor and handles into a rectangle, for a picture of any size."""
        scene = self._scene
        if scene is None:
            return
        area = DecayArea.within(
            rect.width(), rect.height(), start=scene.start, end=scene.end, metrics=theme().metrics
        )
        painter.save()
        painter.translate(rect.topLeft())
        self._paint_still(painter, area)
        self._paint_supposed(painter, area)
        painter.restore()

    def table(self) -> PlotTable:
        """The numbers."""
        return decay_table(self._scene, self._supposed)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The still picture, what is supposed, and what moves over them."""
        super().paintEvent(event)
        if self._scene is None:
            return
        painter, kit, area = QPainter(self), current_kit(), self.area()
        ratio = self.devicePixelRatioF()
        if self._still is None or self._still.devicePixelRatio() != ratio:
            self._still = self._blank(ratio, qcolor(kit.tokens.base))
            with_still = QPainter(self._still)
            self._paint_still(with_still, area)
            with_still.end()
        if self._over is None or self._over.devicePixelRatio() != ratio:
            self._over = self._blank(ratio, QColor(Qt.GlobalColor.transparent))
            with_over = QPainter(self._over)
            self._paint_supposed(with_over, area)
            with_over.end()
        painter.drawPixmap(0, 0, self._still)
        painter.drawPixmap(0, 0, self._over)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_moving(painter, area)
        if self.hasFocus():
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 5, 5)

    def _blank(self, ratio: float, colour: QColor) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(colour)
        return picture

    def _paint_still(self, painter: QPainter, area: DecayArea) -> None:
        scene = self._scene
        assert scene is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lines = LinePainter(painter, current_kit(), area, now=scene.now)
        lines.ground()
        painter.save()
        painter.setClipRect(area.rect.adjusted(-6, -8, 6, 8))
        if scene.band is not None:
            lines.band(scene.band)
        lines.curves(scene.lives, scene.looks)
        painter.restore()

    def _paint_supposed(self, painter: QPainter, area: DecayArea) -> None:
        scene, what = self._scene, self._what
        assert scene is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        over = OverlayPainter(painter, current_kit(), area, now=scene.now)
        if not scene.is_empty:
            over.threshold(what or WhatIf(scene.policy, scene.policy))
        over.today()
        over.supposed(self.supposed)
        if self._supposed_band is not None:
            over.supposed_band(self._supposed_band)

    def _paint_moving(self, painter: QPainter, area: DecayArea) -> None:
        scene, current = self._scene, self.current
        assert scene is not None
        over = OverlayPainter(painter, current_kit(), area, now=scene.now)
        if len(scene.lives) > 1 and current is not None:
            self._paint_current(painter, area)
        if self._what is not None:
            field = current.field if current is not None else ""
            words = self._half_life_words()
            over.handles(self.places(), self._what, lit=self._lit, half_life=words, field=field)
        if self._moment is not None:
            self._paint_cursor(over, area)

    def _paint_current(self, painter: QPainter, area: DecayArea) -> None:
        """Among many the curve that is read stands out."""
        scene, current = self._scene, self.current
        if scene is None or current is None or (self._moment is None and not self.hasFocus()):
            return
        look = scene.looks[self._current]
        painter.save()
        painter.setClipRect(area.rect.adjusted(-1, -1, 1, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        colour = qcolor(getattr(current_kit().tokens, look.token))
        painter.setPen(QPen(colour, 2.6))
        painter.drawPolyline(area.line(current.curve.past_times, current.curve.past))
        painter.setPen(dashed(colour, 2.4))
        painter.drawPolyline(area.line(current.curve.future_times, current.curve.future))
        painter.restore()

    def _paint_cursor(self, over: OverlayPainter, area: DecayArea) -> None:
        scene, current, moment = self._scene, self.current, self._moment
        if scene is None or moment is None:
            return
        if current is not None:
            strength, token = current.curve.at(moment), scene.looks[self._current].token
        else:
            levels = scene.band.at(moment) if scene.band is not None else None
            strength, token = (levels[2] if levels is not None else None), "long_term"
        if strength is not None:
            words = self._words()
            if current is not None and len(scene.lives) > 1:
                words = f"{title_of(current, 24)}: {words}"
            over.cursor(QPointF(area.x(moment), area.y(strength)), words, token=token)

    # Words

    def _words(self) -> str:
        scene, current, moment = self._scene, self.current, self._moment
        if scene is None or moment is None:
            return ""
        if current is None:
            supposed = self._supposed_band
            return "" if scene.band is None else band_reading(scene.band, moment, supposed=supposed)
        area = self.area()
        near = round(NEAR * (area.end - area.start) / max(1.0, area.rect.width()))
        return reading(current, moment, near=near, supposed=self._supposed.get(current.id))

    def _half_life_words(self) -> str:
        what, current = self._what, self.current
        if what is None or current is None:
            return ""
        before, after = (getattr(policy, current.field) for policy in (what.current, what.policy))
        tier = "short-term" if current.field.startswith("short") else "long-term"
        return (
            f"{tier} half-life {before:g} → {after:g} d"
            if before != after
            else f"{tier} half-life {before:g} d"
        )

    def _suppose(self) -> None:
        scene, what = self._scene, self._what
        self._supposed, self._over = {}, None
        if scene is not None and what is not None:
            found = (suppose(life, what, now=scene.now) for life in scene.lives)
            self._supposed = {one.life.id: one for one in found if one is not None}

    def _choose(self, place: int) -> None:
        if place != self._current:
            self._current = place
            self._held_at = None

    # Following the window

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Everything stands elsewhere."""
        self._still = self._over = None
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a live switch of the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._still = self._over = None
            self.update()
        super().changeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A frame shows where the keys are."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keys there is none."""
        super().focusOutEvent(event)
        self.update()
