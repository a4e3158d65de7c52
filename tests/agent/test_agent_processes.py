"""What becomes of calls that are given up or cut off, of a server that idles, and of what is printed in one."""

from __future__ import annotations

import json
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.agent.raw_server import RawServer, eventually, store_argument

from engramma.engine import open_store

SLOW = 0.6
PROGRAM = (str(Path(__file__).with_name("slow_server.py")),)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "processes.engramma"
    with open_store(found, create=True) as store:
        store.memories.remember("The staging port is 8081.")
    return found


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """Is there once a slow call is under way."""
    return tmp_path / "mark"


@pytest.fixture
def server(path: Path, mark: Path) -> Iterator[RawServer]:
    slow = {"ENGRAMMA_TEST_SLOW": str(SLOW), "ENGRAMMA_TEST_MARK": str(mark)}
    with RawServer(*store_argument(path), program=PROGRAM, environment=slow) as made:
        made.greet()
        yield made


def wal_is_free(path: Path) -> bool:
    """Whether no reader keeps the write-ahead log from being emptied."""
    with sqlite3.connect(path) as connection:
        busy, _pages, _done = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    connection.close()
    return busy == 0 and path.with_name(f"{path.name}-wal").stat().st_size == 0


def test_given_up_cut_off_idle_and_noisy(server: RawServer, path: Path, mark: Path) -> None:
    assert server.call("get", memory="M-1")["text"] == "The staging port is 8081."

    read = server.begin("stats")
    assert eventually(mark.exists)
    server.tell("notifications/cancelled", {"requestId": read, "reason": "no longer wanted"})
    assert server.call("get", memory="M-1")["id"] == "M-1"
    mark.unlink()

    write = server.begin("remember", text="Deploys happen on Tuesdays.", tags=["slow"])
    assert eventually(mark.exists)
    server.tell("notifications/cancelled", {"requestId": write})
    with open_store(path) as person:
        assert eventually(lambda: person.statistics().total == 2), "what was begun is finished"
        assert person.memories.get(2).tags == ("slow",)
        assert [here.pid for here in person.agents.connected()] == [server.process.pid]
        for number in range(20):
            person.memories.remember(f"Step {number} of the release is written down.")
        assert eventually(lambda: wal_is_free(path), 5), "a server that idles keeps no reader open"
    mark.unlink()
    assert server.call("stats")["memories"] == 22
    mark.unlink()

    server.begin("remember", text="This is cut off.", tags=["stall"])
    assert eventually(mark.exists)
    server.kill()
    for line in server.lines:
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert server.errors.count(b"noise from Python") == 2
    assert server.errors.count(b"noise from below Python") == 2

    with open_store(path) as person:
        assert person.agents.connected() == ()
        assert person.statistics().total == 22
        assert person.search.count("cut") == 0
        failed = person.doctor.check(full=True).failed
        assert [check.name for check in failed] == ["leases"], (
            "what the dead one left; the next to come clears it"
        )
        person.memories.remember("Nothing holds the store.")


def test_one_that_is_told_to_leave_finishes_what_it_writes(server: RawServer, path: Path, mark: Path) -> None:
    server.begin("remember", text="Deploys happen on Tuesdays.", tags=["slow"])
    assert eventually(mark.exists)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(20) == 128 + signal.SIGINT, "though its input is still open"
    with open_store(path) as person:
        assert person.statistics().total == 2
        assert person.doctor.check().failed == ()


def test_one_whose_input_ends_finishes_what_it_writes(server: RawServer, path: Path, mark: Path) -> None:
    server.begin("remember", text="Deploys happen on Tuesdays.", tags=["slow"])
    assert eventually(mark.exists)
    server.begin("stats")
    assert server.end() == 0
    with open_store(path) as person:
        assert person.statistics().total == 2
        assert person.agents.connected() == ()
