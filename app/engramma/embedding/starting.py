"""Starts the host process, detached: it outlives its starter and hears none of its signals."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from engramma.embedding.embedder import EmbeddingUnavailableError
from engramma.embedding.runtime import IDLE_SECONDS, MeetingPlace

ENVIRONMENT = {
    # Threads of the model that wait for one another sleep. On a busy computer spinning makes it three times slower,
    # and everything else, too; on an idle one it makes no difference.
    "OMP_WAIT_POLICY": "PASSIVE",
    # Fewer pools of memory, as every thread would otherwise fill one of its own.
    "MALLOC_ARENA_MAX": "2",
}

_started: list[subprocess.Popen[bytes]] = []
_lock = threading.Lock()


def start_host(place: MeetingPlace, model: str, *, idle_seconds: float = IDLE_SECONDS) -> None:
    """Start a host of `model` at `place` and return at once. A second one finds the first and leaves.

    Raises EmbeddingUnavailableError when no process can be started.
    """
    path = Path(model).expanduser()
    named = str(path.resolve()) if path.is_dir() else model
    command = [sys.executable, "-m", "engramma.embedding.host", str(place.folder), named, str(idle_seconds)]
    with _lock:
        _reap()
        try:
            handle = os.open(place.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "ab") as log:
                _started.append(
                    subprocess.Popen(
                        command,
                        stdin=subprocess.DEVNULL,
                        stdout=subprocess.DEVNULL,
                        stderr=log,
                        cwd=str(place.folder),
                        env={**os.environ, **ENVIRONMENT},
                        **_detached(),
                    )
                )
        except OSError as error:
            raise EmbeddingUnavailableError(
                f"The model's process cannot be started: {error.strerror or error}."
            ) from error


def _reap() -> None:
    """Take leave of hosts that have ended; the list keeps the others, which may well outlive this process."""
    _started[:] = [process for process in _started if process.poll() is None]


def _detached() -> dict[str, Any]:
    if sys.platform == "win32":
        return {
            "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP
            | subprocess.CREATE_NO_WINDOW
            | subprocess.CREATE_BREAKAWAY_FROM_JOB
        }
    return {"start_new_session": True}


def truncate_log(place: MeetingPlace, *, most: int = 1 << 20) -> None:
    """Start the log anew once it is large."""
    with suppress(OSError):
        if place.log.stat().st_size > most:
            os.truncate(place.log, 0)
