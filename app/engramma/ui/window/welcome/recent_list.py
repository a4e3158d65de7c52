"""The stores opened lately: name, folder, when, how many memories; missing and read-only ones say so."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engramma.model.clock import Clock, to_local
from engramma.ui.delegates.kit import RIGHT, current_kit
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.models.dates import day_text, short_day_text, time_text
from engramma.ui.models.folder_text import home_text
from engramma.ui.theme import (
    TextRole,
    pixmap,
    qcolor,
    set_edge,
    set_surface,
    set_text_role,
    set_variant,
    theme,
)
from engramma.ui.widgets import StatusBadge
from engramma.ui.window.recent_stores import RecentStore, RecentStores
from engramma.ui.window.welcome.enter_button import EnterButton

ROW, MOST_SHOWN = 58, 6


class RecentRow(EnterButton):
    """One store. Missing ones are not to be opened but located."""

    locate_wanted = Signal()

    def __init__(self, store: RecentStore, *, now: int) -> None:
        super().__init__()
        self._missing = not store.exists
        read_only = not self._missing and not store.writable
        self._when = when_text(store.opened_at, now)
        self._folder = home_text(store.path.parent)
        self._note = "not found" if self._missing else memories_text(store.memories)
        self.setText(store.path.name)
        words = ("read-only" if read_only else "", self._note, self._when)
        self.setAccessibleName(", ".join(part for part in (store.path.name, *words) if part))
        self.setToolTip(tooltip(str(store.path)))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        kit = current_kit()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, kit.px(118), 0)
        row.addStretch(1)
        if self._missing:
            locate = QPushButton("Locate…")
            locate.setAccessibleName(f"Locate {store.path.name}")
            set_variant(locate, "plain", size="small")
            locate.clicked.connect(self.locate_wanted)
            row.addWidget(locate)
        elif read_only:
            row.addWidget(StatusBadge("read-only", "warning", icon_name="lock-simple"))

    def sizeHint(self) -> QSize:
        """58 high."""
        kit = current_kit()
        return QSize(kit.px(420), kit.px(ROW))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Icon, name and folder, date and count."""
        kit = current_kit()
        tokens = kit.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if self.underMouse() and not self._missing:
            painter.fillRect(box.adjusted(0, 1, 0, 0), qcolor(tokens.hover))
        painter.fillRect(QRectF(0, 0, box.width(), 1), qcolor(tokens.line))
        if self.hasFocus():
            painter.setPen(QPen(qcolor(tokens.accent), 2))
            painter.drawRoundedRect(
                box.adjusted(1, 2, -1, -1), kit.metrics.radius_row, kit.metrics.radius_row
            )
        size = kit.px(20)
        at = QPointF(kit.px(14), (box.height() - size) / 2)
        painter.drawPixmap(at, pixmap("database", size, tokens.text_secondary, self.devicePixelRatioF()))
        middle, left = box.height() / 2, kit.px(46)
        room = box.width() - left - kit.px(126)
        name = QRectF(left, middle - kit.px(19), room, kit.px(19))
        folder = QRectF(left, middle, room, kit.px(17))
        small = kit.pen(TextRole.SMALL)
        ink = tokens.text_muted if self._missing else tokens.text
        kit.text(painter, self.text(), rect=name, pen=kit.pen(TextRole.MEDIUM), colour=ink)
        kit.text(painter, self._folder, rect=folder, pen=small, colour=tokens.text_muted)
        side = box.width() - kit.px(14)
        when = QRectF(side - kit.px(110), name.top(), kit.px(110), name.height())
        note = QRectF(side - kit.px(110), folder.top(), kit.px(110), folder.height())
        colour = tokens.danger if self._missing else tokens.text_muted
        kit.text(painter, self._when, rect=when, pen=small, colour=tokens.text_secondary, align=RIGHT)
        kit.text(painter, self._note, rect=note, pen=small, colour=colour, align=RIGHT)


class RecentList(QWidget):
    """A card. `open_wanted` and `locate_wanted` carry a RecentStore."""

    open_wanted = Signal(object)
    locate_wanted = Signal(object)

    def __init__(self, recent: RecentStores, clock: Clock) -> None:
        super().__init__()
        self._recent, self._clock = recent, clock
        metrics = theme().metrics
        set_surface(self, "card")
        self.setAccessibleName("Recent stores")
        head = QWidget()
        set_edge(head)
        line = QHBoxLayout(head)
        line.setContentsMargins(metrics.space_14, 0, metrics.space_8, 0)
        title = QLabel("Recent stores")
        set_text_role(title, TextRole.STRONG)
        self._clear = QPushButton("Clear list")
        set_variant(self._clear, "flat", size="small")
        self._clear.setAccessibleName("Clear the list of recent stores")
        self._clear.clicked.connect(self._on_clear)
        line.addWidget(title)
        line.addStretch(1)
        line.addWidget(self._clear)
        head.setFixedHeight(metrics.px(42))
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._nothing = QLabel("None yet. The stores that you open will be listed here.")
        set_text_role(self._nothing, TextRole.SMALL, tone="muted")
        self._nothing.setContentsMargins(
            metrics.space_14, metrics.space_4, metrics.space_14, metrics.space_14
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._nothing)
        column.addLayout(self._rows)
        self.refresh()

    @property
    def rows(self) -> tuple[RecentRow, ...]:
        """The rows shown."""
        items = [self._rows.itemAt(place) for place in range(self._rows.count())]
        widgets = [item.widget() for item in items if item is not None]
        return tuple(widget for widget in widgets if isinstance(widget, RecentRow))

    def refresh(self) -> None:
        """Look at the list and the files anew."""
        for row in self.rows:
            self._rows.removeWidget(row)
            row.hide()
            row.deleteLater()
        stores = self._recent.all()[:MOST_SHOWN]
        for store in stores:
            row = RecentRow(store, now=self._clock.now())
            row.locate_wanted.connect(partial(self.locate_wanted.emit, store))
            if store.exists:
                row.clicked.connect(partial(self._on_open, store))
            else:
                row.clicked.connect(partial(self._on_locate, store))
            self._rows.addWidget(row)
        self._nothing.setVisible(not stores)
        self._clear.setVisible(bool(stores))

    def _on_open(self, store: RecentStore, _checked: bool = False) -> None:
        self.open_wanted.emit(store)

    def _on_locate(self, store: RecentStore, _checked: bool = False) -> None:
        self.locate_wanted.emit(store)

    def _on_clear(self) -> None:
        self._recent.clear()
        self.refresh()


def when_text(at: int, now: int) -> str:
    """Today with the time, else the day."""
    if to_local(at).date() == to_local(now).date():
        return f"today, {time_text(at)}"
    if to_local(at).year == to_local(now).year:
        return short_day_text(at, now)
    return day_text(at)


def memories_text(count: int) -> str:
    """A number of memories in words."""
    return "1 memory" if count == 1 else f"{count:,} memories"
