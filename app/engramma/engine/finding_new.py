"""What is new in watched folders, and takes it in: files that came or changed since the last look and are quiet now.

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
from engramma.model.transfer import ImportReport

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

log = logging.getLogger(__name__)
QUIET = 30 * SECOND
MOST_FILES = 50_000
_SKIPPED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose new files come in. `since`: what came up to then is in; times in UTC µs, 0 for never.

    `brought` counts the items that came in, `brought_at` is when the last of them did. `title` is what it was called
    when it was chosen, empty for its own name.
    """

    path: Path
    since: int
    brought: int = 0
    brought_at: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class NewFiles:
    """What a look into one folder found. `paths` can be taken in, oldest first.

    `until` is when the newest of all that is new and quiet came or was written, 0 when nothing is. `waiting` counts
    files that are not quiet yet; `there`: whether the folder is.
    """

    folder: Path
    paths: tuple[Path, ...] = ()
    until: int = 0
    waiting: int = 0
    there: bool = True


@dataclass(frozen=True, slots=True)
class Brought:
    """What came in from one folder at the time `at`: items that are new or were changed, and sessions.

    `operation_id` is None when nothing did.
    """

    folder: Path
    until: int
    items: int
    sessions: int
    at: int
    operation_id: int | None = None


def new_files(
    folders: Sequence[WatchedFolder], *, now: int, cancel: CancelToken | None = None
) -> tuple[NewFiles, ...]:
    """A look into each folder, in their order. Raises Cancelled."""
    cancel = cancel or CancelToken()
    return tuple(_look(folder, now=now, cancel=cancel) for folder in folders)


def _look(folder: WatchedFolder, *, now: int, cancel: CancelToken) -> NewFiles:
    if not folder.path.is_dir():
        return NewFiles(folder.path, there=False)
    came = [item for item in _files(folder.path, now=now, cancel=cancel) if item[0] > folder.since]
    quiet = sorted(item for item in came if item[0] <= now - QUIET)
    paths = tuple(path for _at, path in quiet if _is_known(path))
    return NewFiles(folder.path, paths, quiet[-1][0] if quiet else 0, waiting=len(came) - len(quiet))


def bring_in(store: MemoryStore, new: Sequence[NewFiles], cancel: CancelToken) -> tuple[Brought, ...]:
    """Import them, each folder as one operation of the importer. Raises Cancelled, StoreBusyError."""
    done = []
    for item in new:
        report = (
            store.acting_as(IMPORT).transfer.import_files(item.paths, cancel=cancel)
            if item.paths
            else ImportReport(())
        )
        files = report.files
        for refused in (file for file in files if file.error):
            log.info("%s did not come in: %s", refused.path, refused.error)
        done.append(
            Brought(
                item.folder,
                item.until,
                sum(file.new + file.changed for file in files),
                sum(file.sessions for file in files),
                store.clock.now(),
                report.operation_id,
            )
        )
    return tuple(done)


def _files(folder: Path, *, now: int, cancel: CancelToken) -> list[tuple[int, Path]]:
    """The ordinary, filled files below a folder, each with when it came or was written. Links are not followed."""
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
                files.append((_came(status, now=now), path))
        if len(files) > MOST_FILES:
            log.info("more than %d files in %s; the rest is not watched", MOST_FILES, folder)
            break
    return files


def _came(status: os.stat_result, *, now: int) -> int:
    """When a file was last written or put there: what is copied or moved in keeps the time of its original."""
    written, put = status.st_mtime_ns // 1_000, status.st_ctime_ns // 1_000
    return max((moment for moment in (written, put) if moment <= now), default=written)


def _is_known(path: Path) -> bool:
    try:
        recognise(path)
    except ImportFileError:
        return False
    return True
