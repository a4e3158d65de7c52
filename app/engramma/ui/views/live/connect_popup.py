"""How an agent is connected: the commands to run, ready to be copied. Writes nothing itself."""

from __future__ import annotations

import functools
import shlex
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import IconButton

WIDTH = 460
TITLE = "Connect an agent"
SENTENCES = (
    "Lists the agents' programs that are here. With one of their names it shows what it would write into its "
    "settings, and asks before it does:",
    "Or let any MCP client start the memory's server itself:",
)


class ConnectPopup(QWidget):
    """Stands below the button that opened it, or over the side, so that no button of the list is covered."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        metrics = theme().metrics
        set_surface(self, "card")
        self.setAccessibleName(TITLE)
        self.commands: tuple[QLabel, ...] = ()
        title = QLabel(TITLE)
        set_text_role(title, TextRole.STRONG)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_14)
        column.setSpacing(metrics.space_8)
        column.addWidget(title)
        labels = []
        for sentence in SENTENCES:
            words = QLabel(sentence)
            words.setWordWrap(True)
            set_text_role(words, TextRole.SMALL, tone="secondary")
            column.addWidget(words)
            box, label = self._command()
            labels.append(label)
            column.addWidget(box)
        self.commands = tuple(labels)
        note = QLabel("Restart the agent afterwards; it appears here at its first call.")
        note.setWordWrap(True)
        set_text_role(note, TextRole.SMALL, tone="muted")
        column.addWidget(note)

    def _command(self) -> tuple[QWidget, QLabel]:
        metrics = theme().metrics
        box = QWidget()
        set_surface(box, "fill")
        label = QLabel("")
        set_text_role(label, TextRole.MONO)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = IconButton("copy", "Copy the command", size="small")
        copy.clicked.connect(functools.partial(self._on_copy, label))
        row = QHBoxLayout(box)
        row.setContentsMargins(metrics.space_8, metrics.space_4, metrics.space_4, metrics.space_4)
        row.addWidget(label, 1)
        row.addWidget(copy)
        return box, label

    def open_below(self, anchor: QWidget, store: Path, *, over: QWidget | None = None) -> None:
        """Show it for this store, its right edge at the anchor's; or as wide as `over`, and there."""
        metrics = theme().metrics
        for label, text in zip(self.commands, connect_commands(store), strict=True):
            label.setText(text)
        inset = metrics.space_8
        width = metrics.px(WIDTH) if over is None else over.width() - 2 * inset
        self.ensurePolished()
        self.resize(width, self.heightForWidth(width))
        below = anchor.mapToGlobal(QPoint(anchor.width() - self.width(), anchor.height()))
        left = below.x() if over is None else over.mapToGlobal(QPoint(inset, 0)).x()
        self.move(max(0, left), below.y() + metrics.space_4)
        self.show()

    def _on_copy(self, label: QLabel, _checked: bool = False) -> None:
        QGuiApplication.clipboard().setText(label.text())
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def connect_commands(store: Path) -> tuple[str, str]:
    """The command that asks and writes, and the server itself, both for this store."""
    path = shlex.quote(str(store))
    return f"engramma connect --store {path}", f"engramma mcp --as NAME --scope propose --store {path}"
