"""A store that one process opens twice keeps its locks: what other processes do meanwhile takes nothing away."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engramma.engine import open_store

COME_AND_GO = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(connection.execute("SELECT count(*) FROM memory").fetchone()[0])
connection.close()
"""


def count_elsewhere(path: Path) -> int:
    """How many memories another process sees, which opens the store and closes it."""
    done = subprocess.run(
        [sys.executable, "-c", COME_AND_GO, str(path)], capture_output=True, text=True, check=True
    )
    return int(done.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX drops locks with another handle")
def test_the_log_stays_while_it_is_open_here(store_path: Path) -> None:
    with open_store(store_path, create=True) as store:
        store.memories.remember("One.")
        open_store(store_path).close()
        assert count_elsewhere(store_path) == 1
        assert store_path.with_name(f"{store_path.name}-wal").exists(), "others think that nobody has it open"
        store.memories.remember("Two.")
        assert count_elsewhere(store_path) == 2
    assert count_elsewhere(store_path) == 2


def test_a_closed_one_is_looked_at_again(store_path: Path) -> None:
    from engramma.model.errors import NotAStoreError

    with open_store(store_path, create=True) as store:
        store.memories.remember("One.")
    store.close()
    store_path.write_bytes(b"no store any more")
    with pytest.raises(NotAStoreError):
        open_store(store_path)
