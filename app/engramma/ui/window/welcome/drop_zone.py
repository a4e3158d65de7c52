"""The place for files on the welcome page: says what can be dropped, lights up while something is held over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engramma.ui.delegates.kit import current_kit
from engramma.ui.theme import TextRole, qcolor, set_text_role, theme
from engramma.ui.widgets import IconLabel, Tag
from engramma.ui.window.welcome.enter_button import EnterButton

ENDINGS = (".jsonl", ".json", ".engramma-bundle")


class DropZone(EnterButton):
    """A click chooses files instead. `lit` while files are held over the window."""

    files_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._lit = False
        self.setAccessibleName("Choose files to look into")
        self.setAccessibleDescription("Files can be dropped anywhere on the window, too")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.clicked.connect(self.files_wanted)
        column = QVBoxLayout(self)
        column.setSpacing(0)
        column.addStretch(1)
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(IconLabel("tray", size=metrics.px(34), role="accent"), 0, middle)
        column.addSpacing(metrics.space_12)
        column.addWidget(_line("Drop files here to see what is in them", TextRole.TITLE), 0, middle)
        column.addSpacing(metrics.space_8)
        for words in ("Agent transcripts, memory graphs, conversations,", "and bundles of other stores"):
            column.addWidget(_line(words, TextRole.SMALL, secondary=True), 0, middle)
        column.addSpacing(metrics.space_12)
        column.addWidget(_endings(), 0, middle)
        column.addSpacing(metrics.space_14)
        column.addWidget(_promise(), 0, middle)
        column.addStretch(1)

    def set_lit(self, lit: bool) -> None:
        """Show that files would be taken."""
        if lit != self._lit:
            self._lit = lit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The dashed frame: accent tint while lit."""
        kit = current_kit()
        tokens = kit.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = self._lit or self.hasFocus()
        pen = QPen(qcolor(tokens.accent if strong else tokens.button_border), 2)
        pen.setDashPattern([3, 2.4])
        painter.setPen(pen)
        painter.setBrush(qcolor(tokens.accent_tint if self._lit else tokens.panel))
        radius = kit.metrics.radius_card
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)


def _line(words: str, role: TextRole, *, secondary: bool = False) -> QLabel:
    label = QLabel(words)
    set_text_role(label, role, tone="secondary" if secondary else "primary")
    return label


def _endings() -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme().metrics.space_6)
    for ending in ENDINGS:
        row.addWidget(Tag(ending))
    return box


def _promise() -> QWidget:
    metrics = theme().metrics
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(metrics.space_6)
    row.addWidget(IconLabel("eye", size=metrics.icon_small))
    label = QLabel("You see a preview first. An import is one step and can be undone.")
    set_text_role(label, TextRole.CAPTION, tone="muted")
    row.addWidget(label)
    return box
