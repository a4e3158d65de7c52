"""Builds the sample store so that it ends today, and opens it; what a person changed in it is never built over."""

from __future__ import annotations

import logging
from pathlib import Path

from engramma.engine.memory_store import MemoryStore, open_store
from engramma.engine.sample.replay import Replay
from engramma.engine.sample.source import Calendar, load_source
from engramma.model.clock import Clock, FixedClock, SystemClock, to_local
from engramma.model.errors import StoreError
from engramma.model.operation import PERSON
from engramma.store.history import newest_sequence
from engramma.store.opening import read_meta, write_meta

log = logging.getLogger(__name__)

SAMPLE_NAME = "larkspur-shop"


def open_sample(folder: Path, *, clock: Clock | None = None, actor: str = PERSON) -> MemoryStore:
    """The sample store in `folder`: built when missing, built anew on a later day unless it was changed."""
    clock = clock or SystemClock()
    path = folder / f"{SAMPLE_NAME}.engramma"
    if path.exists() and not _is_outdated(path, clock=clock):
        return open_store(path, actor=actor, clock=clock)
    build_sample(path, clock=clock)
    return open_store(path, actor=actor, clock=clock)


def build_sample(path: Path, *, clock: Clock) -> None:
    """Write the sample to `path`, replacing what is there only when the new one is complete."""
    source = load_source()
    calendar = Calendar(source, now=clock.now())
    moving = FixedClock(calendar.at(-1000, "00:00"))
    unfinished = path.with_name(f".{path.name}.unfinished")
    _remove(unfinished)
    store = open_store(unfinished, actor="worker", clock=moving, create=True)
    try:
        Replay(store.workspace, moving, calendar).run(source)
        with store.workspace.database.read() as reading:
            newest = newest_sequence(reading)
        write_meta(store.workspace.database, "sample_day", to_local(clock.now()).date().isoformat())
        write_meta(store.workspace.database, "sample_sequence", str(newest))
    finally:
        store.close()
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    unfinished.replace(path)


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


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
