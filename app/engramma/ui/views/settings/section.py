"""A section of the settings: a head, groups of rows that scroll, and a filter that leaves what fits a search."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.widgets import ElidedLabel
from engramma.ui.widgets.content_area import ContentArea

HEAD, WIDEST = 41, 840


class SettingsSection(QWidget):
    """`key` names it for links. `counted`: how many rows it has, or of them are changed, is another number now."""

    key = ""
    title = ""
    icon_name = "gear"
    widest = WIDEST
    """Rows are no wider than this, so that words and what sets them stay together."""
    counted = Signal()

    def __init__(self, about: str = "") -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "base")
        self.setAccessibleName(self.title)
        self.rows: list[SettingRow] = []
        self._groups: list[tuple[QWidget | None, list[SettingRow]]] = []
        self._wanted = ""
        self._current: SettingRow | None = None
        head = QWidget()
        set_surface(head, "base")
        set_edge(head, "bottom")
        head.setFixedHeight(metrics.px(HEAD))
        self._head = QHBoxLayout(head)
        self._head.setContentsMargins(metrics.pane_padding, 0, metrics.space_8, 0)
        self._head.setSpacing(metrics.space_8)
        name = QLabel(self.title)
        set_text_role(name, TextRole.TITLE)
        self._about = ElidedLabel(about, TextRole.SMALL, tone="secondary")
        self._about.setMinimumWidth(metrics.px(60))
        self._head.addWidget(name)
        self._head.addWidget(self._about, 1)
        content = QWidget()
        content.setMaximumWidth(metrics.px(self.widest))
        set_surface(content, "base")
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.nothing = QLabel("Nothing here fits that search.")
        set_text_role(self.nothing, TextRole.BODY, tone="muted")
        self.nothing.setContentsMargins(metrics.pane_padding, metrics.space_14, metrics.pane_padding, 0)
        self.nothing.hide()
        self._column.addWidget(self.nothing)
        self._column.addStretch(1)
        self.area = ContentArea(f"Settings: {self.title}")
        self.area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(head)
        outer.addWidget(self.area, 1)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)

    # What subclasses build it from

    def add_action(self, widget: QWidget) -> None:
        """A button in the head."""
        self._head.addWidget(widget)

    def add_group(self, title: str, about: str, rows: Iterable[SettingRow]) -> None:
        """Rows under a heading; without a title, rows alone."""
        head = group_head(title, about) if title else None
        members = list(rows)
        for widget in (*([head] if head is not None else []), *members):
            self._column.insertWidget(self._column.count() - 1, widget)
        self._groups.append((head, members))
        self.rows += members

    def add_widget(self, widget: QWidget) -> None:
        """Something that is no row; a search hides it."""
        self._column.insertWidget(self._column.count() - 1, widget)
        self._groups.append((widget, []))

    def say(self, about: str) -> None:
        """What stands beside the title."""
        self._about.set_text(about)

    # What the page asks

    def activate(self) -> None:
        """It came to the front."""

    def store_changed(self) -> None:
        """Another store is open, or none."""

    @property
    def unapplied(self) -> int:
        """How many settings are changed and not in force yet."""
        return 0

    def matches(self, wanted: str) -> list[SettingRow]:
        """The rows that fit a search; none for an empty one."""
        return [row for row in self.rows if row.fits(wanted)] if wanted.strip() else []

    def search(self, wanted: str) -> None:
        """Leave the rows that fit, with the words marked; everything for an empty search."""
        self._wanted = wanted.strip()
        shown = 0
        for head, members in self._groups:
            fitting = [row for row in members if row.fits(self._wanted)]
            for row in members:
                row.setVisible(row in fitting)
                row.mark(self._wanted)
            if head is not None:
                head.setVisible(bool(fitting) or not self._wanted)
            shown += len(fitting)
        self.nothing.setVisible(bool(self._wanted) and not shown)
        self.area.fit()

    def show_row(self, row: SettingRow) -> None:
        """Scroll to a row."""
        self.area.ensureWidgetVisible(row, 0, theme().metrics.px(60))
        self._mark_current(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The buttons of the head stand above the ends of the rows."""
        super().resizeEvent(event)
        metrics = theme().metrics
        spare = max(0, self.width() - metrics.px(self.widest))
        self._head.setContentsMargins(metrics.pane_padding, 0, metrics.space_8 + spare, 0)

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        row = new
        while row is not None and not isinstance(row, SettingRow):
            row = row.parentWidget()
        if row is not None and row in self.rows:
            self._mark_current(row)
            self.area.ensureWidgetVisible(row, 0, theme().metrics.px(20))
        elif new is not None and self.isAncestorOf(new):
            self._mark_current(None)

    def _mark_current(self, row: SettingRow | None) -> None:
        if row is self._current:
            return
        if self._current is not None:
            self._current.set_current(current=False)
        self._current = row
        if row is not None:
            row.set_current(current=True)


def group_head(title: str, about: str) -> QWidget:
    """The line above a group: its name, and in a few words what it is."""
    metrics = theme().metrics
    head = QWidget()
    set_surface(head, "panel")
    set_edge(head, "bottom")
    head.setFixedHeight(metrics.px(27))
    name = QLabel(title)
    set_text_role(name, TextRole.SECTION)
    words = ElidedLabel(about, TextRole.SMALL, tone="secondary")
    row = QHBoxLayout(head)
    row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
    row.setSpacing(metrics.space_8)
    row.addWidget(name)
    row.addWidget(words, 1)
    return head
