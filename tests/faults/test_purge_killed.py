"""kill -9 in the middle of a purge: no memory is half erased, the file is sound, and the rest can be purged again."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.engine.purge_histories import bytes_left
from tests.faults.soundness import check_file, check_journal

from engramma.engine import open_store

KILLS = int(os.environ.get("ENGRAMMA_TEST_PURGE_KILLS", "6"))
MEMORIES = 60
PURGE = """
import sys
from pathlib import Path
from engramma.engine import open_store
with open_store(Path(sys.argv[1])) as store:
    ids = [store.memories.resolve(name) for name in sys.argv[2].split(",")]
    print("begun", flush=True)
    store.purging.purge(ids)
    print("done", flush=True)
"""


def secret(number: int) -> str:
    """What a memory says."""
    return f"the vault code {number} is q{number:012d}xylophone"


def fill(path: Path) -> list[int]:
    """A store with secrets that were said, remembered and edited."""
    with open_store(path, create=True) as store:
        session_id = store.sessions.start("Codes")
        ids = []
        for number in range(MEMORIES):
            event_id = store.sessions.append(session_id, "tool", f"He said: {secret(number)}").event_id
            made = store.memories.remember(
                secret(number), session_id=session_id, event_id=event_id, quote=secret(number)
            )
            ids.append(made.id)
            if number % 2:
                store.memories.edit(made.id, f"{secret(number)}, he said")
        return ids


def killed_purge(path: Path, ids: list[int], *, after: float) -> None:
    """Purge in another process, and kill that one so many seconds after it began."""
    names = ",".join(f"M-{memory_id}" for memory_id in ids)
    process = subprocess.Popen(
        [sys.executable, "-c", PURGE, str(path), names], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(after)
        process.send_signal(signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(KILLS))
def test_a_killed_purge_leaves_whole_memories(store_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    ids = fill(store_path)
    killed_purge(store_path, ids, after=dice.choice((0.0, 0.05, 0.15, 0.3, 0.6, 1.2)))
    with open_store(store_path) as store:
        check_journal(store)
        left = [line.memory.id for line in store.memories.page(ids)]
        newest = next((item for item in store.history.recent() if item.kind == "purge"), None)
        gone = len(ids) - len(left)
        if gone:
            assert newest is not None
            assert str(gone) in newest.label or gone <= 2, "the history says how many were erased"
        said = {line.memory.id: line.memory.text for line in store.memories.page(left)}
        assert all(secret(ids.index(memory_id)) in text for memory_id, text in said.items()), "whole, or gone"
        if left:
            store.purging.purge(left)
        else:
            store.purging.finish()
        assert not store.purging.status().pending
    check_file(store_path)
    assert bytes_left(store_path, [secret(number) for number in range(MEMORIES)]) == []
