"""Kills processes at random moments while they and others write, and checks the store after each kill.

    python -m tests.benchmarks.kill_torture --kills 500

A second process keeps writing all the while; every fifth time the next one is let loose before anybody has looked, so
that recovery itself is killed, too. Any harm ends the run with an AssertionError.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from pathlib import Path

from tests.engine.import_files import conversation
from tests.faults.actors import Theatre, fill
from tests.faults.soundness import check_file, check_group, check_journal

from engramma.engine import open_store


def torture(folder: Path, *, kills: int, seed: int) -> dict[str, float]:
    """Figures of a run without harm."""
    path = folder / "tortured.engramma"
    talk = conversation(folder / "talk.json", sessions=10, turns=40)
    fill(path)
    rng = random.Random(seed)
    theatre = Theatre(folder)
    acknowledged = rolled_back = 0
    waits: list[float] = []
    begun = time.perf_counter()
    try:
        writer = theatre.start("write", path, actor="agent:beside", count=10**9, name="beside", pause=0.02)
        for number in range(kills):
            actor = theatre.start("torture", path, seed=seed * 100_000 + number, file=str(talk))
            if rng.random() < 0.8:
                actor.wait_for("did")
            time.sleep(rng.random() * 0.3)
            actor.kill()
            told = actor.told()
            assert not any("problem" in what for what in told), told[-1]["problem"]
            acknowledged += sum("did" in what for what in told)
            if rng.random() < 0.2:
                continue
            with open_store(path) as store:
                check_journal(store)
                check_group(store)
                assert store.statistics().events in (0, 400)
                for what in told:
                    if "id" in what:
                        _check_kept(store, what)
            if number % 50 == 49:
                check_file(path)
                print(
                    f"{number + 1} kills, {acknowledged} acknowledged, {time.perf_counter() - begun:.0f} s",
                    flush=True,
                )
        writer.kill()
        beside = writer.told()
        assert not any("problem" in what for what in beside), beside[-1]
        waits = [what["seconds"] for what in beside]
        with open_store(path) as store:
            check_journal(store)
            check_group(store)
            for what in beside:
                _check_kept(store, what)
            with store.workspace.database.read() as reading:
                rolled_back = reading.connection.exec_driver_sql(
                    "SELECT count(*) FROM operation WHERE status = 'rolled_back'"
                ).scalar_one()
        check_file(path)
    finally:
        theatre.close()
    return {
        "kills": kills,
        "acknowledged operations": acknowledged,
        "of the process beside": len(waits),
        "rolled back": rolled_back,
        "longest wait of the process beside (s)": round(max(waits), 3),
        "seconds": round(time.perf_counter() - begun, 1),
    }


def _check_kept(store, what) -> None:  # type: ignore[no-untyped-def]
    with store.workspace.database.read() as reading:
        text = reading.connection.exec_driver_sql(
            "SELECT text FROM memory WHERE id = ?", (what["id"],)
        ).scalar()
    assert text == what["text"], f"{what} was acknowledged and is lost"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = torture(Path(folder), kills=given.kills, seed=given.seed)
    for name, value in figures.items():
        print(f"{name:42}{value:>12,}")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
