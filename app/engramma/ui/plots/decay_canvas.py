"""Curves of memories that are worked with: read by mouse and keys, and handles that suppose something.

Writes nothing and asks no store: `tried` carries what a person supposes, and `show_what_if` draws it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engramma.model.clock import DAY
from engramma.ui.plots import decay_handles as handles
from engramma.ui.plots.decay_area import DecayArea
from engramma.ui.plots.decay_handles import Handle, Tried
from engramma.ui.plots.decay_picture import DecayPicture
from engramma.ui.plots.decay_scene import DecayScene
from engramma.ui.theme import theme

STEPS = 120
HELP = (
    "Left and right step along the time, up and down go from curve to curve, R supposes a rehearsal on that day, "
    "P a pin."
)


class DecayCanvas(DecayPicture):
    """`tried` carries a Tried, `current_changed` and `opened` the id of a memory."""

    tried = Signal(object)
    current_changed = Signal(object)
    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._held: Handle | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleDescription(HELP)

    def show_scene(self, scene: DecayScene | None) -> None:
        """Show other curves."""
        super().show_scene(scene)
        self.setAccessibleDescription(HELP)

    # Mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a handle, light one, or read the nearest curve."""
        if self._held is not None:
            self._drag(event.position())
            return
        lit = handles.hit(self.places(), event.position(), scale=theme().metrics.scale)
        if lit is not self._lit:
            self._lit = lit
            shape = Qt.CursorShape.SizeVerCursor if lit is Handle.THRESHOLD else Qt.CursorShape.OpenHandCursor
            self.setCursor(shape if lit is not None else Qt.CursorShape.ArrowCursor)
            self.update()
        area = self.area()
        if (
            self._scene is None
            or self._scene.is_empty
            or lit is not None
            or not _over(area, event.position())
        ):
            self.read_at(None)
            return
        moment = area.moment(event.position().x())
        self._choose(self._nearest(moment, area.strength(event.position().y())))
        self.read_at(moment)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of a handle."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = handles.hit(self.places(), event.position(), scale=theme().metrics.scale)
            if self._held is not None:
                self._moment = None
                self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of it, or make the curve there current."""
        if self._held is not None:
            self._held = None
            self.setCursor(Qt.CursorShape.ArrowCursor)
        elif self.current is not None and event.button() == Qt.MouseButton.LeftButton:
            self.current_changed.emit(self.current.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the memory."""
        if self.current is not None and event.button() == Qt.MouseButton.LeftButton and self._held is None:
            self.opened.emit(self.current.id)

    def leaveEvent(self, event: QEvent) -> None:
        """No cursor without the mouse."""
        super().leaveEvent(event)
        self._lit = None
        self.read_at(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, choose, suppose, open."""
        key = Qt.Key(event.key())
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if key == Qt.Key.Key_Right else -1, to_mark=control)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._scene is not None and self._scene.lives:
            step = 1 if key == Qt.Key.Key_Down else -1
            self._choose((self._current + step) % len(self._scene.lives))
            self.read_at(self._moment if self._moment is not None else self._scene.now)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self._scene is not None:
            self.read_at(self._scene.start if key == Qt.Key.Key_Home else self._scene.end)
        elif key == Qt.Key.Key_R and not event.modifiers() and self._scene is not None:
            days = ((self._moment or self._scene.now) - self._scene.now) / DAY
            self.tried.emit(Tried(Handle.REHEARSE, float(max(0, round(days)))))
        elif key == Qt.Key.Key_P and not event.modifiers() and self._what is not None:
            self.tried.emit(Tried(handles.PIN, 0.0 if self._what.pin else 1.0))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.opened.emit(self.current.id)
        else:
            super().keyPressEvent(event)

    def _step(self, step: int, *, to_mark: bool) -> None:
        scene, current = self._scene, self.current
        if scene is None or scene.is_empty:
            return
        moment = self._moment if self._moment is not None else scene.now
        if to_mark and current is not None:
            marks = sorted(
                {mark.at for mark in current.curve.marks} | {scene.now} | _known(current.curve.fades_at)
            )
            further = [at for at in marks if (at - moment) * step > 0]
            moment = moment if not further else min(further, key=lambda at: abs(at - moment))
        else:
            moment += step * max(DAY, round((scene.end - scene.start) / STEPS / DAY) * DAY)
        self.read_at(min(scene.end, max(scene.start, moment)))

    def _drag(self, point: QPointF) -> None:
        scene, current = self._scene, self.current
        if scene is None or self._held is None:
            return
        area = self.area()
        if self._held is Handle.HALF_LIFE:
            self._held_at = max(scene.now + DAY, area.moment(point.x()))
        supposed = self._supposed.get(current.id) if current is not None else None
        asked = handles.dragged(self._held, point, area, current=current, supposed=supposed, now=scene.now)
        if asked is not None:
            self.tried.emit(asked)

    def _nearest(self, moment: int, strength: float) -> int:
        """The curve that comes nearest to a place."""
        best, found = 2.0, self._current
        for place, life in enumerate(self._scene.lives if self._scene is not None else ()):
            there = life.curve.at(moment)
            if there is not None and abs(there - strength) < best:
                best, found = abs(there - strength), place
        return found


def _over(area: DecayArea, point: QPointF) -> bool:
    return area.rect.adjusted(-4, -10, 4, 4).contains(point)


def _known(moment: int | None) -> set[int]:
    return set() if moment is None else {moment}
