"""Ctrl+C during long work: the first asks the work to stop and take itself back, the second stops it at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from engramma.cli.console import Console
from engramma.model.progress import CancelToken


@contextmanager
def cancel_on_interrupt(
    console: Console, *, note: str = "Stopping; what was written is being taken back."
) -> Iterator[CancelToken]:
    """A token that Ctrl+C cancels, saying `note`; outside the main thread signals are left alone."""
    token = CancelToken()
    if threading.current_thread() is not threading.main_thread():
        yield token
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        token.cancel()
        console.note(note)

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield token
    finally:
        signal.signal(signal.SIGINT, previous)
