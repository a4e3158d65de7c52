"""The checks of a store: the questions that a person judged, how each went last, and running them all again."""

from __future__ import annotations

import functools

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engramma.model.clock import to_local
from engramma.model.recall_check import RecallCheck
from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel, IconButton, IconLabel


class CheckPanel(QWidget):
    """`chosen` carries the question of a check; `removed` its id as a one-tuple; `run_all` asks for a run."""

    chosen = Signal(str)
    removed = Signal(object)
    run_all = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Checks")
        self._about = QLabel("")
        set_text_role(self._about, TextRole.SMALL, tone="secondary")
        self._run = QPushButton("Run all")
        self._run.setAccessibleName("Run all checks")
        set_variant(self._run, "plain", size="small")
        self._run.clicked.connect(self.run_all)
        head = QHBoxLayout()
        head.addWidget(self._about, 1)
        head.addWidget(self._run)
        self._list = QWidget()
        set_surface(self._list, "panel")
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(metrics.space_2)
        area = QScrollArea()
        area.setWidget(self._list)
        area.setWidgetResizable(True)
        area.setMaximumHeight(metrics.px(150))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_8
        )
        column.setSpacing(metrics.space_6)
        column.addLayout(head)
        column.addWidget(area)

    def show_checks(self, checks: tuple[RecallCheck, ...]) -> None:
        """Show how they went last."""
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        failed = sum(check.last_passed is False for check in checks)
        passed = sum(check.last_passed is True for check in checks)
        words = f"{passed} passed, {failed} failed" if passed or failed else "not run yet"
        none = "Mark a hit as right or wrong: its question is then asked again with every run."
        self._about.setText(f"{len(checks)} checks, {words}" if checks else none)
        self._run.setEnabled(bool(checks))
        for check in checks:
            self._rows.addWidget(self._row(check))
        self._rows.addStretch(1)

    def _row(self, check: RecallCheck) -> QWidget:
        metrics = theme().metrics
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        icon_name, role = {
            True: ("check-circle", "ok"),
            False: ("x-circle", "danger"),
            None: ("circle", "text_muted"),
        }[check.last_passed]
        question = QPushButton(check.question.replace("&", "&&"))
        set_variant(question, "link", size="small")
        question.setAccessibleName(f"Ask: {check.question}")
        question.clicked.connect(functools.partial(self.chosen.emit, check.question))
        when = "" if check.last_run_at is None else f" on {to_local(check.last_run_at).date().isoformat()}"
        result = ElidedLabel(f"{check.last_words}{when}", TextRole.SMALL, tone="secondary")
        away = IconButton("x", "Delete this check", size="small")
        away.clicked.connect(functools.partial(self.removed.emit, (check.id,)))
        row.addWidget(IconLabel(icon_name, size=metrics.icon_small, role=role))
        row.addWidget(question)
        row.addWidget(result, 1)
        row.addWidget(away)
        return box
