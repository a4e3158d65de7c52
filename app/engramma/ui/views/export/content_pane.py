"""The left side of the export page: which memories, in which format, what goes along and what gets lost."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from engramma.engine.exporting.writing import Foresight, Outlook
from engramma.exchange.writing.aspects import Aspect
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.views.export.format_list import BUNDLE, FormatList
from engramma.ui.views.export.scope import Choices, Scope
from engramma.ui.widgets import ElidedLabel, IconLabel, SectionHeader
from engramma.ui.widgets.content_area import ContentArea

SCOPES = {Scope.ALL: "Everything", Scope.RESULTS: "What the search shows", Scope.SELECTION: "The selection"}
ALONG = (
    (Aspect.QUOTES, "Quotes they come from"),
    (Aspect.SESSIONS, "Their sessions"),
    (Aspect.EVENTS, "Turns of sessions"),
    (Aspect.VERSIONS, "Earlier wordings"),
    (Aspect.TIES, "Associations among them"),
    (Aspect.SUPERSEDED, "Superseded memories"),
    (Aspect.TRASHED, "Memories in the Trash"),
)


class ContentPane(QWidget):
    """`scope_changed`: other memories; `format_changed`: another format."""

    scope_changed = Signal()
    format_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "right")
        self.setAccessibleName("What goes in")
        self._query = ElidedLabel("", TextRole.SMALL, tone="muted")
        self._group = QButtonGroup(self)
        self._buttons: dict[Scope, QRadioButton] = {}
        self._numbers: dict[Scope, ElidedLabel] = {}
        self._rows: dict[Scope, QWidget] = {}
        self._along = AlongList()
        self._told = False
        self.formats = FormatList()
        content = QWidget()
        set_surface(content, "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(0, metrics.space_8, 0, metrics.space_12)
        column.setSpacing(metrics.space_2)
        column.addWidget(_padded(SectionHeader("What goes in", foldable=False)))
        for scope, words in SCOPES.items():
            column.addWidget(self._make_scope(scope, words))
        column.addSpacing(metrics.space_6)
        column.addWidget(_padded(self._along))
        column.addSpacing(metrics.space_6)
        column.addWidget(_padded(SectionHeader("Format", foldable=False)))
        column.addWidget(self.formats)
        column.addStretch(1)
        self.area = ContentArea("What goes in, and the format")
        self.area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 1, 0)
        outer.addWidget(self.area)
        self._group.buttonToggled.connect(self._on_scope)
        self.formats.changed.connect(self._on_format)

    def _make_scope(self, scope: Scope, words: str) -> QWidget:
        metrics = theme().metrics
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(metrics.pane_padding, metrics.space_2, metrics.pane_padding, metrics.space_2)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(0, 1)
        button = QRadioButton(words)
        button.setAccessibleName(words)
        self._group.addButton(button)
        number = ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True, right=True)
        number.setMinimumWidth(metrics.px(44))
        grid.addWidget(button, 0, 0)
        grid.addWidget(number, 0, 1)
        if scope is Scope.RESULTS:
            line = QHBoxLayout()
            line.addSpacing(metrics.px(24))
            line.addWidget(self._query, 1)
            grid.addLayout(line, 1, 0, 1, 2)
        self._buttons[scope], self._numbers[scope], self._rows[scope] = button, number, row
        return row

    @property
    def scope(self) -> Scope:
        """Which memories."""
        return next((scope for scope, button in self._buttons.items() if button.isChecked()), Scope.ALL)

    def offer(self, choices: Choices, scope: Scope) -> None:
        """Show what can be chosen from, with one of it chosen; says nothing."""
        self._group.blockSignals(True)
        for known, button in self._buttons.items():
            self._rows[known].setVisible(known in choices.scopes)
            button.setChecked(known is scope)
        self._group.blockSignals(False)
        self._query.set_text(single_line(choices.query))
        self._query.setToolTip(tooltip(choices.query))
        self.area.fit()

    def show_counts(self, counts: Mapping[Scope, int]) -> None:
        """How many memories each holds."""
        for scope, number in self._numbers.items():
            words = f"{counts[scope]:,}" if scope in counts else ""
            number.set_text(words)
            self._buttons[scope].setAccessibleDescription(f"{words} memories" if words else "")

    def show_outlook(self, outlook: Outlook | None) -> None:
        """What goes along in the chosen format, and what every format loses."""
        self.formats.show_outlook(outlook)
        foresight = None if outlook is None else outlook.formats.get(self.formats.value)
        self._along.tell(outlook, None if self.formats.value == BUNDLE else foresight)
        self.area.fit()
        if outlook is not None and not self._told:
            QTimer.singleShot(0, self, self._show_chosen)
        self._told = outlook is not None

    def _on_scope(self, _button: object, checked: bool) -> None:
        if checked:
            self.scope_changed.emit()

    def _on_format(self, _name: str) -> None:
        self.format_changed.emit()
        # Its row grows by what it tells: only then is it known how far to go.
        QTimer.singleShot(0, self, self._show_chosen)

    def _show_chosen(self) -> None:
        self.area.ensureWidgetVisible(self.formats.row, 0, theme().metrics.space_24)


class AlongList(QWidget):
    """What hangs on the memories: how much of it there is, and whether it goes along."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(metrics.space_4)
        grid.setColumnStretch(1, 1)
        self._rows: dict[Aspect, tuple[IconLabel, IconLabel, ElidedLabel, ElidedLabel]] = {}
        for place, (aspect, words) in enumerate(ALONG):
            goes = IconLabel("check", size=metrics.icon, role="ok")
            lost = IconLabel("prohibit", size=metrics.icon, role="warning")
            label = ElidedLabel(words, TextRole.SMALL, tone="secondary")
            number = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True)
            number.setMinimumWidth(metrics.px(44))
            for column, widget in enumerate((goes, label, number)):
                grid.addWidget(widget, place, column)
            grid.addWidget(lost, place, 0)
            self._rows[aspect] = (goes, lost, label, number)

    def tell(self, outlook: Outlook | None, foresight: Foresight | None) -> None:
        """Show counts; without a foresight everything goes along. Without an outlook nothing is known yet."""
        lost = frozenset() if foresight is None else frozenset(loss.aspect for loss in foresight.losses)
        for aspect, (goes, stays, label, number) in self._rows.items():
            count = 0 if outlook is None else outlook.contents.get(aspect, 0)
            there = count > 0
            goes.setVisible(there and aspect not in lost)
            stays.setVisible(there and aspect in lost)
            label.setVisible(there)
            number.setVisible(there)
            number.set_text(f"{count:,}")
            fate = "not carried" if aspect in lost else "goes along"
            label.setAccessibleDescription(f"{count:,}, {fate}")


def _padded(widget: QWidget) -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    row = QVBoxLayout(box)
    row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
    row.addWidget(widget)
    return box
