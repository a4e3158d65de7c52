"""The write-ahead log is emptied when it has grown and nobody reads; nobody is made to wait for it."""

from __future__ import annotations

from pathlib import Path

from engramma.engine import open_store
from engramma.store.database import wal_of


def test_it_is_emptied_between_readings_and_left_alone_during_one(tmp_path: Path) -> None:
    path = tmp_path / "log.engramma"
    with open_store(path, create=True) as store, open_store(path) as reader:
        store.memories.remember("The courier comes at noon.")
        size = wal_of(path).stat().st_size
        assert size > 0
        assert not store.empty_log(above=size), "it is not too large"

        with reader.workspace.database.read():
            store.memories.remember("The courier comes at two.")
            assert not store.empty_log(above=size - 1), "somebody reads"
            assert reader.statistics().total == 2
        assert store.empty_log(above=size - 1)
        assert wal_of(path).stat().st_size == 0
        store.memories.remember("The courier comes at four.")
        assert reader.statistics().total == 3

    with open_store(path, read_only=True) as seen:
        assert not seen.empty_log(above=0)
