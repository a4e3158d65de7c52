"""What is new in watched folders, and takes it in: files that changed since the last look and are quiet now.

Each is imported as it always is, so that nothing comes in twice. A file that is still being written waits.
"""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.exchange.sniffer import recognise
from engramma.model.clock import SECOND
from engramma.model.errors import ImportFileError
from engramma.model.operation import IMPORT
from engramma.model.progress import CancelToken
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

log = logging.getLogger(__name__)
QUIET = 30 * SECOND
MOST_FILES = 50_000
_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose new files come in. `since`: what changed up to then is in; times in UTC µs, 0 for never.

    `brought` counts the items that came in, `brought_at` is when the last of them did.
    """

    path: Path
    since: int
    brought: int = 0
    brought_at: int = 0


@dataclass(frozen=True, slots=True)
class NewFiles:
    """Files of one folder that can be taken in, oldest first. `until` is when the newest of them was changed."""

    folder: Path
    paths: tuple[Path, ...]
    until: int


@dataclass(frozen=True, slots=True)
class Brought:
    """What came in from one folder at the time `at`: items that are new or were changed, and sessions."""

    folder: Path
    until: int
    items: int
    sessions: int
    at: int


def new_files(
    folders: Sequence[WatchedFolder], *, now: int, cancel: CancelToken | None = None
) -> tuple[NewFiles, ...]:
    """What is new in each folder that has anything new; a folder that is gone has nothing. Raises Cancelled."""
    found = []
    for folder in folders:
        fresh = sorted(
            (changed, path)
            for changed, path in _changed(folder.path, cancel or CancelToken())
            if folder.since < changed <= now - QUIET
        )
        if fresh:
            paths = tuple(path for _changed_at, path in fresh if _is_known(path))
            found.append(NewFiles(folder.path, paths, fresh[-1][0]))
    return tuple(found)


def bring_in(store: MemoryStore, new: Sequence[NewFiles], cancel: CancelToken) -> tuple[Brought, ...]:
    """Import them, each folder as one operation of the importer. Raises Cancelled, StoreBusyError."""
    done = []
    for item in new:
        files = (
            store.acting_as(IMPORT).transfer.import_files(item.paths, cancel=cancel).files
            if item.paths
            else ()
        )
        for refused in (file for file in files if file.error):
            log.info("%s did not come in: %s", refused.path, refused.error)
        done.append(
            Brought(
                item.folder,
                item.until,
                sum(file.new + file.changed for file in files),
                sum(file.sessions for file in files),
                store.clock.now(),
            )
        )
    return tuple(done)


def _changed(folder: Path, cancel: CancelToken) -> list[tuple[int, Path]]:
    """The ordinary, filled files below a folder, each with when it was changed. Links are not followed."""
    files: list[tuple[int, Path]] = []
    for place, folders, names in os.walk(folder):
        cancel.check()
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        for name in names:
            path = Path(place, name)
            try:
                status = os.lstat(path)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and status.st_size:
                files.append((status.st_mtime_ns // 1_000, path))
        if len(files) > MOST_FILES:
            log.info("more than %d files in %s; the rest is not watched", MOST_FILES, folder)
            break
    return files


def _is_known(path: Path) -> bool:
    try:
        recognise(path)
    except ImportFileError:
        return False
    return True
