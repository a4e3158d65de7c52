"""Counts what was decided since Review was opened, how long that took, and what can be taken back. Free of Qt."""

from __future__ import annotations

import time
from collections.abc import Set

from engramma.ui.views.review.deciding import Decided

LONGEST_THOUGHT = 60.0


class Tally:
    """`deciding` counts decisions that are being carried out."""

    def __init__(self) -> None:
        self.decided = 0
        self.deciding = 0
        self.seconds = 0.0
        self._decisions: list[Decided] = []
        self._since = time.monotonic()

    @property
    def last(self) -> Decided | None:
        """The last decision that was carried out and can be taken back."""
        return self._decisions[-1] if self._decisions else None

    def begin(self, cards: int) -> None:
        """Some cards are being decided. A pause is not counted as thinking about a card."""
        now = time.monotonic()
        self.seconds += min(LONGEST_THOUGHT, now - self._since)
        self._since = now
        self.deciding += cards
        self.decided += cards

    def end(self, cards: int, decided: Decided | None, *, final: bool = False) -> None:
        """They were decided, all or some; None if that failed."""
        self.deciding -= cards
        done = len(decided.orders) if decided is not None else 0
        self.decided -= cards - done
        if decided is not None and decided.operations and not final:
            self._decisions.append(decided)

    def forget(self, decided: Decided) -> None:
        """A decision was taken back."""
        if decided in self._decisions:
            self._decisions.remove(decided)
            self.decided -= len(decided.orders)

    def forget_waiting(self, waiting: Set[str]) -> None:
        """Forget decisions whose cards wait again."""
        for decided in list(self._decisions):
            if any(order.card.key in waiting for order in decided.orders):
                self.forget(decided)
