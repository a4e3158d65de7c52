"""Tags that can be clicked and removed, and the dashed "+ tag" that becomes a field."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QStringListModel, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCompleter, QLineEdit, QSizePolicy, QWidget

from engramma.ui.delegates.badges import tag_width
from engramma.ui.delegates.kit import CENTRE, LEFT, current_kit, rounded
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, pixmap, qcolor, theme
from engramma.ui.theme.properties import set_property

WIDEST = 150
CROSS = 11


class TagButton(QAbstractButton):
    """A tag: a click filters by it (`clicked`), the × or Delete removes it (`removed` carries the tag)."""

    removed = Signal(str)

    def __init__(self, tag: str, *, removable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tag, self._removable = tag, removable
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setMouseTracking(True)
        self.setAccessibleName(f"Tag: {single_line(tag)}")
        self.setAccessibleDescription(
            "Press Enter to filter by it" + (", Delete to remove it" if removable else "")
        )
        self.setToolTip(tooltip(f"{tag}\nClick to filter by it"))

    @property
    def tag(self) -> str:
        """The tag."""
        return self._tag

    def sizeHint(self) -> QSize:
        """The tag and its ×."""
        kit = current_kit()
        width = tag_width(kit, single_line(self._tag), most=float(kit.px(WIDEST)))
        return QSize(
            int(width + (kit.px(CROSS) if self._removable else 0) + 0.99), kit.metrics.tag + kit.px(2)
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the tag; the × is faint until it is wanted."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        active = self.underMouse() or self.hasFocus()
        fill = kit.tokens.line if active else kit.tokens.fill
        rounded(painter, box, radius=kit.metrics.radius_tag, colour=qcolor(fill))
        left = kit.px(6)
        room = box.width() - left - (kit.px(CROSS + 3) if self._removable else kit.px(5))
        area = QRectF(left, 0, room, box.height())
        text = kit.tokens.text_secondary
        kit.text(
            painter, single_line(self._tag), rect=area, pen=kit.pen(TextRole.CAPTION), colour=text, align=LEFT
        )
        if self._removable:
            size = kit.px(9)
            colour = kit.tokens.text if self._over_cross(self.mapFromGlobal(self.cursor().pos())) else text
            at = QPointF(box.right() - kit.px(4) - size, (box.height() - size) / 2)
            painter.setOpacity(1.0 if active else 0.55)
            painter.drawPixmap(at, pixmap("x", size, colour, self.devicePixelRatioF()))
            painter.setOpacity(1.0)
        if self.hasFocus():
            painter.setPen(QPen(qcolor(kit.tokens.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = kit.metrics.radius_tag
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Darken the × under the mouse."""
        super().mouseMoveEvent(event)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """On the × it is removed, elsewhere it filters."""
        if self.isDown() and self._over_cross(event.position().toPoint()):
            self.setDown(False)
            self.removed.emit(self._tag)
            return
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete removes, Enter and Space filter."""
        if self._removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self._tag)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _over_cross(self, point: QPoint) -> bool:
        if not self._removable or not self.rect().contains(point):
            return False
        return self.width() - point.x() <= current_kit().px(CROSS + 4)


class AddTagButton(QAbstractButton):
    """The dashed "+ tag"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText("tag")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName("Add a tag")
        self.setToolTip(tooltip("Add a tag  Ctrl T"))

    def sizeHint(self) -> QSize:
        """Plus sign and word."""
        kit = current_kit()
        advance = kit.pen(TextRole.CAPTION).measures.horizontalAdvance("+ tag")
        return QSize(int(advance + 2 * kit.px(7) + 0.99), kit.metrics.tag + kit.px(2))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dashed frame."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.underMouse() or self.hasFocus()
        line = QPen(qcolor(kit.tokens.accent if active else kit.tokens.field_border), 1)
        line.setDashPattern([3, 3])
        painter.setPen(line)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = kit.metrics.radius_tag
        box = QRectF(self.rect())
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        colour = kit.tokens.accent if active else kit.tokens.text_secondary
        area, small = box.adjusted(0, 0, 1, 0), kit.pen(TextRole.CAPTION)
        kit.text(painter, "+ tag", rect=area, pen=small, colour=colour, align=CENTRE)


class TagField(QLineEdit):
    """Where a new tag is typed. `accepted` carries it; `left` comes when nothing is wanted."""

    accepted = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = QStringListModel(self)
        completer = QCompleter(self._names, self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(completer)
        # Qt writes what was chosen in its list back after `returnPressed`: the text is taken once Qt is through.
        self._take = QTimer(self)
        self._take.setSingleShot(True)
        self._take.setInterval(0)
        self._take.timeout.connect(self._on_taken)
        completer.activated.connect(self._take.start)
        self.setAccessibleName("New tag")
        self.setPlaceholderText("tag")
        self.setFixedWidth(theme().metrics.px(110))
        set_property(self, "size", value="small")
        self.returnPressed.connect(self._take.start)

    def set_known(self, names: list[str]) -> None:
        """Tags to complete from."""
        self._names.setStringList(names)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _on_taken(self) -> None:
        name = self.text().strip()
        self.clear()
        if name:
            self.accepted.emit(name)
        else:
            self.left.emit()
