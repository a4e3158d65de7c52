"""Erasing that has to wait: while somebody reads, the store remembers it, and it is finished at the next occasion."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.engine.purge_histories import bytes_left

from engramma.engine import MemoryStore, open_store

SECRET = "the vault code is q777777xylophone"
READER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM memory").fetchone()
print("reading", flush=True)
sys.stdin.readline()
"""


@contextmanager
def somebody_reads(path: Path) -> Iterator[None]:
    """Another process holds a read transaction."""
    process = subprocess.Popen(
        [sys.executable, "-c", READER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "reading\n"
        yield
        process.stdin.write("\n")
        process.stdin.close()


def is_remembered(path: Path) -> bool:
    """Whether the store itself says that something waits, seen from another process."""
    program = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])"
    query = "SELECT count(*) FROM meta WHERE name = 'erasure_pending'"
    done = subprocess.run(
        [sys.executable, "-c", program, str(path), query], capture_output=True, text=True, check=True
    )
    return done.stdout.strip() == "1"


def test_it_waits_for_a_reader_and_says_so(store: MemoryStore, store_path: Path) -> None:
    memory_id = store.memories.remember(SECRET).id
    with somebody_reads(store_path):
        done = store.purging.purge([memory_id])
        assert done.memory_ids == (memory_id,)
        assert done.status.pending
        assert done.status.since == store.clock.now()
        assert "reading" in done.status.reason
        assert bytes_left(store_path, [SECRET])
        assert store.purging.status().pending
        assert store.purging.finish(seconds=0.2).pending
    assert not store.purging.finish().pending
    assert bytes_left(store_path, [SECRET]) == []
    assert store.purging.status().since is None


def test_the_next_who_opens_the_store_finishes_it(store_path: Path) -> None:
    with open_store(store_path, create=True) as store:
        memory_id = store.memories.remember(SECRET).id
        with somebody_reads(store_path):
            store.purging.purge([memory_id])
            store.workspace.journal.close()
            store.workspace.database.close()
    assert is_remembered(store_path)
    with open_store(store_path) as store:
        assert not store.purging.status().pending
    assert bytes_left(store_path, [SECRET]) == []


def test_closing_finishes_it(store_path: Path) -> None:
    with open_store(store_path, create=True) as store:
        memory_id = store.memories.remember(SECRET).id
        with somebody_reads(store_path):
            store.purging.purge([memory_id])
        assert is_remembered(store_path)
    assert not is_remembered(store_path)
    assert bytes_left(store_path, [SECRET]) == []


def test_a_later_purge_is_not_forgotten_with_an_earlier_one(store: MemoryStore, store_path: Path) -> None:
    first, second = (store.memories.remember(f"{SECRET}{number}").id for number in (1, 2))
    with somebody_reads(store_path):
        store.purging.purge([first])
        store.purging.purge([second])
        assert store.purging.status().pending
    store.recover()
    assert not store.purging.status().pending
    assert bytes_left(store_path, [f"{SECRET}1", f"{SECRET}2"]) == []


def test_a_pass_finishes_it(store: MemoryStore, store_path: Path) -> None:
    memory_id = store.memories.remember(SECRET).id
    with somebody_reads(store_path):
        store.purging.purge([memory_id])
    store.consolidation.run()
    assert not store.purging.status().pending
