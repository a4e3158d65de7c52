"""One row of the side bar: icon, label, count. Painted, so that a hundred of them cost nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.kit import LEFT, RIGHT, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, qcolor

OWN_KEYS = (Qt.Key.Key_F2, Qt.Key.Key_Delete)
PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A row was pressed, with these modifiers held."""

    key: str
    control: bool = False
    shift: bool = False
    alt: bool = False


class NavRow(QAbstractButton):
    """`pressed_with` carries a Pressed. `mark` is "", "active" or "excluded"; `tall` rows are views."""

    pressed_with = Signal(object)
    rename_wanted = Signal(object)
    removal_wanted = Signal(object)

    def __init__(self, key: str, label: str, *, icon: QIcon, tall: bool = False) -> None:
        super().__init__()
        self._key = key
        self._count = ""
        self._mark = ""
        self._alert = ""
        self._tall = tall
        self._icon = icon
        self.setText(label)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._describe()

    @property
    def key(self) -> str:
        """What the row stands for."""
        return self._key

    @property
    def count_text(self) -> str:
        """The count as shown."""
        return self._count

    @property
    def mark(self) -> str:
        """How the row is marked."""
        return self._mark

    def set_label(self, label: str) -> None:
        """Another label."""
        if label != self.text():
            self.setText(label)
            self._describe()

    def set_count(self, count: int | None) -> None:
        """Another count; None shows none."""
        text = "" if count is None else f"{count:,}"
        if text != self._count:
            self._count = text
            self._describe()
            self.update()

    def set_alert(self, count: int, words: str) -> None:
        """A count that asks for a look, with what it says; 0 shows none."""
        self._alert = words if count else ""
        self._count = f"{count:,}" if count else ""
        self.setToolTip(tooltip(self._alert))
        self._describe()
        self.update()

    def set_mark(self, mark: str) -> None:
        """Mark the row as part of the query, or not."""
        if mark != self._mark:
            self._mark = mark
            self._describe()
            self.update()

    def _describe(self) -> None:
        state = {"active": "active", "excluded": "excluded"}.get(self._mark, "")
        self.setAccessibleName(
            ", ".join(part for part in (self.text(), self._alert or self._count, state) if part)
        )

    def sizeHint(self) -> QSize:
        """26 high for views, 22 for the others."""
        metrics = current_kit().metrics
        return QSize(metrics.px(160), metrics.view_item if self._tall else metrics.facet)

    def minimumSizeHint(self) -> QSize:
        """May be narrow."""
        return QSize(current_kit().px(60), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Background by state, icon, label, count."""
        kit = current_kit()
        tokens, metrics = kit.tokens, kit.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self._mark == "active":
            rounded(painter, box, radius=metrics.radius_row, colour=qcolor(tokens.accent_tint))
        elif self.underMouse() and self.isEnabled():
            rounded(painter, box, radius=metrics.radius_row, colour=qcolor(tokens.fill))
        if self.hasFocus():
            painter.setPen(QPen(qcolor(tokens.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), metrics.radius_row, metrics.radius_row)
        size = metrics.icon_large if self._tall else metrics.icon
        left = kit.px(8) if self._tall else kit.px(7)
        area = QRectF(left, (self.height() - size) / 2, size, size).toRect()
        self._icon.paint(painter, area, mode=QIcon.Mode.Normal)
        number = kit.pen(TextRole.SMALL, tabular=True)
        width = number.measures.horizontalAdvance(self._count) + 1
        count = QRectF(box.right() - kit.px(8) - width, 0, width, box.height())
        colour = tokens.text if self._mark == "active" else tokens.text_muted
        if self._alert:
            badge = count.adjusted(-kit.px(6), (box.height() - kit.px(18)) / 2, kit.px(6), 0)
            badge.setHeight(kit.px(18))
            rounded(painter, badge, radius=kit.metrics.radius_badge, colour=qcolor(tokens.tint_warning))
            colour = tokens.warning
        kit.text(painter, self._count, rect=count, pen=number, colour=colour, align=RIGHT)
        start = left + size + kit.px(8)
        room = QRectF(start, 0, max(0.0, count.left() - kit.px(6) - start), box.height())
        strong = self._mark == "active" and self._tall
        role = TextRole.STRONG if strong else TextRole.MEDIUM if self._mark else TextRole.BODY
        pen = kit.pen(role, struck=self._mark == "excluded")
        ink = tokens.text_muted if self._mark == "excluded" else tokens.text
        label = single_line(self.text())
        kit.text(painter, label, rect=room, pen=pen, colour=ink, align=LEFT)
        cut = pen.measures.horizontalAdvance(label) > room.width()
        if cut and not self.toolTip():
            self.setToolTip(tooltip(label))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Say which modifiers were held."""
        inside = self.rect().contains(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self._say(event.modifiers())

    def event(self, event: QEvent) -> bool:
        """Keep F2 and Delete from the window's shortcuts: here they mean this row."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.ShortcutOverride
            and event.key() in OWN_KEYS
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and space press it, F2 and Delete ask, arrows move among the rows."""
        key = event.key()
        if key in PRESSING:
            self._say(event.modifiers())
        elif key == Qt.Key.Key_F2:
            self.rename_wanted.emit(Pressed(self._key))
        elif key == Qt.Key.Key_Delete:
            self.removal_wanted.emit(Pressed(self._key))
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step_focus(self, 1 if key == Qt.Key.Key_Down else -1)
        else:
            event.ignore()

    def _say(self, held: Qt.KeyboardModifier) -> None:
        self.pressed_with.emit(
            Pressed(
                self._key,
                control=bool(held & Qt.KeyboardModifier.ControlModifier),
                shift=bool(held & Qt.KeyboardModifier.ShiftModifier),
                alt=bool(held & Qt.KeyboardModifier.AltModifier),
            )
        )


def step_focus(row: NavRow, by: int) -> None:
    """Move the focus to the next visible row of the same window, in the order of the screen."""
    top = row.window()
    rows = [found for found in top.findChildren(NavRow) if found.isVisible()]
    rows.sort(key=_height_on_screen)
    place = rows.index(row) + by
    if 0 <= place < len(rows):
        rows[place].setFocus(Qt.FocusReason.TabFocusReason)


def _height_on_screen(row: QWidget) -> int:
    return row.mapToGlobal(row.rect().topLeft()).y()
