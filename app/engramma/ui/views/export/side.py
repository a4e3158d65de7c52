"""The right side of the export page: where to, sums of masks, the value that the keys are on, and what follows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from engramma.engine.exporting.values import Hit
from engramma.ui.theme import TextRole, set_edge, set_menu, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.export.decisions import Decisions, Verdict
from engramma.ui.views.export.hit_model import SAID, HitRow
from engramma.ui.views.export.key_box import KeyBox
from engramma.ui.views.export.kind_words import GROUPS, PLURALS
from engramma.ui.views.export.target_box import TargetBox
from engramma.ui.widgets import ElidedLabel, FlowLayout, IconLabel, KeyButton, SectionHeader
from engramma.ui.widgets.content_area import ContentArea
from engramma.ui.widgets.span_text import Span, SpanText

MASKED_PROMISES = (
    ("check-circle", "ok", "The file is read back before it takes its place"),
    ("check-circle", "ok", "It is searched once more for every masked value"),
    ("check-circle", "ok", "The same value gets the same mask everywhere"),
    ("lock-simple", "text_secondary", "The store itself stays as it is, nothing is sent"),
)
PLAIN_PROMISES = (
    ("check-circle", "ok", "The file takes its place only when it is complete"),
    ("lock-simple", "text_secondary", "The store itself stays as it is, nothing is sent"),
)


class ExportSide(QWidget):
    """`decide_wanted` carries (Verdict, alike) as a person pressed it."""

    decide_wanted = Signal(object)

    def __init__(self, decisions: Decisions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("What will be written")
        self.target, self.sums, self.hit = TargetBox(), SumTable(decisions), HitCard()
        self.key = KeyBox()
        self._promises = QVBoxLayout()
        self._promises.setSpacing(metrics.space_6)
        content = QWidget()
        set_surface(content, "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_8, metrics.pane_padding, metrics.space_12
        )
        column.setSpacing(metrics.space_8)
        column.addWidget(SectionHeader("What will be written", foldable=False))
        column.addWidget(self.target)
        column.addSpacing(metrics.space_6)
        column.addWidget(self.sums)
        column.addWidget(self.key)
        column.addSpacing(metrics.space_6)
        column.addWidget(self.hit)
        column.addWidget(SectionHeader("Afterwards", foldable=False))
        column.addLayout(self._promises)
        column.addStretch(1)
        self._area = ContentArea("What will be written")
        self._area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.addWidget(self._area)
        self.hit.decide_wanted.connect(self.decide_wanted)

    def fit(self) -> None:
        """What is said about the place takes more room, or less."""
        self.key.tell(self.target.path)
        self._area.fit()

    def show_masking(self, *, masking: bool) -> None:
        """With masks or without."""
        self.sums.setVisible(masking)
        self.key.setVisible(masking)
        while (item := self._promises.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for icon_name, role, words in MASKED_PROMISES if masking else PLAIN_PROMISES:
            self._promises.addWidget(_promise(icon_name, role, words))
        self._area.fit()

    def show_hits(self, hits: tuple[Hit, ...]) -> None:
        """The sums of these."""
        self.sums.show_hits(hits)
        self._area.fit()

    def show_row(self, row: HitRow | None, around: tuple[str, str] = ("", "")) -> None:
        """The value that the keys are on, and the words around it."""
        self.hit.show_row(row, around)
        self._area.fit()


class SumTable(QWidget):
    """Masked, kept and undecided values by group."""

    def __init__(self, decisions: Decisions) -> None:
        super().__init__()
        self._decisions = decisions
        metrics = theme().metrics
        self.setAccessibleName("Sums of the redaction")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(metrics.space_6)
        grid.setVerticalSpacing(metrics.space_8)
        grid.setColumnStretch(1, 1)
        grid.addWidget(ElidedLabel("Redaction", TextRole.SMALL, tone="secondary"), 0, 0, 1, 2)
        for column, words, width in ((2, "masked", 42), (3, "kept", 30), (4, "open", 34)):
            grid.addWidget(ElidedLabel(words, TextRole.SMALL, tone="muted", right=True), 0, column)
            grid.setColumnMinimumWidth(column, metrics.px(width))
        self._cells: list[tuple[ElidedLabel, ElidedLabel, ElidedLabel]] = []
        for line, (icon_name, words, _kinds) in enumerate((*GROUPS, ("shield-check", "All", frozenset())), 1):
            grid.addWidget(IconLabel(icon_name, size=metrics.icon), line, 0)
            grid.addWidget(ElidedLabel(words, TextRole.BODY), line, 1)
            cells = tuple(ElidedLabel("", TextRole.BODY, tabular=True, right=True) for _cell in range(3))
            for column, cell in enumerate(cells, 2):
                grid.addWidget(cell, line, column)
            self._cells.append((cells[0], cells[1], cells[2]))

    def show_hits(self, hits: tuple[Hit, ...]) -> None:
        """Count these."""
        groups = [*(kinds for _icon, _words, kinds in GROUPS), None]
        for cells, kinds in zip(self._cells, groups, strict=True):
            found = self._decisions.sum(hits, kinds)
            for cell, number in zip(cells, (found.masked, found.kept, found.open), strict=True):
                cell.set_text(f"{number:,}" if number else "–")
            cells[2].set_tone("warning" if found.open else "primary")


class HitCard(QWidget):
    """One value in its surroundings as they will be written, with the two choices."""

    decide_wanted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._text = SpanText(role=TextRole.BODY)
        self._where = ElidedLabel("", TextRole.SMALL, tone="muted")
        card = QWidget()
        set_surface(card, "card")
        inner = QVBoxLayout(card)
        inner.setContentsMargins(metrics.space_12, metrics.space_8, metrics.space_12, metrics.space_8)
        inner.setSpacing(metrics.space_6)
        inner.addWidget(self._text)
        inner.addWidget(self._where)
        self.mask_button = KeyButton("Mask", "M", icon_name="eye-slash")
        self.keep_button = KeyButton("Keep", "K", icon_name="eye")
        self.alike = QPushButton("All like it")
        set_variant(self.alike, "flat", size="small")
        self.alike.setAccessibleName("All like it")
        menu = QMenu(self.alike)
        self._mask_all = QAction(menu)
        self._keep_all = QAction(menu)
        menu.addAction(self._mask_all)
        menu.addAction(self._keep_all)
        set_menu(self.alike, menu)
        buttons = FlowLayout(gap=metrics.space_8)
        for button in (self.mask_button, self.keep_button, self.alike):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, metrics.space_6)
        column.setSpacing(metrics.space_8)
        column.addWidget(SectionHeader("As it will be written", foldable=False))
        column.addWidget(card)
        column.addLayout(buttons)
        self.mask_button.clicked.connect(self._on_mask)
        self.keep_button.clicked.connect(self._on_keep)
        self._mask_all.triggered.connect(self._on_mask_all)
        self._keep_all.triggered.connect(self._on_keep_all)
        self.hide()

    def show_row(self, row: HitRow | None, around: tuple[str, str]) -> None:
        """Another value, or none."""
        self.setVisible(row is not None)
        if row is None:
            return
        keep = row.verdict is Verdict.KEEP
        words = row.hit.shown if keep else row.hit.mask
        before, after = around
        span = Span(len(before), len(words), "warning" if keep else "ok")
        self._text.set_text(f"{before}{words}{after}", (span,))
        self._where.set_text(f"{row.where}, {SAID[row.verdict]}")
        plural = PLURALS[row.hit.kind]
        self._mask_all.setText(f"Mask all {plural}")
        self._keep_all.setText(f"Keep all {plural}")

    def _on_mask(self) -> None:
        self.decide_wanted.emit((Verdict.MASK, False))

    def _on_keep(self) -> None:
        self.decide_wanted.emit((Verdict.KEEP, False))

    def _on_mask_all(self) -> None:
        self.decide_wanted.emit((Verdict.MASK, True))

    def _on_keep_all(self) -> None:
        self.decide_wanted.emit((Verdict.KEEP, True))


def _promise(icon_name: str, role: str, words: str) -> QWidget:
    metrics = theme().metrics
    line = QWidget()
    row = QHBoxLayout(line)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(metrics.space_8)
    row.addWidget(IconLabel(icon_name, size=metrics.icon, role=role), 0, Qt.AlignmentFlag.AlignTop)
    label = QLabel(words)
    label.setWordWrap(True)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    row.addWidget(label, 1)
    return line
