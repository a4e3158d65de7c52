"""A lock on a file that one process at a time can hold, and that its end, however violent, gives back."""

from __future__ import annotations

import os
import sys
from pathlib import Path


class FileLock:
    """The lock on one file; the file stays."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Take it, without waiting; whether this process holds it now."""
        if self._handle is not None:
            return True
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
        except OSError:
            os.close(handle)
            return False
        self._handle = handle
        return True

    def give_back(self) -> None:
        """Let others have it."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def is_held(path: Path) -> bool:
    """Whether another process, or another lock object, holds the lock on `path` now."""
    if not path.exists():
        return False
    lock = FileLock(path)
    free = lock.take()
    lock.give_back()
    return not free


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
