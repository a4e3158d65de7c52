"""Shown when a memory changed while it was being edited: what the other one did, and the ways on. Writes nothing."""

from __future__ import annotations

from enum import StrEnum
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engramma.ui.inspector.editing import Fate, Meanwhile
from engramma.ui.inspector.merge_marks import in_words, marked
from engramma.ui.inspector.near_changes import shortened
from engramma.ui.inspector.word_merge import Merge, merge_words
from engramma.ui.inspector.words import counted, fate_sentence
from engramma.ui.theme import TextRole, set_text_role, set_variant, theme
from engramma.ui.widgets import FlowLayout, IconLabel
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.span_text import SpanText
from engramma.ui.widgets.word_diff import word_diff


class Choice(StrEnum):
    """What a person decided. MERGE: put both into the editor; BACK: go on writing and decide later."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"
    MERGE = "merge"
    NEW = "new"
    SUCCESSOR = "successor"
    RESTORE = "restore"
    DROP = "drop"
    BACK = "back"


WORDS = {
    Choice.MINE: "Keep mine",
    Choice.THEIRS: "Take theirs",
    Choice.BOTH: "Save both",
    Choice.MERGE: "Merge in the editor",
    Choice.NEW: "Save mine as new",
    Choice.SUCCESSOR: "Edit {} instead",
    Choice.RESTORE: "Restore it and save mine",
    Choice.DROP: "Discard mine",
    Choice.BACK: "Go on editing",
}
CORRECTING = {
    **WORDS,
    Choice.MINE: "Correct all the same",
    Choice.THEIRS: "Leave it as it is",
    Choice.BOTH: "Correct with both",
    Choice.SUCCESSOR: "Correct {} instead",
}


class StaleChoice(QWidget):
    """`chosen` carries a `Choice`. `meanwhile` and `merge` are what it shows; the first offered is the best."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, correcting: bool = False) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self.meanwhile: Meanwhile | None = None
        self.merge = Merge(())
        self._ways: tuple[Choice, ...] = ()
        self._correcting = correcting
        self._words = CORRECTING if correcting else WORDS
        head = QHBoxLayout()
        head.setSpacing(metrics.space_6)
        head.addWidget(IconLabel("warning", size=metrics.icon, role="warning"))
        self._title = QLabel()
        self._title.setWordWrap(True)
        set_text_role(self._title, TextRole.SMALL, tone="warning")
        head.addWidget(self._title, 1)
        self._theirs_caption, self._theirs = self._caption(), DiffText(role=TextRole.BODY)
        self._merged_caption, self._merged = self._caption(), SpanText(role=TextRole.BODY)
        buttons = QWidget()
        self._flow = FlowLayout(buttons, gap=metrics.space_6)
        self._buttons = {choice: self._button(choice) for choice in Choice}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addLayout(head)
        for part in (self._theirs_caption, self._theirs, self._merged_caption, self._merged, buttons):
            column.addWidget(part)

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The ways on, in their order."""
        return self._ways

    @property
    def title(self) -> str:
        """What happened, in a sentence."""
        return self._title.text()

    def show_choice(self, meanwhile: Meanwhile, *, mine: str) -> None:
        """Say what happened to the memory and offer what can be done with `mine`."""
        self.meanwhile = meanwhile
        sentence = fate_sentence(meanwhile)
        self._title.setText(sentence)
        self.setAccessibleName(sentence)
        theirs = meanwhile.memory.text if meanwhile.memory is not None else ""
        changed = meanwhile.fate is Fate.CHANGED
        successor = meanwhile.successor
        if successor is not None:
            self._theirs_caption.setText(f"{successor.label} says:")
            self._theirs.set_texts(successor.text, successor.text)
        else:
            self._theirs_caption.setText("What changed:")
            self._theirs.set_texts(*_near(meanwhile.base, theirs))
        differs = meanwhile.memory is not None and theirs != meanwhile.base
        for part in (self._theirs_caption, self._theirs):
            part.setVisible(differs or successor is not None)
        self.merge = merge_words(meanwhile.base, mine, theirs) if changed else Merge(())
        of_use = (
            changed and self.merge.text != theirs and (self.merge.text != mine or self.merge.conflicts > 0)
        )
        if of_use:
            self._merged_caption.setText(_caption_of(self.merge))
            self._merged.set_text(*marked(self.merge))
            self._merged.setAccessibleName(in_words(self.merge))
        for widget in (self._merged_caption, self._merged):
            widget.setVisible(of_use)
        ways = _ways(meanwhile, self.merge, of_use=of_use)
        self._offer(tuple(way for way in ways if way is not Choice.RESTORE or not self._correcting))

    def _offer(self, ways: tuple[Choice, ...]) -> None:
        while self._flow.takeAt(0) is not None:
            pass
        for button in self._buttons.values():
            button.hide()
        self._ways = ways
        for place, choice in enumerate(ways):
            button, words = self._buttons[choice], self._words[choice]
            if choice is Choice.SUCCESSOR and self.meanwhile is not None and self.meanwhile.successor:
                words = words.format(self.meanwhile.successor.label)
            button.setText(words)
            button.setAccessibleName(words)
            set_variant(button, "plain" if place else "primary", size="small")
            self._flow.addWidget(button)
            button.show()
        self.updateGeometry()

    def take_focus(self) -> None:
        """Let the first way on have the keys."""
        if self._ways:
            self._buttons[self._ways[0]].setFocus()

    def event(self, event: QEvent) -> bool:
        """Escape goes back to the text, before the window clears its search with it."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape decides nothing."""
        if event.key() == Qt.Key.Key_Escape:
            self.chosen.emit(Choice.BACK)
        else:
            super().keyPressEvent(event)

    def _button(self, choice: Choice) -> QPushButton:
        button = QPushButton(self._words[choice], self)
        button.setAccessibleName(self._words[choice])
        button.setAutoDefault(True)
        button.hide()
        button.clicked.connect(partial(self._choose, choice))
        return button

    def _choose(self, choice: Choice, _checked: bool = False) -> None:
        self.chosen.emit(choice)

    def _caption(self) -> QLabel:
        caption = QLabel()
        caption.setWordWrap(True)
        set_text_role(caption, TextRole.CAPTION, tone="muted")
        return caption


def _ways(meanwhile: Meanwhile, merge: Merge, *, of_use: bool) -> tuple[Choice, ...]:
    if meanwhile.fate is Fate.TRASHED:
        return Choice.RESTORE, Choice.NEW, Choice.DROP, Choice.BACK
    if meanwhile.gone:
        instead = (Choice.SUCCESSOR,) if meanwhile.successor is not None else ()
        return *instead, Choice.NEW, Choice.DROP, Choice.BACK
    if not of_use:
        return Choice.MINE, Choice.THEIRS, Choice.NEW, Choice.BACK
    first = Choice.MERGE if merge.conflicts else Choice.BOTH
    return first, Choice.MINE, Choice.THEIRS, Choice.NEW, Choice.BACK


def _caption_of(merge: Merge) -> str:
    if not merge.conflicts:
        return "Both together:"
    places = counted(merge.conflicts, "place", "places")
    return f"Both together; {places} that both changed, first yours, then theirs:"


def _near(before: str, after: str) -> tuple[str, str]:
    """Both texts with the long runs that they share cut short."""
    parts = word_diff(before, after)
    old = new = ""
    for place, part in enumerate(parts):
        text = part.text
        if part.op == "same":
            text = shortened(text, first=place == 0, last=place == len(parts) - 1)
        old += text if part.op != "added" else ""
        new += text if part.op != "removed" else ""
    return old, new
