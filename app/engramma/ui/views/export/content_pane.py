"""The left side of the export page: which memories, in which format, what goes along and what gets lost."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from engramma.engine.exporting.foreseeing import Outlook
from engramma.ui.delegates.plain_text import single_line, tooltip
from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.views.export.along_list import AlongList
from engramma.ui.views.export.format_list import FormatList
from engramma.ui.views.export.scope import Choices, Scope
from engramma.ui.widgets import ElidedLabel, SectionHeader
from engramma.ui.widgets.content_area import ContentArea

SCOPES = {Scope.ALL: "Everything", Scope.RESULTS: "What the search shows", Scope.SELECTION: "The selection"}


class ContentPane(QWidget):
    """`scope_changed`: other memories; `parts_changed`: other parts go along; `format_changed`: another format."""

    scope_changed = Signal()
    parts_changed = Signal()
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
        self.along = AlongList()
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
        column.addWidget(_padded(self.along))
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
        self.along.changed.connect(self.parts_changed)
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
        self.formats.show_outlook(outlook, self.along.left_out)
        self.along.tell(outlook, self.formats.value)
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


def _padded(widget: QWidget) -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    row = QVBoxLayout(box)
    row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
    row.addWidget(widget)
    return box
