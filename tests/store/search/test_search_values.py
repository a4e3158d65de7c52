"""Values for completion, events in order, and zones: what the window asks for beside memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, timedelta, timezone

import pytest
from sqlalchemy import select
from tests.store.search.made_rows import HIDDEN, NOW, Row, made_store

from engramma.model.clock import HOUR, parse_iso
from engramma.model.policy import DEFAULT_POLICY
from engramma.model.search import parse
from engramma.store.database import Database
from engramma.store.search import compile_memories, order_event_ids, order_ids, value_counts
from engramma.store.tables import memory

Store = tuple[Database, list[Row]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    database, rows = made_store(tmp_path_factory.mktemp("values") / "rows.engramma", count=60)
    yield database, rows
    database.close()


@pytest.mark.parametrize(
    ("field", "prefix", "values"),
    [
        ("agent", "", {"shop-agent": 2, "Claude": 3}),
        ("agent", "CL", {"Claude": 3}),
        ("project", "l", {"Larkspur": 8}),
        ("session", "retr", {"Webhook retries": 1}),
        ("session", "größ", {"Größen": 2}),
        ("source", "n", {"notes.jsonl": 1}),
        ("actor", "agent", {"agent:claude": None}),
        ("speaker", "z", {"Zoë": 3}),
        ("speaker", "zz", {}),
        ("importance", "", {}),
    ],
)
def test_values_of_fields(store: Store, field: str, prefix: str, values: dict[str, int | None]) -> None:
    with store[0].read() as reading:
        assert dict(value_counts(reading.connection, field, prefix, hidden=HIDDEN)) == values


def test_tags_and_entities_come_with_their_counts(store: Store) -> None:
    with store[0].read() as reading:
        tags = value_counts(reading.connection, "tag", "pay", hidden=HIDDEN)
        entities = [
            name for name, _count in value_counts(reading.connection, "about", "check", hidden=HIDDEN)
        ]
        few = value_counts(reading.connection, "tag", "", hidden=HIDDEN, limit=2)
    assert {name for name, _count in tags} == {"payments", "pay-later"}
    assert [count for _name, count in tags] == sorted((count or 0 for _name, count in tags), reverse=True)
    # Tags of withdrawn memories count here: completion is about names, the facets about what is seen.
    seen = Counter(name for row in store[1] for name in row.tags)
    assert all((count or 0) >= seen[name] > 0 for name, count in tags)
    assert sorted(entities) == ["Checkout", "checkout"]
    assert len(few) == 2


def test_events_come_by_session_and_turn(store: Store) -> None:
    with store[0].read() as reading:
        given = order_event_ids(reading.connection, parse(""), now=NOW, policy=DEFAULT_POLICY, hidden=HIDDEN)
        first = order_event_ids(
            reading.connection, parse(""), now=NOW, policy=DEFAULT_POLICY, hidden=HIDDEN, limit=2
        )
    assert given.ids.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]
    assert given.total_known
    assert first.ids.tolist() == [1, 2]
    assert not first.total_known


def test_limits_say_whether_there_is_more(store: Store) -> None:
    with store[0].read() as reading:
        for text in ("", "a", "is:pinned", "pay"):
            everything = order_ids(
                reading.connection, parse(text), now=NOW, policy=DEFAULT_POLICY, hidden=HIDDEN
            )
            size = len(everything.ids)
            cut = order_ids(
                reading.connection, parse(text), now=NOW, policy=DEFAULT_POLICY, hidden=HIDDEN, limit=size
            )
            less = order_ids(
                reading.connection, parse(text), now=NOW, policy=DEFAULT_POLICY, hidden=HIDDEN, limit=size - 1
            )
            assert cut.ids.tolist() == everything.ids.tolist()
            assert not less.total_known
            assert less.ids.tolist() == everything.ids.tolist()[:-1]


def test_days_are_days_of_the_zone(store: Store) -> None:
    """At 10:30 UTC it is already the 16th fourteen hours further east, and still the 14th twelve hours west."""
    rows = store[1]
    for hours, day in ((0, "2026-09-15"), (14, "2026-09-16"), (-12, "2026-09-14")):
        zone = timezone(timedelta(hours=hours)) if hours else UTC
        midnight = parse_iso(f"{day}T00:00:00Z") - hours * HOUR
        wanted = {row.id for row in rows if midnight <= row.created_at < midnight + 24 * HOUR}
        for text in ("created:today state:any", f"created:{day} state:any"):
            clause = compile_memories(parse(text), now=NOW, policy=DEFAULT_POLICY, tz=zone, hidden=HIDDEN)
            with store[0].read() as reading:
                found = set(
                    reading.connection.scalars(
                        select(memory.c.id).where(
                            memory.c.removed == 0, memory.c.born_op.not_in(HIDDEN), clause
                        )
                    )
                )
            assert found == wanted, (text, hours)
