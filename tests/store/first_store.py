"""A store as the first schema had it, with rows in every table, made from that schema's frozen SQL alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from math import log2
from pathlib import Path
from typing import Any

from engramma.model.clock import DAY
from engramma.store.identity import content_key, text_hash
from engramma.store.migrations import versions
from engramma.store.migrations.versions.v0001_baseline import STATEMENT_END
from engramma.store.pragmas import APPLICATION_ID

Rows = dict[str, list[dict[str, Any]]]

BASELINE = Path(versions.__path__[0]) / "v0001_baseline.sql"
NOW = 1_790_000_000_000_000
KEY = bytes(range(32))
DEPLOYS, RENAMED, FORMER_NAME, ERASABLE, DORMANT = 1, 2, "The kettle stands in the pantry.", 3, 4
TEXTS = {
    DEPLOYS: "Never deploy on a Friday.",
    RENAMED: "The kettle stands in the kitchen.",
    ERASABLE: "The zebrafinch password is on a sticky note.",
    DORMANT: "Deploys never happen on Fridays.",
}
ANN_SAID = "I keep the spare keys under the flowerpot."

_ALEMBIC = "CREATE TABLE alembic_version (\n\tversion_num VARCHAR(32) NOT NULL, \n\t"
_ALEMBIC += "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)\n)"


def make_first_store(path: Path) -> None:
    """Write the file: two days old, closed properly, of schema 1."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN")
        for statement in BASELINE.read_text(encoding="utf-8").split(STATEMENT_END):
            connection.execute(statement)
        connection.execute(_ALEMBIC)
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")
        for table, rows in first_rows().items():
            for row in rows:
                names = ", ".join(f'"{name}"' for name in row)
                marks = ", ".join("?" * len(row))
                values = list(row.values())
                connection.execute(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', values)
        connection.execute("COMMIT")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")


def first_rows() -> Rows:
    """What the store holds, by table, parents first. Ids leave gaps, so that one given anew would show."""
    born = {"born_op": 10}
    return {
        "meta": [
            {"name": "name", "value": "first"},
            {"name": "created_at", "value": str(NOW - 2 * DAY)},
            {"name": "content_key", "value": KEY.hex()},
        ],
        "client": [{"id": 7, "name": "claude", "first_seen_at": NOW, "last_seen_at": NOW}],
        "draft": [
            {"editor": "w1", "memory_id": 2, "base_version": 2, "text": "The kettle", "updated_at": NOW}
        ],
        "lease": [{"name": "consolidation", "owner": "1:nobody/1", "taken_at": NOW - DAY}],
        "operation": [
            _operation(10, "import", "import of notes"),
            _operation(12, "edit", "edit of M-2"),
            _operation(15, "consolidate", "consolidation pass, 1 change"),
        ],
        **_outside(born),
        **_sessions(born),
        **_memories(born),
        **_journal(),
        **_derived(),
    }


def _operation(number: int, kind: str, label: str) -> dict[str, Any]:
    at = NOW - 2 * DAY + number
    actor = {"import": "import", "consolidate": "worker"}.get(kind, "person")
    whole = {
        "id": number,
        "uid": f"01M0000000000000000000{number:04}",
        "at": at,
        "actor": actor,
        "kind": kind,
    }
    return {**whole, "label": label, "status": "done", "owner": "1:nobody/1", "seq": number, "changes": 4}


def _outside(born: dict[str, Any]) -> Rows:
    change = {"field": "trash_retention", "before": None, "after": "40", "at": NOW, "actor": "person"}
    check = {"question": "Where are the keys?", "expected": "[1]", "created_at": NOW}
    source = {"name": "notes.txt", "format": "text", "sha256": "ab", "bytes": 3, "imported_at": NOW}
    done = {"started_at": NOW - DAY, "finished_at": NOW - DAY, "planned_for": NOW - DAY, "actor": "worker"}
    return {
        "policy_change": [{"id": 4, **change, **born}],
        "policy_setting": [{"id": 4, "field": "trash_retention", "value": "40", **born}],
        "saved_search": [{"id": 9, "name": "Kettles", "query": "kettle", "position": 1, **born}],
        "recall_check": [{"id": 3, **check, **born}],
        "import_source": [{"id": 5, **source, **born}],
        "tombstone": [{"content_key": b"0123456789abcdef", "deleted_at": NOW, "reason": "purged"}],
        "consolidation_pass": [
            {"id": 6, **done, "status": "applied", "operation_id": 15, "counts": '{"promote": 1}'}
        ],
    }


def _sessions(born: dict[str, Any]) -> Rows:
    session = {"id": 11, "uid": "01M00000000000000000SESS11", "title": "Keys", "started_at": NOW - 2 * DAY}
    said = {"session_id": 11, "role": "user", "at": NOW - 2 * DAY, **born}
    return {
        "session": [{**session, "ended_at": NOW - DAY, "gated_turn": 2, "source_id": 5, **born}],
        "event": [
            {
                "id": 21,
                "uid": "01M0000000000000000EVENT21",
                "turn": 1,
                "speaker": "Ann",
                **_text(ANN_SAID),
                **said,
            },
            {
                "id": 25,
                "uid": "01M0000000000000000EVENT25",
                "turn": 2,
                "speaker": "user",
                **_text("Yes."),
                **said,
            },
        ],
    }


def _text(text: str) -> dict[str, Any]:
    return {"text": text, "content_key": text_hash(text)}


def _memories(born: dict[str, Any]) -> Rows:
    ids = list(TEXTS)
    wordings = {number: [text] for number, text in TEXTS.items()}
    wordings[RENAMED].insert(0, FORMER_NAME)
    memories = [
        {
            "id": number,
            "uid": f"01M000000000000000MEMORY{number:02}",
            "text": text,
            "kind": "semantic",
            "tier": "short_term",
            "category": "fact",
            "importance": 0.5,
            "created_at": _since(number),
            "updated_at": _since(number),
            "session_id": 11,
            "version": len(wordings[number]),
            "person_edited": int(number == RENAMED),
            "content_key": content_key(text, key=KEY),
            "t0": _since(number),
            "half_life": 7.0,
            "fades_at": _fades(number),
            **born,
        }
        for number, text in TEXTS.items()
    ]
    versions_ = [
        {"memory_id": number, "number": place, "text": text, "created_at": NOW - 2 * DAY, "actor": "person"}
        for number, texts in wordings.items()
        for place, text in enumerate(texts, start=1)
    ]
    edge = {"type": "related", "weight": 1.0, "weight_at": NOW - DAY, "actor": "person"}
    known = {"name": "Kettle", "normal_name": "kettle", "type": "thing"}
    segment = {"s0": 1.0, "half_life": 7.0, "reason": "created"}
    question = {"question": "kettle?", "at": NOW - DAY, "actor": "agent:claude", "rehearsed": 1}
    wish = {"step": "expire", "action": "trash", "targets": "[4]", "reason": "dormant since 2025-12-18"}
    return {
        "memory": memories,
        "version": [
            {"id": 30 + 2 * place, **row, "born_op": 12 if row["number"] == 2 else 10}
            for place, row in enumerate(versions_)
        ],
        "segment": [
            {"id": 50 + number, "memory_id": number, "t0": _since(number), **segment, **born}
            for number in ids
        ],
        "tag": [{"id": 8, "memory_id": RENAMED, "name": "kitchen", **born}],
        "provenance": [{"id": 3, "memory_id": 1, "session_id": 11, "event_id": 21, "quote": "keys", **born}],
        "gate_verdict": [{"id": 2, "event_id": 21, "score": 0.4, "kept": 0, "pass_id": 6, **born}],
        "entity": [
            {"id": 14, **known, **born},
            {"id": 16, **known, "name": "Pantry", "normal_name": "pantry", **born},
        ],
        "entity_relation": [{"id": 4, "source_id": 14, "target_id": 16, "relation": "is in", **born}],
        "mention": [
            {"id": 9, "memory_id": 2, "entity_id": 14, "weight": 1.0, "weight_at": NOW - DAY, **born}
        ],
        "association": [{"id": 17, "source_id": 1, "target_id": 2, **edge, **born}],
        "conflict": [{"id": 5, "a_id": 1, "b_id": 4, "what": "polarity", "found_at": NOW - DAY, **born}],
        "recall": [{"id": 6, "uid": "01M00000000000000RECALL006", **question, **born}],
        "recall_hit": [{"id": 7, "recall_id": 6, "rank": 1, "memory_id": 2, "score": 0.5, **born}],
        "proposal": [
            {"id": 19, **wish, "actor": "worker", "made_at": _fades(DORMANT) + 90 * DAY, "pass_id": 6, **born}
        ],
    }


def _since(number: int) -> int:
    return NOW - (300 if number == DORMANT else 2) * DAY


def _fades(number: int) -> int:
    return _since(number) + round(7 * log2(10) * DAY)


def _journal() -> Rows:
    before, after = content_key(FORMER_NAME, key=KEY), content_key(TEXTS[RENAMED], key=KEY)
    changed = (("text", FORMER_NAME, TEXTS[RENAMED]), ("version", 1, 2), ("content_key", before, after))
    place = {"operation_id": 12, "table_name": "memory", "row_id": RENAMED, "memory_id": RENAMED}
    second_wording = 30 + 2 * 2
    span = {"first_id": second_wording, "last_id": second_wording, "act": "insert"}
    return {
        "image": [
            {"number": number, **place, "column_name": name, "before": old, "after": new}
            for number, (name, old, new) in enumerate((*changed, ("person_edited", 0, 1)), start=1)
        ],
        "row_range": [{"operation_id": 12, "number": 5, "table_name": "version", **span}],
    }


def _derived() -> Rows:
    model = {"dimensions": 2, "current": 1}
    owner = {"owner_type": "memory", "content_key": content_key(TEXTS[DEPLOYS], key=KEY), "data": bytes(8)}
    return {
        "passage": [
            {"id": 2, "owner_type": "event", "owner_id": 21, "number": 0, "start_char": 0, "end_char": 4}
        ],
        "embedding_model": [
            {"id": 3, "name": "small", "sha256": "aa", **model},
            {"id": 4, "name": "large", "sha256": "bb", **model, "current": 0},
        ],
        "vector": [
            {"model_id": 4, **owner, "owner_id": 1},
            {"model_id": 3, **owner, "owner_id": 1},
            {"model_id": 4, **owner, "owner_id": 4},
        ],
        "vector_backlog": [{"owner_type": "memory", "owner_id": 2}],
    }
