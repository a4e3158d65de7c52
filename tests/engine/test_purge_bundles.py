"""Bundles made before an erasure: they do not bring back what was erased, unless a person asks for both."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, select

from engramma.engine import MemoryStore, open_store
from engramma.engine.links import link
from engramma.model.clock import DAY, FixedClock
from engramma.model.transfer import CollisionPolicy
from engramma.store.tables import event

SECRET = "The vault code of the Larkspur depot is 7731-xylophone."


def texts(store: MemoryStore) -> list[str]:
    """What the store's memories say."""
    return [line.memory.text for line in store.memories.page(range(1, 20))]


def test_a_purged_memory_does_not_come_back(store: MemoryStore, tmp_path: Path) -> None:
    secret = store.memories.remember(SECRET, tags=["vault"]).id
    other = store.memories.remember("The depot opens at nine.").id
    link(store.workspace, other, secret)
    later = store.memories.correct(secret, "The vault of the depot has no code.").id
    bundle = tmp_path / "before.engramma-bundle"
    store.transfer.export(bundle)
    store.purging.purge([secret])
    report = store.transfer.import_files([bundle])
    assert SECRET not in texts(store)
    assert report.files[0].error == ""
    assert store.memories.get(later).state == "active"
    store.transfer.import_files([bundle], policy=CollisionPolicy.BOTH)
    assert SECRET in texts(store), "a person may have it back"


def test_nor_does_it_into_a_store_where_the_others_are_new(
    store: MemoryStore, tmp_path: Path, clock: FixedClock
) -> None:
    with open_store(tmp_path / "source.engramma", clock=clock, create=True) as source:
        secret = source.memories.remember(SECRET, tags=["vault"]).id
        other = source.memories.remember("The depot opens at nine.").id
        link(source.workspace, other, secret)
        source.memories.correct(secret, "The vault of the depot has no code.")
        bundle = tmp_path / "other.engramma-bundle"
        source.transfer.export(bundle)
    store.purging.purge([store.memories.remember(SECRET).id])
    store.transfer.import_files([bundle])
    assert sorted(texts(store)) == ["The depot opens at nine.", "The vault of the depot has no code."]


def test_expired_turns_do_not_come_back(store: MemoryStore, tmp_path: Path, clock: FixedClock) -> None:
    session_id = store.sessions.start("API work")
    store.sessions.append(session_id, "user", "Remember: the API listens on port 8443.")
    store.sessions.end(session_id)
    bundle = tmp_path / "before.engramma-bundle"
    store.transfer.export(bundle)
    clock.advance(31 * DAY)
    store.purging.expire_session(session_id)
    store.transfer.import_files([bundle])
    with store.workspace.database.read() as reading:
        assert reading.connection.scalar(select(func.count()).select_from(event)) == 0
