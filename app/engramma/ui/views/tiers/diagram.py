"""The flow as a picture that is worked with: clicks and keys search for a part, memories are dropped on a tier."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QMimeData, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import qcolor, set_surface
from engramma.ui.views.tiers.aims import LONG, SHORT, Aim, aims_of
from engramma.ui.views.tiers.painting import FlowPainter
from engramma.ui.views.tiers.reading import FlowRead
from engramma.ui.views.tiers.shapes import HEIGHT, Shapes, lay_out

MIME = "application/x-engramma-memory-ids"
DROPS = (SHORT, LONG, "trashed")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A person asks for a part of the flow, with these keys held; `open` by a double click: show the memories."""

    aim: Aim
    control: bool = False
    shift: bool = False
    alt: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """Memories are held over a tier, or were let go there. Without a target nothing is held any more."""

    ids: tuple[int, ...] = ()
    target: str = ""


def mime_of(ids: tuple[int, ...]) -> QMimeData:
    """What is dragged."""
    data = QMimeData()
    data.setData(MIME, np.array(ids, dtype="<i8").tobytes())
    return data


def ids_in(data: QMimeData) -> tuple[int, ...]:
    """The memories that are dragged; none for anything else."""
    raw = bytes(data.data(MIME).data())
    return tuple(np.frombuffer(raw, dtype="<i8").tolist()) if len(raw) % 8 == 0 else ()


class FlowDiagram(QWidget):
    """`wanted` carries a Wanted; `held` and `dropped` a Dropped."""

    wanted = Signal(object)
    held = Signal(object)
    dropped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._read: FlowRead | None = None
        self._aims: dict[str, Aim] = {}
        self._places: dict[str, QRectF] = {}
        self._shapes: Shapes | None = None
        self._current = self._hovered = self._target = ""
        set_surface(self, "base")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Flow between the tiers")
        self.setAccessibleDescription("Arrows choose a part, Enter searches for it.")

    @property
    def aims(self) -> dict[str, Aim]:
        """Every part by its key."""
        return self._aims

    @property
    def current(self) -> str:
        """The key of the part that the keyboard stands on."""
        return self._current

    def show_flow(self, read: FlowRead) -> None:
        """Show a flow."""
        self._read = read
        self._aims = aims_of(read.flow)
        self._shapes = None
        self.update()

    def place(self, key: str) -> QRectF:
        """Where a part stands, after it was painted."""
        return self._places.get(key, QRectF())

    def set_target(self, target: str) -> None:
        """Light the box over which something is held, or none."""
        if target != self._target:
            self._target = target
            self.update()

    def sizeHint(self) -> QSize:
        """A strip."""
        return QSize(720, current_kit().px(HEIGHT))

    def resizeEvent(self, event: object) -> None:
        """Everything stands elsewhere."""
        self._shapes = None
        super().resizeEvent(event)  # type: ignore[arg-type]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the flow, and frames around what is lit and current."""
        super().paintEvent(event)
        if self._read is None:
            return
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._shapes = self._shapes or lay_out(self._read.flow, width=self.width(), metrics=kit.metrics)
        self._places = {}
        FlowPainter(painter, kit, self._read, self._shapes, self._note).paint(target=self._target)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._hovered in self._places:
            painter.setPen(QPen(qcolor(kit.tokens.field_border), 1))
            painter.drawRoundedRect(self._places[self._hovered].adjusted(-2, -1, 2, 1), 4, 4)
        if self.hasFocus() and self._current in self._places:
            painter.setPen(QPen(qcolor(kit.tokens.accent), 2))
            painter.drawRoundedRect(self._places[self._current].adjusted(-3, -2, 3, 2), 5, 5)

    def _note(self, key: str, rect: QRectF) -> None:
        before = self._places.get(key)
        self._places[key] = rect if before is None else before.united(rect)

    def _at(self, point: QPointF) -> str:
        """The smallest part under a point."""
        found = [(rect.width() * rect.height(), key) for key, rect in self._places.items()
                 if key in self._aims and rect.adjusted(-3, -1, 3, 1).contains(point)]  # fmt: skip
        return min(found)[1] if found else ""

    def _drop_target(self, point: QPointF) -> str:
        return next((key for key in DROPS if self._places.get(key, QRectF()).contains(point)), "")

    # Mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light what is under the mouse."""
        key = self._at(event.position())
        if key != self._hovered:
            self._hovered = key
            self.setCursor(Qt.CursorShape.PointingHandCursor if key else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is lit."""
        self._hovered = ""
        self.update()
        super().leaveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Search for what was clicked."""
        key = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and key:
            self._current = key
            self._ask(key, event.modifiers())
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the memories."""
        key = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and key:
            self._ask(key, Qt.KeyboardModifier.NoModifier, opens=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose a part, Enter searches for it."""
        keys = [key for key in self._aims if key in self._places]
        step = {
            Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1,
        }.get(Qt.Key(event.key()), 0)  # fmt: skip
        if step and keys:
            place = keys.index(self._current) + step if self._current in keys else 0
            self._stand(keys[min(max(place, 0), len(keys) - 1)])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current in self._aims:
            self._ask(self._current, event.modifiers())
        else:
            super().keyPressEvent(event)

    def _stand(self, key: str) -> None:
        self._current = key
        self.setAccessibleDescription(f"{self._aims[key].sentence}. Enter searches for it.")
        self.update()

    def _ask(self, key: str, keys: Qt.KeyboardModifier, *, opens: bool = False) -> None:
        held = Qt.KeyboardModifier
        self.wanted.emit(
            Wanted(
                self._aims[key],
                control=bool(keys & held.ControlModifier),
                shift=bool(keys & held.ShiftModifier),
                alt=bool(keys & held.AltModifier),
                open=opens,
            )
        )

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard stands somewhere."""
        super().focusInEvent(event)
        if self._current not in self._aims and self._aims:
            self._stand(SHORT if SHORT in self._aims else next(iter(self._aims)))
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Without the keyboard nothing is framed."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Tell of what is under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            key = self._at(QPointF(event.pos()))
            if key:
                QToolTip.showText(event.globalPos(), tooltip(self._aims[key].sentence), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    # Dragging

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Memories may be dropped here."""
        if ids_in(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Light the tier, and have told what a drop would change."""
        target = self._drop_target(event.position())
        if target != self._target:
            self.held.emit(Dropped(ids_in(event.mimeData()), target))
        self.set_target(target)
        if target:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Nothing is held any more."""
        self.set_target("")
        self.held.emit(Dropped())

    def dropEvent(self, event: QDropEvent) -> None:
        """Move them."""
        target, ids = self._drop_target(event.position()), ids_in(event.mimeData())
        self.set_target("")
        if target and ids:
            event.acceptProposedAction()
            self.dropped.emit(Dropped(ids, target))
