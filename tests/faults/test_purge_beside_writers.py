"""Purges while other processes write, edit, undo and read: the file stays sound, no line is lost, no byte is left."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.engine.purge_histories import bytes_left
from tests.faults.soundness import check_file, check_journal

from engramma.engine import open_store

SECONDS = float(os.environ.get("ENGRAMMA_TEST_PURGE_SECONDS", "4"))
OTHER = """
import random, sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.errors import EngrammaError
from engramma.model.operation import Take
path, name, stop = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
dice = random.Random(name)
words = [f"w{n}" for n in range(5000)]
kept = {}
with open_store(path, actor=f"agent:{name}") as store:
    print("ready", flush=True)
    while not stop.exists():
        text = f"{name} {len(kept)} " + " ".join(dice.choices(words, k=dice.choice((3, 30, 700))))
        made = store.memories.remember(text)
        kept[made.id] = text
        if dice.random() < 0.5:
            one = dice.choice(list(kept))
            kept[one] = f"{kept[one]} and {dice.choice(words)} x{len(kept)}"
            store.memories.edit(one, kept[one])
        if dice.random() < 0.2:
            store.search.order("w1").ids
            store.memories.page(list(kept)[-20:])
        if dice.random() < 0.1:
            store.checkpoint()
    wrong = [i for i, text in kept.items() if store.memories.get(i).text != text]
    print("wrong", wrong, "of", len(kept), flush=True)
"""


@pytest.mark.slow
def test_it_works_beside_others(store_path: Path, tmp_path: Path) -> None:
    stop = tmp_path / "stop"
    with open_store(store_path, create=True) as store:
        store.memories.remember("The first one.")
        others = [
            subprocess.Popen(
                [sys.executable, "-c", OTHER, str(store_path), name, str(stop)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in ("ada", "ben")
        ]
        try:
            for other in others:
                assert other.stdout is not None
                assert other.stdout.readline() == "ready\n"
            secrets: list[str] = []
            until = time.monotonic() + SECONDS
            while time.monotonic() < until:
                ids = []
                for _ in range(5):
                    secrets.append(f"vault q{len(secrets):012d}xylophone {'long ' * (len(secrets) % 400)}")
                    ids.append(store.memories.remember(secrets[-1]).id)
                store.memories.tag(ids, add=["vault"])
                store.memories.edit(ids[0], f"{secrets[-5]} edited")
                store.purging.purge(ids)
        finally:
            stop.touch()
            told = [other.stdout.readline().split() for other in others if other.stdout is not None]
            for other in others:
                with other:
                    other.wait(30)
        for line in told:
            assert line[:2] == ["wrong", "[]"], line
            assert int(line[-1]) > 0
        assert not store.purging.finish().pending
        check_journal(store)
    check_file(store_path)
    assert bytes_left(store_path, secrets) == []
