"""Where the parts of the merge page stand: head, notice, contradictions and members at the left, the result."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engramma.ui.theme import TextRole, set_edge, set_surface, set_text_role, theme
from engramma.ui.views.merge.contradictions import Contradictions
from engramma.ui.views.merge.result_panel import ResultPanel
from engramma.ui.views.plan.head import PlanNotice
from engramma.ui.widgets import ElidedLabel, EmptyState, KeyButton, KeyHint, ViewHead
from engramma.ui.widgets.content_area import ContentArea

RESULT_WIDTH, NARROW_RESULT, TIGHT_RESULT = 400, 320, 270
ENOUGH, TIGHT = 1000, 800
NOTHING = "Select two or more memories, then Memory, Merge."
FOOT = (
    ("Space", "in or out"),
    ("S", "let it stay"),
    ("T", "use its text"),
    ("R", "by rule"),
    ("E", "write the text"),
)


class PageHead(ViewHead):
    """Title, a line about it, leaving, and the one primary button. `left` and `done` are its buttons."""

    left = Signal()
    done = Signal()

    def __init__(self, title: str, primary: str, *, keys: str = "", icon_name: str = "check") -> None:
        super().__init__(title, tall=True)
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._about.setMinimumWidth(theme().metrics.px(80))
        self._leave = KeyButton("Cancel", "Esc", size="normal")
        self.primary = KeyButton(primary, keys, icon_name=icon_name, variant="primary", size="normal")
        self._leave.clicked.connect(self.left)
        self.primary.clicked.connect(self.done)
        self.put(self._about, self._leave, self.primary)

    @property
    def about(self) -> str:
        """The second line."""
        return self._about.text

    def say(self, about: str) -> None:
        """The second line."""
        self._about.set_text(about)

    def call_leaving(self, words: str) -> None:
        """Name the button that leaves: nothing is cancelled any more by leaving what is done."""
        self._leave.setText(words)
        self._leave.setAccessibleName(words)

    def offer(self, words: str, *, enabled: bool) -> None:
        """What the primary button would do."""
        self.primary.setText(words)
        self.primary.setAccessibleName(words)
        self.primary.setEnabled(enabled)


class KeyFoot(QWidget):
    """The keys, in a line below."""

    def __init__(self, keys: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self.setFixedHeight(metrics.px(34))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_14)
        self._hints = [_hint(key, words) for key, words in keys]
        for hint in self._hints:
            row.addWidget(hint)
        row.addStretch(1)

    def minimumSizeHint(self) -> QSize:
        """The keys give way."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What does not fit is not shown, the last first."""
        super().resizeEvent(event)
        metrics = theme().metrics
        room = self.width() - 2 * metrics.pane_padding
        for hint in self._hints:
            room -= hint.sizeHint().width()
            hint.setVisible(room >= 0)
            room -= metrics.space_14


def _hint(key: str, words: str) -> QWidget:
    hint = QWidget()
    row = QHBoxLayout(hint)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme().metrics.space_6)
    label = QLabel(words)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    row.addWidget(KeyHint(key))
    row.addWidget(label)
    return hint


class MergeLayout(QWidget):
    """Only makes and places the parts; `MergePage` joins them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "base")
        self.setAccessibleName("Merge memories")
        self.head = PageHead("Merge memories", "Merge", keys="Ctrl+Return", icon_name="git-merge")
        self.notice, self.result = PlanNotice(), ResultPanel()
        self.contradictions = Contradictions()
        self.even_pinned = QCheckBox("Merge pinned ones, too: their pins end with them")
        self.even_pinned.hide()
        self.empty = EmptyState("git-merge", "Nothing to merge", sentence=NOTHING)
        self.cards = QVBoxLayout()
        self.cards.setSpacing(metrics.space_12)
        self.area = ContentArea("Members")
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        content = QWidget()
        set_surface(content, "window")
        column = QVBoxLayout(content)
        padding = metrics.space_20
        column.setContentsMargins(padding, metrics.space_14, padding, metrics.space_14)
        column.setSpacing(metrics.space_12)
        column.addWidget(self.contradictions)
        column.addWidget(self.even_pinned)
        column.addLayout(self.cards)
        column.addStretch(1)
        self.area.setWidget(content)
        left = QWidget()
        stack = QVBoxLayout(left)
        stack.setContentsMargins(0, 0, 0, 0)
        stack.setSpacing(0)
        stack.addWidget(self.area, 1)
        stack.addWidget(KeyFoot(FOOT))
        filled = QWidget()
        row = QHBoxLayout(filled)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left, 1)
        row.addWidget(self.result)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.empty)
        self._middle.addWidget(filled)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(self.notice)
        outer.addWidget(self._middle, 1)

    def show_filled(self, *, filled: bool) -> None:
        """The members, or why there are none."""
        self._middle.setCurrentIndex(1 if filled else 0)

    def fit(self, width: int) -> bool:
        """In a narrow window the result is narrower; whether the cards are, too."""
        px = theme().metrics.px
        tight = width < px(TIGHT)
        wanted = RESULT_WIDTH if width >= px(ENOUGH) else TIGHT_RESULT if tight else NARROW_RESULT
        self.result.setFixedWidth(px(wanted))
        return tight
