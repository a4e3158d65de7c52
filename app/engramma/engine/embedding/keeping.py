"""Gives new texts their vectors while a store is open, on a quiet thread of its own.

Looks only when something was written, seldom when looking is slow, and leaves alone what another process does or
what a person must decide: a change of model. Loads nothing before its first look.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from engramma.model.errors import EngrammaError, StoreBusyError, StoreError
from engramma.model.progress import Cancelled, CancelToken, silent

if TYPE_CHECKING:
    from engramma.engine.workspace import Workspace

log = logging.getLogger(__name__)

_FIRST_SECONDS = 3.0
_LOOK_SECONDS = 1.0
_SHARE = 0.05
_BUSY_SECONDS = 15.0
_MISSING_SECONDS = (30.0, 600.0)
_CLOSE_SECONDS = 3.0


class Keeper:
    """One thread over one open store."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._stop = threading.Event()
        self._cancel = CancelToken()
        self._thread = threading.Thread(target=self._work, name="engramma-embedding", daemon=True)
        self._seen: int | None = None
        self._missing_seconds = _MISSING_SECONDS[0]

    def start(self) -> None:
        """Begin, after a pause in which a program that has just started is busy enough."""
        self._thread.start()

    def close(self) -> None:
        """Stop between two batches, and wait for that a little."""
        self._stop.set()
        self._cancel.cancel()
        self._thread.join(_CLOSE_SECONDS)

    def _work(self) -> None:
        pause = _FIRST_SECONDS
        try:
            while not self._stop.wait(pause):
                pause = self._look()
        except Cancelled:
            return
        except StoreError as error:
            if not self._stop.is_set():
                log.info("new texts are not embedded in the background any more: %s", error)

    def _look(self) -> float:
        """Embed what waits; the seconds until the next look."""
        from engramma.embedding import OFF, EmbeddingUnavailableError
        from engramma.engine.embedding.embedding import Embedding

        embedding = Embedding(self._workspace)
        if self._workspace.database.read_only or embedding.embedder.kind == OFF:
            self._stop.set()
            return 0.0
        version = self._workspace.database.data_version()
        if version == self._seen:
            return _LOOK_SECONDS
        started = time.monotonic()
        waits = embedding.waits_for_job()
        took = time.monotonic() - started
        if waits:
            try:
                embedding.run(report=silent, cancel=self._cancel)
            except EmbeddingUnavailableError as error:
                log.info("new texts wait for their vectors: %s", error)
                pause = self._missing_seconds
                self._missing_seconds = min(2 * pause, _MISSING_SECONDS[1])
                return pause
            except StoreBusyError:
                return _BUSY_SECONDS
            except StoreError:
                raise
            except EngrammaError as error:
                log.info("new texts were not embedded: %s", error)
                return self._missing_seconds
        self._missing_seconds = _MISSING_SECONDS[0]
        self._seen = version
        return max(_LOOK_SECONDS, took / _SHARE)
