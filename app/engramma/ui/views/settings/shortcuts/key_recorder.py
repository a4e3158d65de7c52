"""Listens for the new keys of a command, and says what stands in their way before anything is changed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLabel, QLineEdit, QPushButton, QWidget

from engramma.model.records import dataclass
from engramma.ui.actions.command import Command
from engramma.ui.actions.shortcuts import KeyConflict, Shortcuts
from engramma.ui.theme import TextRole, set_field_size, set_text_role, set_variant, theme
from engramma.ui.widgets.key_hint import key_words

FIELD = 130


@dataclass(frozen=True, slots=True)
class KeysChosen:
    """Keys for a command; with `take` another one loses them."""

    keys: str
    take: bool


class KeyRecorder(QWidget):
    """`given` carries a KeysChosen, `given_up` nothing."""

    given = Signal(object)
    given_up = Signal()

    def __init__(self, command: Command, shortcuts: Shortcuts) -> None:
        super().__init__()
        self._command, self._shortcuts = command, shortcuts
        self._conflict: KeyConflict | None = None
        title = command.title.removesuffix("…")
        metrics = theme().metrics
        self.field = QKeySequenceEdit()
        self.field.setMaximumSequenceLength(1)
        self.field.setAccessibleName(f"Press new keys for {title}")
        self.field.setFixedWidth(metrics.px(FIELD))
        for part in self.field.findChildren(QLineEdit):
            set_field_size(part, "small")
            part.setAccessibleName(f"New keys for {title}")
        self._says = QLabel()
        self.take, self.cancel = QPushButton("Take them"), QPushButton("Cancel")
        self.take.setAccessibleName(f"Take these keys for {title}")
        self.cancel.setAccessibleName(f"Leave the keys of {title} as they are")
        set_variant(self.take, "plain", size="small")
        set_variant(self.cancel, "flat", size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        for widget in (self._says, self.take, self.field, self.cancel):
            row.addWidget(widget)
        self.take.hide()
        self.field.installEventFilter(self)
        self.field.editingFinished.connect(self._on_recorded)
        self.take.clicked.connect(self._on_take)
        self.cancel.clicked.connect(self.given_up)

    @property
    def says(self) -> str:
        """What stands in the way."""
        return self._says.text()

    def listen(self) -> None:
        """Take the keys."""
        self._conflict = None
        self._say("Press the new keys", warn=False)
        self.take.hide()
        self.field.clear()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _say(self, words: str, *, warn: bool) -> None:
        self._says.setText(words)
        set_text_role(self._says, TextRole.SMALL, tone="warning" if warn else "secondary")

    def _on_recorded(self) -> None:
        sequence = self.field.keySequence()
        if sequence.isEmpty():
            return
        keys = sequence.toString(QKeySequence.SequenceFormat.PortableText)
        conflict = self._conflict = self._shortcuts.conflict(self._command.id, keys)
        if conflict is None:
            self.given.emit(KeysChosen(keys, take=False))
            return
        words = key_words(keys)
        self._say(
            f"{words} {conflict.words}" if conflict.reserved else f"{words} is {conflict.words}", warn=True
        )
        self.take.setVisible(not conflict.reserved)
        if not conflict.reserved:
            self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_take(self) -> None:
        if self._conflict is not None:
            self.given.emit(KeysChosen(self._conflict.keys, take=True))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape gives up, where else it would be recorded."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Escape
            and event.modifiers() == Qt.KeyboardModifier.NoModifier
        ):
            self.given_up.emit()
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """And from the buttons, too."""
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)
