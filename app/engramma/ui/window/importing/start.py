"""What the import page shows before there is anything to import: choose files, or have them found."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout

from engramma.ui.theme import icon, set_variant, theme
from engramma.ui.widgets import EmptyState
from engramma.ui.window.importing.plan import counted
from engramma.ui.window.importing.work import ImportOutcome

TITLE = "Choose files to look into"
SENTENCE = (
    "Agent transcripts, memory graphs, conversations and bundles of other stores. "
    "You see a preview first; an import is one step and can be undone."
)


class ImportStart(EmptyState):
    """`find_wanted`: look for what the tools of this computer keep."""

    find_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("tray", TITLE, sentence=SENTENCE, action="Choose files…")
        metrics = theme().metrics
        self.seek = QPushButton("Find my memories")
        set_variant(self.seek, "plain")
        self.seek.setIcon(icon("file-search", "text_secondary"))
        self.seek.setIconSize(QSize(metrics.icon, metrics.icon))
        self.seek.setAccessibleName("Find my memories on this computer")
        self.seek.clicked.connect(self.find_wanted)
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertSpacing(column.count() - 1, metrics.space_8)
            column.insertWidget(column.count() - 1, self.seek, 0, Qt.AlignmentFlag.AlignHCenter)

    def begin(self) -> None:
        """Offer both ways."""
        self.set_texts(TITLE, sentence=SENTENCE, action="Choose files…")
        self.seek.show()

    def say_reading(self, title: str) -> None:
        """Files are being read."""
        self.set_texts(f"{title}…", sentence="Nothing is written. Cancel it in the status bar.")
        self.seek.hide()

    def say_done(self, outcome: ImportOutcome) -> None:
        """What came in last, where it is, and how it is taken back."""
        files = outcome.report.files
        parts = (
            counted(outcome.memories, "memory is in Memories", "memories are in Memories"),
            counted(sum(file.events for file in files), "turn is in Sessions", "turns are in Sessions"),
            counted(sum(file.asked for file in files), "item waits in Review", "items wait in Review"),
            counted(sum(len(file.skipped) for file in files), "line was skipped", "lines were skipped"),
        )
        told = ", ".join(part for part in parts if part) or "Everything in it was here already"
        items = counted(outcome.written, "item") or "nothing new"
        undo = " Activity has it as one step; Revert there takes it back." if outcome.written else ""
        self.set_texts(
            f"Imported {items} from {outcome.plan.name}",
            sentence=f"{told}.{undo}",
            action="Choose more files…",
        )
        self.seek.show()

    def say_failed(self, words: str) -> None:
        """They cannot be imported."""
        self.set_texts("These files cannot be imported", sentence=words, action="Choose others…")
        self.seek.show()
