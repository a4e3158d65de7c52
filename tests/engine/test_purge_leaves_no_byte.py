"""After a purge no byte of what was purged stands in the store, its log or its sidecars, whatever happened before."""

from __future__ import annotations

import os
import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.purge_histories import Life, bytes_left

from engramma.engine import open_store
from engramma.model.clock import FixedClock
from engramma.store.identity import normal_text

LIVES = int(os.environ.get("ENGRAMMA_TEST_PURGE_LIVES", "6"))


@pytest.mark.parametrize("seed", range(LIVES))
def test_nothing_is_left_after_any_life(
    store_path: Path, tmp_path: Path, frozen_clock: FixedClock, seed: int
) -> None:
    dice = random.Random(seed)
    (tmp_path / "files").mkdir()
    with open_store(store_path, clock=frozen_clock, create=True) as store:
        life = Life(store, dice, tmp_path / "files")
        life.live(dice.choice((12, 30, 60)))
        store.checkpoint()
        life.live(5)
        assert life.texts
        assert bytes_left(store_path, life.texts), "it is found while it is there"
        life.purge_all()
        assert not store.purging.status().pending
        assert bytes_left(store_path, life.texts) == []
        with store.workspace.database.read() as reading:
            assert reading.connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert reading.connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    assert bytes_left(store_path, life.texts) == []
    with open_store(store_path, clock=frozen_clock) as store:
        Life(store, random.Random(seed + 1_000), tmp_path / "files").live(15)
        assert bytes_left(store_path, life.texts) == [], "no undo and no redo brings it back"


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=3, max_size=400))
def test_any_text_is_gone(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    clean = normal_text(f"{text} q123456")
    path = tmp_path_factory.mktemp("any") / "store.engramma"
    with open_store(path, create=True) as store:
        session_id = store.sessions.start("Some talk")
        store.sessions.append(session_id, "user", f"He said {clean} today.")
        event_id = store.sessions.event_ids(session_id)[0]
        made = store.memories.remember(clean, session_id=session_id, event_id=event_id, quote=clean)
        store.memories.edit(made.id, f"{clean}, they say")
        store.purging.purge([made.id])
        said = store.sessions.events([event_id])[0].text
        assert len(said) == len(f"He said {clean} today.")
        assert said.startswith("He said ")
        assert said.endswith(" today.")
    assert bytes_left(path, ["q123456"]) == []


def test_other_connections_that_had_the_page_in_memory_do_not_bring_it_back(
    store_path: Path, frozen_clock: FixedClock
) -> None:
    secret = "the vault code is q777777xylophone"
    with open_store(store_path, clock=frozen_clock, create=True) as store:
        ids = [store.memories.remember(f"{secret} number {number}").id for number in range(40)]
        kept = [store.memories.remember(f"The depot opens at {number}.").id for number in range(40)]
        with open_store(store_path, clock=frozen_clock) as other:
            other.memories.page(kept)
            other.memories.pin(kept[:1])
            store.purging.purge(ids)
            other.memories.tag(kept, add=["seen"])
            other.memories.edit(kept[3], "The depot opens at three in the afternoon.")
            other.checkpoint()
        assert bytes_left(store_path, [secret]) == []
    connection = sqlite3.connect(store_path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
