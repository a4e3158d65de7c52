"""Freeing bytes: unused parts of pages are zeroed, everything that is used stays as it is."""

from __future__ import annotations

import random
import sqlite3
import subprocess
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock
from engramma.store.purging.emptying import empty_fulltext, fulltext_names, segments
from engramma.store.purging.scrubbing import log_is_empty, scrub_part, truncate_log, unused_spans


def raw(path: Path) -> bytes:
    """The bytes of a file, read by another process: closing it here would drop SQLite's locks."""
    return subprocess.run(["cat", str(path)], capture_output=True, check=True).stdout


def content(path: Path) -> list[str]:
    """Everything that the file says, as SQL."""
    connection = sqlite3.connect(path)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


@pytest.fixture
def busy_store(store_path: Path, frozen_clock: FixedClock) -> MemoryStore:
    """A store whose pages were split, merged and freed many times."""
    dice = random.Random(1)
    store = open_store(store_path, clock=frozen_clock, create=True)
    ids = []
    for number in range(120):
        text = " ".join(f"word{dice.randrange(4_000)}" for _ in range(dice.choice((4, 40, 500))))
        ids.append(store.memories.remember(f"{number} {text}").id)
        if number % 3:
            text = " ".join(f"word{dice.randrange(4_000)}" for _ in range(dice.choice((4, 900))))
            store.memories.edit(dice.choice(ids), text)
    return store


def unused_bytes(data: bytes) -> int:
    """How many bytes of unused parts of pages are not zero."""
    size = int.from_bytes(data[16:18], "big")
    size = 65_536 if size == 1 else size
    return sum(
        len(data[place + start : place + end].replace(b"\x00", b""))
        for place in range(0, len(data), size)
        for start, end in unused_spans(data[place : place + size], header=100 if place == 0 else 0)
    )


def test_only_what_holds_nothing_is_zeroed(busy_store: MemoryStore) -> None:
    database = busy_store.workspace.database
    assert truncate_log(database)
    before = content(busy_store.path)
    assert unused_bytes(raw(busy_store.path)) > 0, "there is something to do"
    first = 0
    while True:
        part = scrub_part(database, first=first, count=50)
        if part is None:
            assert truncate_log(database)
            continue
        first += 50
        if part.whole:
            break
    assert truncate_log(database)
    assert unused_bytes(raw(busy_store.path)) == 0
    after = content(busy_store.path)
    assert [line for line in after if "erasure_scrubbed" not in line] == before
    connection = sqlite3.connect(busy_store.path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    busy_store.close()


def test_it_refuses_while_the_log_has_something(busy_store: MemoryStore) -> None:
    database = busy_store.workspace.database
    busy_store.memories.remember("One more.")
    assert not log_is_empty(database)
    before = raw(busy_store.path)
    assert scrub_part(database, first=0) is None
    assert raw(busy_store.path) == before
    busy_store.close()


@pytest.mark.parametrize("kind", [0x00, 0x01, 0x42, 0xFF])
def test_pages_of_other_kinds_are_left_alone(kind: int) -> None:
    assert unused_spans(bytes([kind]) + bytes(4095)) == []


def test_pages_that_make_no_sense_are_left_alone() -> None:
    dice = random.Random(3)
    for _ in range(500):
        page = bytearray(dice.randbytes(512))
        page[0] = dice.choice((2, 5, 10, 13))
        for start, end in unused_spans(bytes(page)):
            assert 8 <= start <= end <= 512


def test_the_full_text_is_one_segment_afterwards_and_still_finds(busy_store: MemoryStore) -> None:
    database = busy_store.workspace.database
    with database.read() as reading:
        names = fulltext_names(reading.connection)
    assert {"memory_words", "memory_trigrams", "event_words"} <= set(names)
    looks: list[int] = []
    empty_fulltext(database, look=lambda: looks.append(1))
    assert len(looks) > len(names)
    with database.read() as reading:
        assert all(segments(reading.connection, name) <= 1 for name in names)
    assert busy_store.search.count("119") >= 1
    busy_store.close()


def test_secure_delete_is_on_for_every_writer(busy_store: MemoryStore) -> None:
    with busy_store.workspace.database.write() as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1
    busy_store.close()
