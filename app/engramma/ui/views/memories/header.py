"""The head of the Memories view: title and count, sort menu, column chooser, comfortable or compact rows."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy

from engramma.model.search import Sort, SortKey
from engramma.ui.delegates import COLUMN_TITLES, Column
from engramma.ui.theme import TextRole, icon, set_text_role, set_variant, theme
from engramma.ui.theme.icon_names import ACTION_ICONS
from engramma.ui.views.memories.columns import FIXED
from engramma.ui.views.memories.sorting import BY_KEY, CHOICES, first_sort, sort_title
from engramma.ui.widgets import Segment, SegmentedControl, ViewHead

COMFORTABLE, COMPACT = "comfortable", "compact"
CHOOSABLE = tuple(column for column in Column if column not in FIXED)
LONG_TITLES = {Column.IMPORTANCE: "Importance", Column.SPARK: "Strength over 90 days"}


class StayingMenu(QMenu):
    """A menu that stays open while its ticks are set, so that several can be set at once."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Toggle without closing; other entries close as usual."""
        action = self.actionAt(event.position().toPoint())
        if action is not None and action.isEnabled() and action.isCheckable():
            action.trigger()
            return
        super().mouseReleaseEvent(event)


class MenuButton(QPushButton):
    """A flat button that opens its menu. A caret gets room of its own, which Qt does not give it."""

    def __init__(self, name: str, icon_name: str, *, caret: bool) -> None:
        super().__init__()
        metrics = theme().metrics
        self._room = metrics.px(12) if caret else 0
        self.setIcon(icon(ACTION_ICONS[icon_name]))
        self.setIconSize(QSize(metrics.icon, metrics.icon))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        set_variant(self, "flat", size="small")

    def sizeHint(self) -> QSize:
        """Icon, word, caret."""
        size = super().sizeHint()
        return QSize(size.width() + self._room, size.height())

    def open_below(self, menu: QMenu) -> None:
        """Open a menu at the button's lower edge."""
        menu.popup(self.mapToGlobal(QPoint(0, self.height())))


class MemoriesHeader(ViewHead):
    """`sort_chosen` carries a Sort; `column_toggled` a (Column, shown) pair; `columns_reset`; `compact_changed`."""

    sort_chosen = Signal(object)
    column_toggled = Signal(object)
    columns_reset = Signal()
    compact_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__("Memories", even=True)
        self._sort = first_sort(SortKey.NEWEST)
        self._count = QLabel()
        set_text_role(self._count, TextRole.BODY, tone="muted")
        self._sort_button = MenuButton("Sort", "sort", caret=True)
        self._columns_button = MenuButton("Columns", "columns", caret=False)
        self._columns_button.setText("Columns")
        self._rows = SegmentedControl(
            (
                Segment(COMFORTABLE, icon_name=ACTION_ICONS["comfortable"], tip="Comfortable rows"),
                Segment(COMPACT, icon_name=ACTION_ICONS["compact"], tip="Compact rows"),
            ),
            "Row height",
        )
        self._make_sort_menu()
        self._make_columns_menu()
        self.put(self._count, self._sort_button, self._columns_button, self._rows)
        self._rows.changed.connect(self._on_rows)
        self.set_sort(self._sort)

    def set_count(self, text: str) -> None:
        """What stands beside the title, such as "64 of 1,284"."""
        self._count.setText(text)

    @property
    def count_text(self) -> str:
        """What stands beside the title."""
        return self._count.text()

    def set_sort(self, sort: Sort) -> None:
        """Show by what the rows are sorted."""
        self._sort = sort
        title = sort_title(sort)
        self._sort_button.setText(title)
        self._sort_button.setAccessibleName(f"Sorted by {title}")
        choice = BY_KEY[sort.key]
        for other, action in self._sort_actions.items():
            action.setChecked(BY_KEY[other] is choice)
        self._falling.setText(choice.falling)
        self._rising.setText(choice.rising)
        (self._falling if sort.descending else self._rising).setChecked(True)

    def set_relevance_offered(self, offered: bool) -> None:
        """Relevance means something only while a search has words."""
        self._sort_actions[SortKey.RELEVANCE].setEnabled(offered)

    def set_columns(self, visible: frozenset[Column], *, automatic: bool) -> None:
        """Tick the columns that show."""
        for column, action in self._column_actions.items():
            action.setChecked(column in visible)
        self._by_width.setEnabled(not automatic)

    def set_compact(self, compact: bool) -> None:
        """Show which rows are chosen."""
        self._rows.set_value(COMPACT if compact else COMFORTABLE)

    def show_columns_menu(self, position: QPoint) -> None:
        """Open the column chooser at a global position, as for a right click on the table's head."""
        self._columns_menu.popup(position)

    def _make_sort_menu(self) -> None:
        menu = QMenu(self._sort_button)
        menu.setAccessibleName("Sort by")
        keys = QActionGroup(menu)
        self._sort_actions: dict[SortKey, QAction] = {}
        for choice in CHOICES:
            action = menu.addAction(choice.title)
            action.setCheckable(True)
            keys.addAction(action)
            action.triggered.connect(partial(self._choose_key, choice.key))
            self._sort_actions[choice.key] = action
        menu.addSeparator()
        directions = QActionGroup(menu)
        self._falling, self._rising = menu.addAction(""), menu.addAction("")
        for action, descending in ((self._falling, True), (self._rising, False)):
            action.setCheckable(True)
            directions.addAction(action)
            action.triggered.connect(partial(self._choose_direction, descending))
        self._sort_button.setMenu(menu)

    def _make_columns_menu(self) -> None:
        menu = self._columns_menu = StayingMenu(self._columns_button)
        menu.setAccessibleName("Columns")
        self._column_actions: dict[Column, QAction] = {}
        for column in CHOOSABLE:
            action = menu.addAction(LONG_TITLES.get(column, COLUMN_TITLES[column]))
            action.setCheckable(True)
            action.triggered.connect(partial(self._toggle_column, column))
            self._column_actions[column] = action
        menu.addSeparator()
        self._by_width = menu.addAction("Choose by width")
        self._by_width.triggered.connect(self._reset_columns)
        self._columns_button.clicked.connect(self._open_columns)

    def _open_columns(self) -> None:
        self._columns_button.open_below(self._columns_menu)

    def _choose_key(self, key: SortKey, _checked: bool = False) -> None:
        self.sort_chosen.emit(first_sort(key))

    def _choose_direction(self, descending: bool, _checked: bool = False) -> None:
        self.sort_chosen.emit(Sort(self._sort.key, descending))

    def _toggle_column(self, column: Column, checked: bool) -> None:
        self.column_toggled.emit((column, checked))

    def _reset_columns(self, _checked: bool = False) -> None:
        self.columns_reset.emit()

    def _on_rows(self, value: str) -> None:
        self.compact_changed.emit(value == COMPACT)
