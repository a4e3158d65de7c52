"""The side of the import page: what is in the file that is looked at, and why lines of it are left out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, IconLabel, SectionHeader
from engramma.ui.window.importing.choices import ChoiceBox, ImportChoices
from engramma.ui.window.importing.plan import PlannedFile, number_text
from engramma.ui.window.importing.secrets_found import SecretsFound
from engramma.ui.window.importing.time_quality import TimeQualities

MOST_REASONS, MOST_LINES = 8, 3


class ImportSide(QWidget):
    """As wide as the inspector, which it stands in for. `choice_changed` carries the FileChoice of the file.

    `search_wanted`: the file is to be searched for secrets.
    """

    choice_changed = Signal(object)
    search_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("About the file")
        self._body = QVBoxLayout()
        self._body.setContentsMargins(metrics.pane_padding, metrics.space_14, metrics.pane_padding, 0)
        self._body.setSpacing(metrics.space_6)
        content = QWidget()
        set_surface(content, "panel")
        content.setLayout(self._body)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(content)
        area.setAccessibleName("About the file")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(area, 1)
        column.addWidget(_foot())

    def show_file(self, file: PlannedFile | None) -> None:
        """Tell about a file; the choice that has the focus keeps it."""
        focus = next((box.accessibleName() for box in self.findChildren(ChoiceBox) if box.hasFocus()), "")
        while (item := self._body.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if file is not None:
            self._tell(file)
        self._body.addStretch(1)
        if focus:
            self.focus_choice(focus)

    def focus_choice(self, name: str) -> None:
        """Give the focus to the choice of that accessible name, if it is there."""
        boxes = [box for box in self.findChildren(ChoiceBox) if not box.isHidden()]
        found = next((box for box in reversed(boxes) if box.accessibleName() == name), None)
        if found is not None:
            found.setFocus()

    def _add_choices(self, file: PlannedFile) -> None:
        self._body.addWidget(SectionHeader("How it comes in", detail=file.path.name, foldable=False))
        choices = ImportChoices(file)
        choices.changed.connect(self.choice_changed)
        self._body.addWidget(choices)
        self._body.addSpacing(theme().metrics.space_8)

    def _tell(self, file: PlannedFile) -> None:
        report = file.report
        if file.table is not None or file.outlook.groups:
            self._add_choices(file)
        if file.outlook.times:
            self._body.addWidget(TimeQualities(file.outlook.times))
            self._body.addSpacing(theme().metrics.space_8)
        self._body.addWidget(SectionHeader("What is in it", foldable=False))
        if report.error:
            self._body.addWidget(_words(file.detail))
            return
        self._body.addWidget(
            _counts(
                (
                    ("Sessions, new", report.sessions),
                    ("Turns, new", report.events),
                    ("Memories, new", report.memories),
                    ("Known already", report.known),
                    ("Deleted here before", report.deleted),
                    ("Changed since", report.changed),
                )
            )
        )
        self._body.addSpacing(theme().metrics.space_8)
        secrets = SecretsFound(file)
        secrets.search_wanted.connect(self.search_wanted)
        self._body.addWidget(secrets)
        if not report.skipped:
            return
        self._body.addSpacing(theme().metrics.space_8)
        detail = f"{len(report.skipped):,}"
        self._body.addWidget(SectionHeader("Skipped in this file", detail=detail, foldable=False))
        reasons = file.reasons()
        for reason, count in reasons[:MOST_REASONS]:
            self._body.addWidget(_counts(((reason, count),)))
            lines = [str(s.line) for s in report.skipped if s.reason == reason and s.line is not None]
            if lines:
                more = f" and {len(lines) - MOST_LINES:,} more" if len(lines) > MOST_LINES else ""
                place = "line" if len(lines) == 1 else "lines"
                self._body.addWidget(_words(f"{place} {', '.join(lines[:MOST_LINES])}{more}"))
        if len(reasons) > MOST_REASONS:
            self._body.addWidget(_words(f"and {len(reasons) - MOST_REASONS} more reasons"))


def _counts(rows: tuple[tuple[str, int], ...]) -> QWidget:
    box = QWidget()
    grid = QGridLayout(box)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setVerticalSpacing(theme().metrics.space_4)
    grid.setColumnStretch(0, 1)
    for line, (words, count) in enumerate(rows):
        grid.addWidget(ElidedLabel(words, TextRole.SMALL, tone="secondary"), line, 0)
        number = ElidedLabel(number_text(count), TextRole.SMALL, tabular=True, right=True)
        number.setMinimumWidth(theme().metrics.px(48))
        grid.addWidget(number, line, 1)
    return box


def _words(text: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    set_text_role(label, TextRole.CAPTION, tone="muted")
    return label


def _foot() -> QWidget:
    metrics = theme().metrics
    foot = QWidget()
    set_edge(foot, "top")
    grid = QGridLayout(foot)
    grid.setContentsMargins(metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_12)
    grid.setHorizontalSpacing(metrics.space_8)
    grid.setColumnStretch(1, 1)
    grid.addWidget(IconLabel("arrow-u-up-left", size=metrics.icon), 0, 0)
    label = QLabel("One step, and Ctrl Z takes it back. The files themselves are not touched.")
    label.setWordWrap(True)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    grid.addWidget(label, 0, 1)
    return foot
