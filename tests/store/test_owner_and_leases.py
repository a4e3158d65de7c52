"""Who is alive, and what only one may do at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.errors import StoreBusyError, StoreError
from engramma.store import owner
from engramma.store.database import Database
from engramma.store.leases import held_lease
from engramma.store.tables import lease


@pytest.fixture
def database(store_path: Path) -> Database:
    store = open_store(store_path, create=True)
    yield store.workspace.database
    store.close()


def held_by(database: Database, name: str, holder: str) -> None:
    with database.write() as connection:
        connection.execute(lease.insert().values(name=name, owner=holder, taken_at=0))


def leases(database: Database) -> list[str]:
    with database.read() as reading:
        return list(reading.connection.scalars(lease.select().with_only_columns(lease.c.name)))


def test_this_process_lives_and_a_later_one_with_its_pid_is_another() -> None:
    assert owner.is_alive(owner.own_name())
    pid, _, start = owner.own_name().partition(":")
    assert int(pid) == os.getpid()
    assert not owner.is_alive(f"{pid}:{start}9")
    assert not owner.is_alive(f"{pid}:")


@pytest.mark.parametrize("name", ["", "x", "1e9:2", "-5:1", "999999999:1", f"{10**30}:1"])
def test_nonsense_is_dead(name: str) -> None:
    assert not owner.is_alive(name)


def test_an_ended_process_is_dead_even_before_it_is_buried() -> None:
    source = "import sys; from engramma.store.owner import own_name; print(own_name(), flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        name = child.stdout.readline().strip()
        assert owner.is_alive(name)
        child.kill()
        for _ in range(200):
            if psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE:
                break
            time.sleep(0.01)
        assert psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE
        assert not owner.is_alive(name)
    assert not owner.is_alive(name)


@pytest.mark.skipif(sys.platform != "linux", reason="the wall clock gives the start elsewhere")
def test_a_name_does_not_depend_on_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    name = owner.own_name()
    monkeypatch.setattr(psutil.Process, "create_time", lambda _self: 12345.0)
    assert owner.is_alive(name)


def test_a_lease_is_held_for_the_block_only(database: Database) -> None:
    with held_lease(database, "import", at=1, what="Another import"):
        assert leases(database) == ["import"]
        with (
            pytest.raises(StoreBusyError, match=r"Another import is running already. Wait"),
            held_lease(database, "import", at=2, what="Another import"),
        ):
            pass
        assert leases(database) == ["import"], "the one who was refused must not give back what another holds"
        with held_lease(database, "pass", at=3, what="A pass"):
            assert sorted(leases(database)) == ["import", "pass"]
    assert leases(database) == []


def test_a_lease_is_given_back_when_the_work_fails(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), held_lease(database, "import", at=1, what="Another import"):
        raise ZeroDivisionError
    assert leases(database) == []


def test_the_lease_of_a_dead_process_is_taken_over(database: Database) -> None:
    held_by(database, "import", "1234567:gone")
    with held_lease(database, "import", at=1, what="Another import"):
        pass
    assert leases(database) == []


def test_the_lease_of_a_living_process_is_respected(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    held_by(database, "import", f"{os.getppid()}:{owner._start(os.getppid())}")
    with pytest.raises(StoreBusyError), held_lease(database, "import", at=1, what="Another import"):
        pass
    assert leases(database) == ["import"]


def test_a_lease_that_could_not_be_given_back_does_not_lock_its_own_process_out(
    store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: MemoryStore = open_store(store_path, create=True)
    database = store.workspace.database
    with pytest.raises(StoreError, match="is closed"), held_lease(database, "import", at=1, what="x"):
        database.close()
    with open_store(store_path) as again:
        assert leases(again.workspace.database) == ["import"]
        with held_lease(again.workspace.database, "import", at=2, what="x"):
            pass
        assert leases(again.workspace.database) == []
