"""Checked copies of a store: where a person wants one, and one a day of which the newest are kept.

Restoring is opening: a copy is a store like any other. Nothing here reads or changes what is in the store.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from engramma.engine.backup_plan import KEEP
from engramma.engine.home import backups_folder
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY, to_local
from engramma.model.errors import InvalidValueError, StoreError
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.backup import BackupReport, back_up, sweep_unfinished
from engramma.store.database import wal_of
from engramma.store.opening import read_meta

SUFFIX = ".engramma"
_SAMPLE_MARK = "sample_day"
_DIGITS = 8


def make_backup(
    workspace: Workspace,
    path: Path,
    *,
    force: bool = False,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> BackupReport:
    """Write a checked copy to `path`. Raises StoreError, Cancelled; nothing is left at `path` then."""
    return back_up(
        workspace.database, path.expanduser().absolute(), force=force, report=report, cancel=cancel
    )


def keep_backups(
    workspace: Workspace,
    folder: Path | None = None,
    *,
    keep: int = KEEP,
    report: Report = silent,
    cancel: CancelToken | None = None,
) -> BackupReport | None:
    """Make today's copy in `folder`, by default the one in the home, if it lacks; keep the newest `keep`.

    None when today's is there, or the store is the sample. Older copies of this store are deleted only after the new
    one was checked; copies of other stores, and files of other names, are left alone. What killed backups left
    there and beside the store goes after a day. Raises StoreError, Cancelled.
    """
    if keep < 1:
        raise InvalidValueError("At least one backup is kept.")
    if read_meta(workspace.database, _SAMPLE_MARK) is not None:
        return None
    place = backups_folder() if folder is None else folder
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"The folder {place} cannot be made.", hint="Choose another for backups.") from error
    today = to_local(workspace.clock.now()).date().isoformat()
    target = place / f"{_stem(workspace)}-{today}{SUFFIX}"
    made = None
    if not target.exists():
        try:
            made = back_up(workspace.database, target, report=report, cancel=cancel)
        except StoreError:
            # Another program may have made it meanwhile.
            if not target.exists():
                raise
    yesterday, store = workspace.clock.now() - DAY, workspace.database.path
    sweep_unfinished(place, of="", before=yesterday)
    sweep_unfinished(store.parent, of=store.stem, before=yesterday)
    _let_go_of_older(workspace, place, keep=keep)
    return made


def kept_backups(workspace: Workspace, folder: Path | None = None) -> tuple[Path, ...]:
    """The daily copies of this store, newest first; a purge names them, as they hold what it erases."""
    place = backups_folder() if folder is None else folder
    wanted = re.compile(re.escape(_stem(workspace)) + r"-\d{4}-\d\d-\d\d" + re.escape(SUFFIX))
    try:
        names = os.listdir(place)
    except OSError:
        return ()
    return tuple(place / name for name in sorted(names, reverse=True) if wanted.fullmatch(name))


def _let_go_of_older(workspace: Workspace, place: Path, *, keep: int) -> None:
    for path in kept_backups(workspace, place)[keep:]:
        # One with a log beside it is open somewhere; it goes another day.
        if not wal_of(path).exists():
            path.unlink(missing_ok=True)


def _stem(workspace: Workspace) -> str:
    """The store's name and what tells it from one of the same name elsewhere."""
    path = workspace.database.path
    told = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:_DIGITS]
    return f"{path.stem}-{told}"
