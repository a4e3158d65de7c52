"""Progress and cancelling of long work, free of any user interface."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a piece of work is. `total` 0 means that the end is not known."""

    done: int
    total: int
    label: str


class Cancelled(Exception):
    """The work was cancelled; what it had written has been taken back."""


class CancelToken:
    """A flag that the starter sets and the work asks; safe between threads."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next check."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise `Cancelled` if stopping was asked for."""
        if self._event.is_set():
            raise Cancelled


Report = Callable[[Progress], None]


def silent(_progress: Progress) -> None:
    """A report that nobody hears."""
