"""The side of the plan page: counts before and after, and what would happen to the item that the keys are on."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.delegates.kit import Kit
from engramma.ui.models.dates import day_text
from engramma.ui.models.step_words import step_words
from engramma.ui.theme import (
    TextRole,
    set_edge,
    set_surface,
    set_text_role,
    set_variant,
    theme,
    tier_pixmap,
)
from engramma.ui.views.plan.chosen_plan import PlanLine
from engramma.ui.widgets import ElidedLabel, FlowLayout, IconLabel, SectionHeader, Tag
from engramma.ui.widgets.badge_labels import PaintedLabel
from engramma.ui.widgets.content_area import ContentArea
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.span_text import SpanText

COUNTS = {
    "short_term": ("Short-term", ""),
    "long_term": ("Long-term", ""),
    "superseded": ("Superseded", "arrow-bend-up-left"),
    "trashed": ("Trash", "trash"),
    "waiting": ("Waiting in Review", "check-square-offset"),
}
MOST_MEMBERS = 4


class PlanSide(QWidget):
    """`opened` carries the PlanLine whose target is wanted."""

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "left")
        self.setAccessibleName("Before and after")
        self._line: PlanLine | None = None
        self._counts = CountTable()
        self._body = QVBoxLayout()
        self._body.setSpacing(metrics.space_6)
        self._promise = QLabel()
        self._promise.setWordWrap(True)
        set_text_role(self._promise, TextRole.SMALL, tone="secondary")
        content = QWidget()
        set_surface(content, "panel")
        column = QVBoxLayout(content)
        column.setContentsMargins(
            metrics.pane_padding, metrics.space_12, metrics.pane_padding, metrics.space_12
        )
        column.setSpacing(metrics.space_12)
        column.addWidget(SectionHeader("Before and after", foldable=False))
        column.addWidget(self._counts)
        column.addLayout(self._body)
        column.addStretch(1)
        self._area = ContentArea("Before and after, and a preview of the item")
        self._area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._area, 1)
        outer.addWidget(self._foot())

    def _foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_edge(foot, "top")
        grid = QGridLayout(foot)
        padding = metrics.pane_padding
        grid.setContentsMargins(padding, metrics.space_12, padding, metrics.space_12)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setColumnStretch(1, 1)
        sign = IconLabel("shield-check", size=metrics.icon, role="ok")
        grid.addWidget(sign, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._promise, 0, 1)
        return foot

    def show_counts(self, rows: tuple[tuple[str, int, int], ...]) -> None:
        """Before and after, by name."""
        self._counts.show_rows(rows)

    def show_promise(self, pinned: int) -> None:
        """What is left alone."""
        count = f"{pinned:,} pinned {'memory' if pinned == 1 else 'memories'}"
        self._promise.setText(
            f"{count} and everything that you edited keep their text, state and tags. "
            "Applying is one operation, taken back as a whole or item by item."
        )

    def show_line(self, line: PlanLine | None) -> None:
        """Tell about an item."""
        self._line = line
        while (item := self._body.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if line is not None:
            self._tell(line)
        self._area.fit()

    def _tell(self, line: PlanLine) -> None:
        head = SectionHeader(step_words(line.item.step.value).title, detail=line.mark, foldable=False)
        self._body.addWidget(head)
        for number, memory in enumerate(line.memories[:MOST_MEMBERS]):
            if number == 0:
                self._body.addWidget(SpanText(memory.text, role=TextRole.READING))
            else:
                self._body.addWidget(ElidedLabel(memory.label, TextRole.MONO))
                self._body.addWidget(DiffText(line.memories[0].text, memory.text, side="after"))
        if not line.memories:
            self._body.addWidget(SpanText(line.item.text or line.text, role=TextRole.READING))
        if line.item.topics:
            self._body.addWidget(_tags(line.item.topics))
        self._body.addWidget(Facts(_facts(line)))
        if line.memories or line.item.sessions:
            name = "Open it in Memories" if line.memories else "Open its session"
            button = QPushButton(name)
            button.setAccessibleName(name)
            set_variant(button, "plain", size="small")
            button.clicked.connect(self._on_open)
            self._body.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_open(self) -> None:
        if self._line is not None:
            self.opened.emit(self._line)


class CountTable(QWidget):
    """One row for each count: name, before, arrow, after, change."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(metrics.space_6)
        grid.setHorizontalSpacing(metrics.space_6)
        grid.setColumnStretch(1, 1)
        for column, words in ((2, "before"), (4, "after"), (5, "change")):
            grid.addWidget(ElidedLabel(words, TextRole.CAPTION, tone="muted", right=True), 0, column)
        self._cells: dict[str, tuple[ElidedLabel, ElidedLabel, ElidedLabel]] = {}
        for place, (name, (words, icon_name)) in enumerate(COUNTS.items(), start=1):
            cells = (
                ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True, right=True),
                ElidedLabel("", TextRole.STRONG, tabular=True, right=True),
                ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True, right=True),
            )
            grid.addWidget(_sign(name, icon_name), place, 0)
            grid.addWidget(ElidedLabel(words, TextRole.BODY), place, 1)
            arrow = QLabel("→")
            set_text_role(arrow, TextRole.SMALL, tone="muted")
            grid.addWidget(cells[0], place, 2)
            grid.addWidget(arrow, place, 3)
            grid.addWidget(cells[1], place, 4)
            grid.addWidget(cells[2], place, 5)
            self._cells[name] = cells
        for column, width in ((2, 48), (4, 48), (5, 46)):
            grid.setColumnMinimumWidth(column, metrics.px(width))

    def show_rows(self, rows: tuple[tuple[str, int, int], ...]) -> None:
        """(name, before, after)."""
        for name, before, after in rows:
            cells = self._cells.get(name)
            if cells is None:
                continue
            change = after - before
            cells[0].set_text(f"{before:,}")
            cells[1].set_text(f"{after:,}")
            cells[2].set_text(f"+{change:,}" if change > 0 else f"−{-change:,}" if change else "0")


def _sign(name: str, icon_name: str) -> QWidget:
    metrics = theme().metrics
    if not icon_name:
        return TierSign(name)
    return IconLabel(icon_name, size=metrics.icon)


class TierSign(PaintedLabel):
    """The glyph of a tier."""

    def __init__(self, tier: str) -> None:
        super().__init__()
        self._tier = tier

    def sizeHint(self) -> QSize:
        """As large as an icon."""
        size = theme().metrics.icon
        return QSize(size, size)

    def draw(self, painter: QPainter, kit: Kit) -> None:
        """The glyph in the tier's colour."""
        size = kit.metrics.glyph
        glyph = tier_pixmap(self._tier, size, kit.tokens.tier(self._tier), self.devicePixelRatioF())
        painter.drawPixmap(QPointF((self.width() - size) / 2, (self.height() - size) / 2), glyph)


class Facts(QWidget):
    """A small table of names and words, in a card."""

    def __init__(self, facts: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "card")
        grid = QGridLayout(self)
        padding = metrics.space_12
        grid.setContentsMargins(padding, metrics.space_8, padding, metrics.space_8)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(metrics.space_4)
        grid.setColumnStretch(1, 1)
        for row, (name, words) in enumerate(facts):
            grid.addWidget(ElidedLabel(name, TextRole.SMALL, tone="muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            text = SpanText(words, role=TextRole.SMALL)
            grid.addWidget(text, row, 1)


def _facts(line: PlanLine) -> tuple[tuple[str, str], ...]:
    facts = [("What", line.action), ("Why", line.item.reason), ("Since", day_text(line.item.at))]
    if line.memories:
        first = line.memories[0]
        facts.append(("Strength", f"{first.strength:.2f}"))
        facts.append(("Recalled", f"{first.recalls:,} times" if first.recalls != 1 else "once"))
    return tuple(facts)


def _tags(topics: tuple[str, ...]) -> QWidget:
    box = QWidget()
    row = FlowLayout(box)
    for topic in topics:
        row.addWidget(Tag(topic))
    return box
