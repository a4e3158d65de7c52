"""The list of sessions: a model of frozen values, rows of one height from a delegate, fit for 10,000 of them."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from engramma.model.session import Session
from engramma.ui.delegates.hover import RowHover
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.models.dates import day_text
from engramma.ui.theme import TextRole, qcolor
from engramma.ui.views.rows import Chosen
from engramma.ui.views.sessions.time_scale import lane_name
from engramma.ui.views.sessions.turn_words import count_of, session_exactly, session_title, session_when

SESSION_ROLE = Qt.ItemDataRole.UserRole + 1
ROW_HEIGHT, TURNS_WIDTH, MEMORIES_WIDTH = 44, 28, 38
Index = QModelIndex | QPersistentModelIndex


class SessionListModel(QAbstractListModel):
    """One column of sessions, in the order given."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: tuple[Session, ...] = ()
        self._rows: dict[int, int] = {}

    @property
    def sessions(self) -> tuple[Session, ...]:
        """What is listed."""
        return self._sessions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Number of sessions."""
        return 0 if parent.isValid() else len(self._sessions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The session, its title, or all of it in words."""
        if not index.isValid() or not 0 <= index.row() < len(self._sessions):
            return None
        session = self._sessions[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return session_title(session)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken_session(session)
            case _:
                return session if role == SESSION_ROLE else None

    def show(self, sessions: tuple[Session, ...]) -> None:
        """List other sessions; where the same ones come in the same order, only what changed is told."""
        old = self._sessions
        if [item.id for item in old] == [item.id for item in sessions]:
            self._sessions = sessions
            for row, (was, is_) in enumerate(zip(old, sessions, strict=True)):
                if was != is_:
                    self.dataChanged.emit(self.index(row, 0), self.index(row, 0))
            return
        self.beginResetModel()
        self._sessions = sessions
        self._rows = {item.id: row for row, item in enumerate(sessions)}
        self.endResetModel()

    def row_of(self, session_id: int) -> int:
        """The row of a session; -1 if it is not listed."""
        return self._rows.get(session_id, -1)


class SessionList(QListView):
    """`chosen` carries a Chosen with the session's id when a person goes to a session."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.listed = SessionListModel(self)
        self._by_person = False
        self._current_id: int | None = None
        self.setModel(self.listed)
        self._painter = _SessionDelegate(self)
        self.setItemDelegate(self._painter)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setMinimumWidth(current_kit().px(150))
        self.setAccessibleName("Sessions")

    def show_sessions(self, sessions: tuple[Session, ...]) -> None:
        """List these; place and current session stay if they are among them."""
        value = self.verticalScrollBar().value()
        self._painter.with_memories = any(item.memories for item in sessions)
        self.listed.show(sessions)
        if self._current_id is not None and not self.currentIndex().isValid():
            self._make_current(self.listed.row_of(self._current_id))
        self.doItemsLayout()
        self.verticalScrollBar().setValue(value)

    @property
    def with_memories(self) -> bool:
        """Whether there is a column for numbers of memories: any session has one."""
        return self._painter.with_memories

    def choose(self, session_id: int) -> None:
        """Make a session current and bring it into view; the one that is current already stays where it is."""
        row = self.listed.row_of(session_id)
        stays = session_id == self._current_id and row == self.currentIndex().row()
        self._current_id = session_id
        if row < 0:
            self.selectionModel().clear()
            return
        self._make_current(row)
        if not stays:
            self.scrollTo(self.listed.index(row, 0))

    def _make_current(self, row: int) -> None:
        if row >= 0:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.selectionModel().setCurrentIndex(self.listed.index(row, 0), flag)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Tell if it was a person."""
        super().currentChanged(current, previous)
        session = current.data(SESSION_ROLE) if current.isValid() else None
        if self._by_person and isinstance(session, Session):
            self._current_id = session.id
            self.chosen.emit(Chosen(session.id))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click is a choice."""
        self._by_person = True
        try:
            super().mousePressEvent(event)
        finally:
            self._by_person = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """So are the keys."""
        self._by_person = True
        try:
            super().keyPressEvent(event)
        finally:
            self._by_person = False


class _SessionDelegate(QStyledItemDelegate):
    """Two lines, and the numbers of turns and memories at the right."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._hover = RowHover(view)
        self.with_memories = True

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One height for all."""
        return QSize(100, current_kit().px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one session."""
        session = index.data(SESSION_ROLE)
        if not isinstance(session, Session):
            return
        kit, tokens = current_kit(), current_kit().tokens
        area = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = index.row() == self._hover.row
        painter.save()
        ground = tokens.selection if selected else tokens.hover if hovered else tokens.base
        painter.fillRect(area, qcolor(ground))
        painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), qcolor(tokens.grid))
        if index.row() == self._view.currentIndex().row() and self._view.hasFocus():
            painter.fillRect(
                QRectF(area.left(), area.top(), kit.px(2), area.height() - 1), qcolor(tokens.accent)
            )
        right = area.right() - kit.px(10)
        if self.with_memories:
            self._paint_number(painter, session.memories, right=right, area=area, strong=True)
            right -= kit.px(MEMORIES_WIDTH)
        self._paint_number(painter, session.events, right=right, area=area, strong=False)
        left = area.left() + kit.metrics.pane_padding
        turns = kit.pen(TextRole.SMALL, tabular=True).measures.horizontalAdvance(f"{session.events:,}")
        width = right - max(kit.px(TURNS_WIDTH), turns + kit.px(8)) - left
        title = QRectF(left, area.top() + kit.px(5), width, kit.px(18))
        role = TextRole.STRONG if selected else TextRole.BODY
        # In the middle: titles of one series differ at their ends.
        kit.text(
            painter, session_title(session), rect=title, pen=kit.pen(role), colour=tokens.text, middle=True
        )
        detail = QRectF(left, title.bottom(), width, kit.px(15))
        faint = tokens.text_secondary if selected else tokens.text_muted
        kit.text(painter, session_detail(session), rect=detail, pen=kit.pen(TextRole.CAPTION), colour=faint)
        painter.restore()

    def _paint_number(
        self, painter: QPainter, number: int, *, right: float, area: QRectF, strong: bool
    ) -> None:
        kit = current_kit()
        pen = kit.pen(TextRole.STRONG if strong and number else TextRole.SMALL, tabular=True)
        colour = kit.tokens.text if strong and number else kit.tokens.text_muted
        box = QRectF(right - kit.px(50), area.top(), kit.px(50), area.height() - 1)
        text = f"{number:,}" if number or not strong else "–"
        kit.text(painter, text, rect=box, pen=pen, colour=colour, align=RIGHT)

    def helpEvent(
        self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """The whole title and the exact times."""
        session = index.data(SESSION_ROLE)
        if event.type() != QEvent.Type.ToolTip or not isinstance(session, Session):
            return super().helpEvent(event, view, option, index)
        text = f"{session_title(session)}\n{session_when(session)}\n{session_exactly(session)}"
        QToolTip.showText(event.globalPos(), tooltip(text), view)
        return True


def session_detail(session: Session) -> str:
    """The second line: day, whose it is, and that it is open."""
    day = "no date" if session.started_at is None else day_text(session.started_at)
    parts = [day, single_line(lane_name(session))]
    if session.is_open:
        parts.append("open")
    return ", ".join(parts)


def spoken_session(session: Session) -> str:
    """A session as a screen reader says it."""
    numbers = f"{count_of(session.events, 'turn')}, {count_of(session.memories, 'memory')}"
    return f"{session_title(session)}, {session_detail(session)}, {numbers}"
