"""Tables refuse what the model does not know, and the queries that must be fast use their indexes."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.store.query_plans import plans, scans

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict, propose
from engramma.model.clock import DAY, FixedClock
from engramma.model.search import Sort, SortKey
from engramma.store.tables import conflict, metadata, operation, proposal, provenance

GOOD = {
    "id": 999,
    "uid": "01M0000000000000000000000A",
    "text": "Text.",
    "kind": "semantic",
    "tier": "short_term",
    "category": "fact",
    "importance": 0.5,
    "created_at": 1,
    "updated_at": 1,
    "content_key": b"k",
    "t0": 1,
    "born_op": 1,
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> MemoryStore:
    """A few hundred memories, so that the planner has something to choose between."""
    path = tmp_path_factory.mktemp("schema") / "s.engramma"
    clock = FixedClock(1_790_000_000_000_000)
    with open_store(path, clock=clock, create=True) as made:
        ids = []
        for number in range(120):
            clock.advance(DAY // 8)
            ids.append(made.memories.remember(f"Fact {number}.", tags=[f"tag{number % 7}"]).id)
        made.memories.pin(ids[:5])
        made.memories.trash(ids[5:9])
        record_recall(made.workspace, "what?", ids[10:20])
        mark_conflict(made.workspace, ids[30], ids[31], what="number", stakes="high", detail="")
        propose(made.workspace, ids[40:42], step_name="merge", action="merge", reason="alike")
        yield made


def insert(path: Path, **changed: object) -> None:
    row = {**GOOD, **changed}
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = ON")
    try:
        connection.execute(
            f"INSERT INTO memory ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values())
        )
    finally:
        connection.rollback()
        connection.close()


def test_a_good_row_is_taken(store: MemoryStore) -> None:
    insert(store.path)


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "sensory"},
        {"tier": "sensory"},
        {"category": "gossip"},
        {"state": "dormant"},
        {"pinned": 2},
        {"removed": 5},
        {"importance": 1.01},
        {"importance": -0.01},
        {"importance": "high"},
        {"text": ""},
        {"text": None},
        {"version": 0},
        {"created_at": "yesterday"},
        {"created_at": 1.5},
        {"time_quality": "guessed"},
        {"born_op": 10**6},
        {"session_id": 10**6},
        {"superseded_by": 10**6},
        {"uid": None},
    ],
)
def test_a_bad_row_is_refused(store: MemoryStore, changed: dict[str, object]) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        insert(store.path, **changed)


def test_every_table_is_strict(store: MemoryStore) -> None:
    connection = sqlite3.connect(store.path)
    strict = {
        name: strict
        for _schema, name, kind, _columns, _without, strict in connection.execute("PRAGMA table_list")
        if kind == "table"
    }
    connection.close()
    assert {name for name in metadata.tables if not strict[name]} == set()


def test_every_foreign_key_has_an_index(store: MemoryStore) -> None:
    """A deletion looks for rows that refer to it: without an index that is a walk through a table for each row."""
    never_deleted = {"consolidation_pass", "embedding_model"}
    lacking = []
    for table in metadata.tables.values():
        leading = {next(iter(index.columns)).name for index in table.indexes}
        leading |= {next(iter(table.primary_key.columns)).name}
        if table.name in never_deleted:
            continue
        for column in table.c:
            targets = {key.column.table.name for key in column.foreign_keys} - never_deleted
            if targets and column.name not in leading:
                lacking.append(f"{table.name}.{column.name}")
    assert lacking == []


@pytest.mark.parametrize(
    ("what", "call", "index"),
    [
        ("newest first", lambda s: s.search.order(""), "ix_memory_created_at"),
        (
            "by importance",
            lambda s: s.search.order("", sort=Sort(SortKey.IMPORTANCE)),
            "ix_memory_importance",
        ),
        ("by recalls", lambda s: s.search.order("", sort=Sort(SortKey.RECALLS)), "ix_memory_recalls"),
        ("by fading", lambda s: s.search.order("", sort=Sort(SortKey.FADES)), "ix_memory_fades_at"),
        (
            "deleted equal statements",
            lambda s: s.acting_as("agent:x").memories.remember("New."),
            "content_key",
        ),
        ("facets", lambda s: s.search.facets(""), "ix_memory_facets"),
        ("history of an actor", lambda s: s.history.recent(actor="person"), "ix_operation_actor_at"),
        ("what undo would do", lambda s: s.history.undo_label(), "ix_operation_actor_at"),
        ("equal statements", lambda s: s.memories.remember("Fact 3."), "ix_memory_content_key"),
        ("segments", lambda s: s.memories.page([1, 2, 3]), "ix_segment_memory_t0"),
        ("tags", lambda s: s.memories.page([1, 2, 3]), "ix_tag_memory_name"),
        ("provenance", lambda s: s.memories.details(1), "ix_provenance_memory_id"),
        ("associations, out", lambda s: s.memories.details(1), "ix_association_source"),
        ("associations, in", lambda s: s.memories.details(1), "ix_association_target"),
        ("superseded ones", lambda s: s.memories.details(1), "ix_memory_superseded_by"),
        ("what undid it", lambda s: s.history.of_memory(1), "ix_operation_undoes"),
        ("marks of turns", lambda s: s.sessions.events([1, 2]), "ix_provenance_event_id"),
        ("verdicts of turns", lambda s: s.sessions.events([1, 2]), "ix_gate_verdict_event_id"),
    ],
)
def test_an_index_is_used(store: MemoryStore, what: str, call, index: str) -> None:  # type: ignore[no-untyped-def]
    found = plans(store, lambda: call(store))
    assert any(index in plan for plan in found), f"{what}:\n" + "\n".join(found)


def test_what_fades_this_week_is_found_by_an_index(store: MemoryStore) -> None:
    found = plans(store, lambda: store.search.order("fades:<7d"))
    assert any(
        "ix_memory_fades_at (fades_at>" in plan or "(fades_at>? AND fades_at<?)" in plan for plan in found
    ), found


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [(operation, "status", "open"), (conflict, "status", "open"), (proposal, "status", "pending")],
)
def test_what_is_open_is_found_without_looking_at_the_rest(
    store: MemoryStore,
    table,
    column: str,
    value: str,  # type: ignore[no-untyped-def]
) -> None:
    connection = sqlite3.connect(store.path)
    rows = connection.execute(f"EXPLAIN QUERY PLAN SELECT id FROM {table.name} WHERE {column} = '{value}'")
    plan = " / ".join(str(row[3]) for row in rows)
    connection.close()
    assert "INDEX" in plan, plan


@pytest.mark.parametrize(
    "write",
    [
        lambda s: s.memories.edit(12, "Another wording."),
        lambda s: s.memories.pin([13]),
        lambda s: s.memories.tag([13], add=["x"]),
        lambda s: s.memories.correct(14, "Better."),
        lambda s: s.memories.merge(15, [16]),
        lambda s: s.history.undo(),
        lambda s: record_recall(s.workspace, "what?", [20, 21]),
    ],
)
def test_no_single_change_walks_a_whole_table(store: MemoryStore, write) -> None:  # type: ignore[no-untyped-def]
    walked = [
        (table, plan)
        for plan in plans(store, lambda: write(store))
        for table in ("memory", "segment", "version", "tag", "provenance", "event", "image", "recall_hit")
        if scans(plan, table)
    ]
    assert walked == []


def test_a_recall_hit_is_of_a_memory_or_an_event(store: MemoryStore) -> None:
    connection = sqlite3.connect(store.path)
    for memory_id, event_id in ((None, None), (1, 1)):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(
                "INSERT INTO recall_hit (recall_id, rank, memory_id, event_id, score, born_op) "
                "VALUES (1, 1, ?, ?, 1, 1)",
                (memory_id, event_id),
            )
    connection.rollback()
    connection.close()
    assert provenance.c.event_id.nullable
