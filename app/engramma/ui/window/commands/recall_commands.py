"""The commands on what recall rests on: run a person's checks now, give waiting texts their vectors now."""

from __future__ import annotations

from PySide6.QtCore import QObject

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.embedding_watch import OFF, embedding_watch
from engramma.ui.bridge.recall_checks import CheckBook, check_watch


class RecallCommands(QObject):
    """`recall.run_checks` and `embedding.run`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._checks, self._embedding = check_watch(context), embedding_watch(context)
        self._asked = False
        self._checks.changed.connect(self._on_checks)

    def commands(self) -> tuple[Command, ...]:
        """Two commands of the menu Store."""
        return (
            Command(
                "recall.run_checks",
                "Run recall checks",
                self.run_checks,
                menu="Store",
                icon="check-square-offset",
                when=may.store_open,
                group=4,
            ),
            Command(
                "embedding.run",
                "Embed waiting texts now",
                self._embedding.run,
                menu="Store",
                icon="cube",
                when=self._may_embed,
                group=4,
            ),
        )

    def run_checks(self) -> None:
        """Run them all, and say how they went."""
        self._asked = True
        self._checks.run()

    def _on_checks(self, book: CheckBook) -> None:
        if not self._asked:
            return
        self._asked = False
        count = len(book.checks)
        if not count:
            self._context.toast("There are no recall checks yet.", icon="info")
        elif not book.broke:
            fail = "1 fails" if book.failing == 1 else f"{book.failing:,} fail"
            fine = "The recall check passes" if count == 1 else f"All {count:,} recall checks pass"
            words = f"Of {count:,} recall checks, {fail}" if book.failing else fine
            self._context.toast(words, icon="warning" if book.failing else "check")

    def _may_embed(self, situation: Situation) -> str:
        """Why it cannot be done now, in words; "" when it can."""
        if not_now := may.writable(situation):
            return not_now
        meaning = self._embedding.meaning
        if meaning is not None and meaning.status.kind == OFF:
            return "meaning is switched off"
        if self._embedding.running:
            return "it is being done"
        return "" if meaning is None or meaning.status.waiting else "no text waits"
