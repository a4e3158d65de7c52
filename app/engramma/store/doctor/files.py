"""The files of a store: its write-ahead log, who may read them, and what was left behind beside them."""

from __future__ import annotations

import os
import re
import stat
from contextlib import closing
from pathlib import Path

import psutil

from engramma.model.clock import DAY, SECOND
from engramma.store.database import wal_of
from engramma.store.doctor.examination import Examination, Finding, counted, sound
from engramma.store.purging.beside import copies_beside
from engramma.store.vectors.models import current_model
from engramma.store.vectors.sidecar import sidecar_path, sidecars_of

LARGE_LOG = 256_000_000
"""From this size on, in bytes, a write-ahead log says that somebody has kept it from being emptied."""

_PATIENCE_MS = 1_000
_FOREIGN = stat.S_IRWXG | stat.S_IRWXO
_COPY = ".backup"
_HALF_WRITTEN = re.compile(r"\.npy\.(\d+)$")


def check_log(look: Examination) -> Finding:
    """The size of the write-ahead log."""
    size = _size(wal_of(look.path))
    if size <= LARGE_LOG:
        return sound(f"The write-ahead log has {size / 1e6:,.1f} MB.")
    detail = f"The write-ahead log has grown to {size / 1e6:,.0f} MB, as a program has been reading for long."
    return Finding(1, detail, "Bring it into the file; close other programs if that does not help.")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def rebuild_log(look: Examination) -> None:
    """Bring the log into the file and empty it, unless a reader keeps it for more than a second."""
    with closing(look.database.connect()) as connection:
        connection.execute(f"PRAGMA busy_timeout = {_PATIENCE_MS}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def check_permissions(look: Examination) -> Finding:
    """Files of the store that others than their owner may read or write."""
    open_ones = _open_to_others(look.path)
    if not open_ones:
        return sound("Only its owner may read the store.")
    listed = ", ".join(path.name for path in open_ones[:3])
    file = counted(len(open_ones), "file", "files")
    return Finding(
        len(open_ones),
        f"Others may read or write {file} of the store ({listed}).",
        "Leave them to the owner only.",
    )


def _open_to_others(path: Path) -> list[Path]:
    if os.name == "nt":
        return []
    own = [path.with_name(f"{path.name}{ending}") for ending in ("", "-wal", "-shm", "-journal")]
    found = []
    copies = [item for item in copies_beside(path) if item.name.endswith(_COPY)]
    for item in (*own, *sidecars_of(path), *copies):
        try:
            if item.stat().st_mode & _FOREIGN:
                found.append(item)
        except OSError:
            continue
    return found


def rebuild_permissions(look: Examination) -> None:
    """Take the rights of others away. Raises OSError where that is refused."""
    for path in _open_to_others(look.path):
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_FOREIGN)


def check_leftovers(look: Examination) -> Finding:
    """Files that a program which was killed left behind, and copies of vectors that nothing reads any more."""
    left = _leftovers(look)
    if not left:
        return sound("Nothing was left behind beside the store.")
    listed = ", ".join(path.name for path in left[:3])
    detail = f"{counted(len(left), 'file was', 'files were')} left behind beside the store ({listed})."
    return Finding(len(left), detail, "Delete them; the store does not need them.")


def _leftovers(look: Examination) -> list[Path]:
    path = look.path
    with look.reading() as reading:
        state = current_model(reading.connection)
    kept = None if state is None else sidecar_path(path, state)
    found = []
    for item in sidecars_of(path):
        half = _HALF_WRITTEN.search(item.name)
        if item != kept and (half is None or not psutil.pid_exists(int(half[1]))):
            found.append(item)
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        names = []
    for name in names:
        item = path.with_name(name)
        unfinished = name.startswith(f".{path.name}.") and ".new" in name
        if unfinished and _is_old(item, now=look.now):
            found.append(item)
    return found


def _is_old(path: Path, *, now: int) -> bool:
    try:
        return round(path.stat().st_mtime * SECOND) < now - DAY
    except OSError:
        return False


def rebuild_leftovers(look: Examination) -> None:
    """Delete what was left behind. Raises OSError where that is refused."""
    for path in _leftovers(look):
        path.unlink(missing_ok=True)
