"""Builds the sample store so that it ends today, and opens it; what a person changed in it is never built over."""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path

from engramma.engine.memory_store import MemoryStore, open_store
from engramma.engine.sample.replay import Replay
from engramma.engine.sample.source import Calendar, load_source
from engramma.model.clock import Clock, FixedClock, SystemClock, to_local
from engramma.model.errors import StoreError
from engramma.model.operation import PERSON
from engramma.store.history import newest_sequence
from engramma.store.opening import let_go_of_wal, read_meta, write_meta

log = logging.getLogger(__name__)

SAMPLE_NAME = "larkspur-shop"


def open_sample(folder: Path, *, clock: Clock | None = None, actor: str = PERSON) -> MemoryStore:
    """The sample store in `folder`: built when missing, built anew on a later day unless it was changed."""
    clock = clock or SystemClock()
    path = folder / f"{SAMPLE_NAME}.engramma"
    if not path.exists() or _is_outdated(path, clock=clock):
        build_sample(path, clock=clock)
    return open_store(path, actor=actor, clock=clock)


def is_sample(store: MemoryStore) -> bool:
    """Whether this store is the sample, whatever became of it since."""
    return read_meta(store.workspace.database, "sample_day") is not None


def build_sample(path: Path, *, clock: Clock) -> None:
    """Write the sample to `path`; what is there is replaced when the new one is complete, unless it is open.

    Raises StoreError when the folder cannot be written.
    """
    if not _may_be_replaced(path):
        return
    source = load_source()
    calendar = Calendar(source, now=clock.now())
    moving = FixedClock(calendar.at(-1000, "00:00"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".sample-", dir=path.parent) as folder:
            unfinished = Path(folder) / path.name
            with open_store(unfinished, actor="worker", clock=moving, create=True) as store:
                Replay(store.workspace, moving, calendar).run(source)
                with store.workspace.database.read() as reading:
                    newest = newest_sequence(reading)
                write_meta(store.workspace.database, "sample_day", to_local(clock.now()).date().isoformat())
                write_meta(store.workspace.database, "sample_sequence", str(newest))
            if _may_be_replaced(path):
                unfinished.replace(path)
    except OSError as error:
        raise StoreError(
            f"The sample cannot be written to {path.parent}.", hint="Is there space, and may you write there?"
        ) from error


def _may_be_replaced(path: Path) -> bool:
    """Whether nobody has the sample open. One that is damaged is put aside."""
    if not path.exists():
        return True
    try:
        return let_go_of_wal(path)
    except StoreError:
        for ending in ("", "-wal", "-shm"):
            part = path.with_name(path.name + ending)
            if part.exists():
                part.replace(part.with_name(f"{part.name}.damaged"))
        return True


def _is_outdated(path: Path, *, clock: Clock) -> bool:
    try:
        with open_store(path, clock=clock) as store:
            database = store.workspace.database
            day, sequence = read_meta(database, "sample_day"), read_meta(database, "sample_sequence")
            with database.read() as reading:
                changed = str(newest_sequence(reading)) != sequence
    except StoreError as problem:
        log.info("the sample at %s cannot be used and is built anew: %s", path.name, problem)
        return True
    return not changed and day != to_local(clock.now()).date().isoformat()
