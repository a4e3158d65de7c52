"""What stands around the card: the head with its count, the filter by kind, progress and keys at the foot."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from engramma.ui.delegates.kit import current_kit, rounded
from engramma.ui.theme import TextRole, qcolor, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.theme.properties import set_property
from engramma.ui.views.review.cards import KINDS, CardKind
from engramma.ui.views.review.order_button import OrderButton
from engramma.ui.widgets import ElidedLabel, FlowLayout, KeyButton, KeyHint, ViewHead

KEYS = (
    ("Space", "open source"),
    ("J", "next"),
    ("K", "previous"),
    ("U", "undo last"),
    ("W", "merge page"),
    ("Shift", "all like this"),
)
MEASURED_FROM = 3


class ReviewHead(ViewHead):
    """Title, how many wait, and the way to decide several at once."""

    several = Signal()

    def __init__(self) -> None:
        super().__init__("Review", surface="panel")
        self._count = ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True)
        self.order = OrderButton()
        self._several = KeyButton("Decide all like this…", "Shift+Return", icon_name="checks", variant="flat")
        self._several.clicked.connect(self.several)
        self.put(self._count, self.order, self._several)

    def show_count(self, waiting: int, *, shown: int) -> None:
        """How many wait, and how many the filter leaves."""
        words = f"{waiting:,} waiting" if waiting else "nothing waits"
        self._count.set_text(words if shown == waiting else f"{shown:,} of {words}")
        self._several.setEnabled(shown > 1)


class KindFilter(QWidget):
    """`changed` carries the value: a kind, or "" for all. Only kinds that wait are offered."""

    changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Kinds of cards")
        self.value = ""
        flow = self._flow = FlowLayout(self, gap=metrics.space_2, line_gap=metrics.space_2)
        flow.setContentsMargins(metrics.space_8, metrics.space_6, metrics.space_8, metrics.space_6)
        self._buttons: dict[str, QToolButton] = {}
        for key, words in (("", "All"), *((kind.value, KINDS[kind].many) for kind in CardKind)):
            button = QToolButton()
            button.setCheckable(True)
            set_variant(button, "flat", size="small")
            button.setProperty("words", words)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(functools.partial(self._choose, key))
            self._buttons[key] = button
            flow.addWidget(button)
        self._buttons[""].setChecked(True)
        _mark(self._buttons[""], chosen=True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_counts(self, counts: Mapping[CardKind, int]) -> None:
        """How many of each wait."""
        for key, button in self._buttons.items():
            count = sum(counts.values()) if not key else counts.get(CardKind(key), 0)
            words = f"{button.property('words')} {count:,}"
            button.setText(words)
            button.setAccessibleName(words)
            button.setVisible(not key or count > 0 or key == self.value)
        self._flow.invalidate()
        self.updateGeometry()

    def set_value(self, key: str) -> None:
        """Choose a kind, or "" for all."""
        if key in self._buttons and key != self.value:
            self._choose(key)

    def _choose(self, key: str, _checked: bool = False) -> None:
        self.value = key
        for name, button in self._buttons.items():
            button.setChecked(name == key)
            _mark(button, chosen=name == key)
        self.changed.emit(key)


def _mark(button: QToolButton, *, chosen: bool) -> None:
    set_property(button, "segment", value="only" if chosen else None)


class ProgressLine(QWidget):
    """A thin bar."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fraction = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_fraction(self, fraction: float) -> None:
        """How much of it is done, 0..1."""
        self._fraction = min(1.0, max(0.0, fraction))
        self.update()

    def sizeHint(self) -> QSize:
        """140 × 4."""
        kit = current_kit()
        return QSize(kit.px(140), kit.px(4))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Track and bar."""
        kit = current_kit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        radius = box.height() / 2
        rounded(painter, box, radius=radius, colour=qcolor(kit.tokens.fill))
        if self._fraction > 0:
            done = QRectF(
                box.left(), box.top(), max(box.height(), box.width() * self._fraction), box.height()
            )
            rounded(painter, done, radius=radius, colour=qcolor(kit.tokens.accent))


class ReviewFoot(QWidget):
    """ "12 of 87 decided, about 6 minutes to go", and the keys."""

    undo = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._line = ProgressLine()
        self._words = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        self._undo = QPushButton("Undo last")
        self._undo.setAccessibleName("Undo the last decision")
        set_variant(self._undo, "link")
        self._undo.clicked.connect(self.undo)
        self._undo.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_6)
        row.addWidget(self._line)
        row.addSpacing(metrics.space_6)
        row.addWidget(self._words, 1)
        row.addWidget(self._undo)
        self._hints: list[QWidget] = []
        for keys, words in KEYS:
            hint = _hint(keys, words)
            self._hints.append(hint)
            row.addWidget(hint)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The keys give way to the words, the last first."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        gap = theme().metrics.space_6
        room = self.width() - self._line.width() - self._words.sizeHint().width() - 4 * gap
        room -= self._undo.sizeHint().width() + gap if self._undo.isVisibleTo(self) else 0
        for hint in self._hints:
            room -= hint.sizeHint().width() + gap
            hint.setVisible(room >= 0)

    @property
    def text(self) -> str:
        """What it says of the progress."""
        return self._words.text

    def show_progress(self, decided: int, waiting: int, *, seconds: float) -> None:
        """`seconds` were taken for what was decided."""
        total = decided + waiting
        self._line.set_fraction(decided / total if total else 1.0)
        words = f"{decided:,} of {total:,} decided"
        if decided >= MEASURED_FROM and waiting:
            words += f", about {time_words(seconds / decided * waiting)} to go"
        self._words.set_text(words)
        self._undo.setVisible(decided > 0)
        self._fit()


def _hint(keys: str, words: str) -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(metrics.space_6, 0, 0, 0)
    row.setSpacing(metrics.space_6)
    row.addWidget(KeyHint(keys))
    label = QLabel(words)
    set_text_role(label, TextRole.SMALL, tone="secondary")
    row.addWidget(label)
    return box


def time_words(seconds: float) -> str:
    """A rough length of time: "40 seconds", "6 minutes"."""
    if seconds < 90:
        return f"{max(5, round(seconds / 5) * 5)} seconds"
    return f"{round(seconds / 60)} minutes"
