"""Frees the bytes of what was erased: out of the full text, out of the write-ahead log, out of unused parts of pages.

May be stopped at any point and begun again by any process; what is left is remembered in the store.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from engramma.model.errors import StoreBusyError, StoreError
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.purging import ErasureStatus
from engramma.store.database import Database
from engramma.store.leases import held_lease
from engramma.store.purging.emptying import empty_fulltext
from engramma.store.purging.pending import Waiting, clear_pending, mark_merged, read_waiting
from engramma.store.purging.scrubbing import PAGES_AT_ONCE, scrub_part, settle, truncate_log

BLOCKED = "another program is reading from the store"
BUSY = "the store is being written to"
STOPPED = "it was put off"
_TRIES = 12
_MOST_REFUSALS = 500
_PATIENCE_SECONDS = 0.02
_PAUSE_SECONDS = 0.03

Look = Callable[[], None]


class _StoppedError(Exception):
    """Freeing was interrupted; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def erasure_status(database: Database, *, reason: str = "") -> ErasureStatus:
    """Whether something waits to be freed."""
    with database.read() as reading:
        waiting = read_waiting(reading.connection)
    database.erasure_waits = waiting is not None
    return ErasureStatus(False) if waiting is None else ErasureStatus(True, waiting.since, reason)


def free_erased(
    database: Database,
    *,
    at: int,
    seconds: float | None = None,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> ErasureStatus:
    """Free the bytes of all that was erased, for at most about `seconds`; never fails, but says what it waits for."""
    with database.read() as reading:
        waiting = read_waiting(reading.connection)
    if waiting is None or database.read_only:
        return erasure_status(database)
    deadline = None if seconds is None else time.monotonic() + seconds

    def look() -> None:
        if (cancel is not None and cancel.cancelled) or (
            deadline is not None and time.monotonic() > deadline
        ):
            raise _StoppedError(STOPPED)

    reason = ""
    try:
        with held_lease(database, "erasure", at=at, what="Erasing"):
            _free(database, waiting, look=look, report=report)
    except _StoppedError as stopped:
        reason = stopped.reason
    except StoreBusyError:
        reason = BUSY
    except StoreError as problem:
        reason = problem.message
    return erasure_status(database, reason=reason)


def _free(database: Database, waiting: Waiting, *, look: Look, report: Report) -> None:
    if not waiting.merged:
        report(Progress(0, 0, "Freeing the full text"))
        empty_fulltext(database, look=look)
        with database.write() as connection:
            mark_merged(connection, waiting.mark)
    _empty_log(database, look=look)
    page = refused = 0
    while True:
        look()
        part = scrub_part(database, first=page)
        if part is None:
            refused += 1
            if refused > _MOST_REFUSALS:
                raise _StoppedError(BUSY)
            _empty_log(database, look=look)
            continue
        page += PAGES_AT_ONCE
        report(Progress(page, 0, "Freeing the file"))
        if part.whole:
            break
    settle(database)
    # What was read before this point may still be in the log, of which nothing is older than the erasure.
    _empty_log(database, look=look)
    with database.write() as connection:
        clear_pending(connection, waiting.mark)


def _empty_log(database: Database, *, look: Look) -> None:
    for attempt in range(_TRIES):
        look()
        if truncate_log(database, patience=_PATIENCE_SECONDS):
            return
        if attempt + 1 < _TRIES:
            time.sleep(_PAUSE_SECONDS)
    raise _StoppedError(BLOCKED)
