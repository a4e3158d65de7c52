"""kill -9 at any moment: never corrupt, nothing acknowledged lost, nothing half applied."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from tests.engine.import_files import conversation
from tests.engine.store_picture import picture
from tests.faults.actors import Theatre, fill
from tests.faults.soundness import check_file, check_group, check_journal
from tests.faults.transcripts import write_transcript

from engramma.engine import open_store

MEGABYTES = int(os.environ.get("ENGRAMMA_TEST_IMPORT_MB", "25"))
KILLS = 20


@pytest.mark.slow
def test_a_large_import_is_killed_half_way(theatre: Theatre, store_path: Path, tmp_path: Path) -> None:
    source = write_transcript(tmp_path / "large.jsonl", megabytes=MEGABYTES)
    with open_store(store_path, create=True) as store:
        store.memories.remember("Before.")
        before = picture(store)
        importer = theatre.start("import", store_path, file=str(source))
        writer = theatre.start(
            "write", store_path, actor="agent:claude", count=10**6, name="agent", pause=0.01
        )
        while True:
            told = [what for what in importer.told() if "done" in what]
            if told and told[-1]["done"] > 0.75 * told[-1]["total"]:
                break
            assert importer.alive(), importer.told()[-1]
            time.sleep(0.005)
        writer.kill()
        importer.kill()
        written = writer.told()
        assert store.statistics().events == 0, "what is not done is not shown"
        assert len(written) > 5, "another process wrote meanwhile"
        hidden = store.path.stat().st_size
        assert hidden > MEGABYTES * 250_000, "it was killed too early to mean anything"
    print(f"longest wait of the other process: {max(what['seconds'] for what in written) * 1000:.0f} ms")
    begun = time.perf_counter()
    with open_store(store_path) as store:
        print(f"opened and rolled back in {time.perf_counter() - begun:.1f} s")
        check_journal(store)
        after = picture(store)
        for table, rows in before.items():
            assert rows.items() <= after[table].items(), table
        for table in ("session", "event", "import_source"):
            assert after[table] == before[table] == {}
        kept = {line["text"] for line in after["memory"].values()}
        assert {what["text"] for what in written} <= kept
        assert len(kept) - 1 <= len(written) + 1, "at most one more was written than acknowledged"
    check_file(store_path)


@pytest.mark.slow
def test_killed_at_random_moments(theatre: Theatre, store_path: Path, tmp_path: Path) -> None:
    talk = conversation(tmp_path / "talk.json", sessions=10, turns=40)
    fill(store_path)
    rng = random.Random(20_260_302)
    acknowledged = 0
    for number in range(KILLS):
        actor = theatre.start("torture", store_path, seed=number, file=str(talk))
        actor.wait_for("did")
        time.sleep(rng.random() * 0.25)
        actor.kill()
        told = actor.told()
        assert not any("problem" in what for what in told), told[-1]
        acknowledged += len(told)
        with open_store(store_path) as store:
            check_journal(store)
            check_group(store)
            check_acknowledged(store, told)
            assert store.statistics().events in (0, 400)
    check_file(store_path)
    assert acknowledged > KILLS


def check_acknowledged(store, told) -> None:  # type: ignore[no-untyped-def]
    """What was said to be kept or edited is in the history, even if it was undone since."""
    for what in told:
        if "id" in what:
            with store.workspace.database.read() as reading:
                row = reading.connection.exec_driver_sql(
                    "SELECT text FROM memory WHERE id = ?", (what["id"],)
                ).first()
            assert row is not None
            assert row.text == what["text"]
        if "edited" in what:
            with store.workspace.database.read() as reading:
                texts = reading.connection.exec_driver_sql(
                    "SELECT text FROM version WHERE memory_id = ?", (what["edited"],)
                ).scalars()
                assert what["text"] in set(texts)


def test_eight_processes_on_one_file(theatre: Theatre, store_path: Path) -> None:
    """The store does not exist yet: they also race to create it."""
    actors = [
        theatre.start("write", store_path, actor=f"agent:{number}", count=50, name=f"agent{number}")
        for number in range(8)
    ]
    for actor in actors:
        actor.join(seconds=100)
    texts = []
    for actor in actors:
        told = actor.told()
        assert not any("problem" in what for what in told), told[-1]["problem"]
        assert len(told) == 50
        texts += [what["text"] for what in told]
    with open_store(store_path) as store:
        check_journal(store)
        kept = [line.memory.text for line in store.memories.page(store.search.order("").ids)]
        assert sorted(kept) == sorted(texts)
        assert store.history.counts() == {f"agent:{number}": 50 for number in range(8)}
        ids = [what["id"] for actor in actors for what in actor.told()]
        assert len(set(ids)) == 400
        with store.workspace.database.read() as reading:
            sequence = list(
                reading.connection.exec_driver_sql("SELECT seq FROM operation ORDER BY id").scalars()
            )
        assert sequence == list(range(1, 401))
    check_file(store_path)


def test_a_bulk_change_of_ten_thousand_lets_others_write(theatre: Theatre, store_path: Path) -> None:
    fill(store_path)
    with open_store(store_path) as store:
        extra = [store.memories.remember(f"Fact {number}.").id for number in range(200)]
        writer = theatre.start(
            "write", store_path, actor="agent:claude", count=10**6, name="agent", pause=0.005
        )
        writer.wait_for("id")
        begun = len(writer.told())
        for _ in range(4):
            store.memories.change([*range(1, 601), *extra], importance=0.9, category="decision")
            store.history.undo()
        meanwhile = writer.told()[begun:]
        writer.kill()
        assert not any("problem" in what for what in meanwhile)
        assert len(meanwhile) > 5
        print(
            f"longest wait of the other process: {max(what['seconds'] for what in meanwhile) * 1000:.0f} ms"
        )
        check_journal(store)
    check_file(store_path)
