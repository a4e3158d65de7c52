"""Some two hundred made rows in a real store, and what each memory is, for the plain evaluation of a query."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Connection, Table, insert

from engramma.model.clock import DAY, HOUR, parse_iso
from engramma.store.database import Database
from engramma.store.opening import create_database
from engramma.store.tables import (
    association,
    entity,
    event,
    import_source,
    memory,
    mention,
    operation,
    provenance,
    segment,
    session,
    tag,
)

NOW = parse_iso("2026-09-15T10:30:00Z")
HIDDEN = (3,)

_SUBJECTS = (
    "Payment webhooks arrive twice", "The café on the corner closes", "Prépayé cards are refused", "支付网关超时",
    "我们用支付宝 for tests", "Set port 8080 in C++ and C#", "the-end of a_line 100%", "Straße 5 is PAID",
    "Repay the loan", "naïve retries, see https://example.org/x?y=1", "Ship on Fridays 🔥", "OR NOT AND near(x)",
    'say "hello" to O\'Brien', "raw body\nbefore parsing", "ラーメン屋は休み", "Ελληνικά ΛΟΓΟΣ", "t", "éclair",
    "สวัสดีครับ",
)  # fmt: skip
_TAGS = ("payments", "pay-later", "tmp", "Ärger", "shipping", "c++", "支付", "gift cards", "100%", "a_b")
_TITLES = ("Webhook retries", "Cart rewrite 12", "Größen", "100% coverage", "")
_AGENTS = ("shop-agent", "Claude", "")
_SOURCES = ("claude-code", "engramma", "locomo")
_ACTORS = ("person", "cli", "agent:claude", "worker")
_ENTITIES = ("Checkout", "checkout", "Larkspur", "Zoë")


@dataclass(slots=True)
class Row:
    """One visible memory with all that can be asked about it."""

    id: int
    uid: str
    text: str
    kind: str
    tier: str
    category: str
    state: str
    pinned: int
    importance: float
    created_at: int
    updated_at: int
    state_at: int | None
    session_id: int | None
    person_edited: int
    recalls: int
    last_recalled_at: int | None
    t0: int
    log2_s0: float
    half_life: float | None
    fades_at: int | None
    conflicted: int
    actor: str
    session: tuple[str, str, str, str, str] | None
    tags: list[str] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    import_names: list[str] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    speakers: list[str] = field(default_factory=list)
    sourced: bool = False
    quoted: bool = False
    promoted: bool = False
    associated: bool = False


def made_store(path: Path, *, count: int = 200, seed: int = 7) -> tuple[Database, list[Row]]:
    """A store with `count` visible memories, and as many again that were withdrawn or belong to an open operation."""
    rng = random.Random(seed)
    database = create_database(path, name="rows", at=NOW)
    rows: list[Row] = []
    associated: set[int] = set()
    with database.write() as connection:
        for number, actor in enumerate((*_ACTORS[:2], _ACTORS[2], _ACTORS[3]), start=1):
            connection.execute(
                insert(operation).values(
                    id=number, uid=f"01JOP{number:021d}", at=NOW, actor=actor, kind="made", label="Made",
                    status="done", owner="", seq=number,
                )
            )  # fmt: skip
        sessions = []
        for number in range(1, 9):
            title, agent, source = _TITLES[number % 5], _AGENTS[number % 3], _SOURCES[number % 3]
            uid = f"01JS{number:022d}"
            connection.execute(
                insert(session).values(
                    id=number, uid=uid, title=title, agent=agent, source=source, project="Larkspur", born_op=1,
                    started_at=NOW - number * DAY,
                )
            )  # fmt: skip
            connection.execute(
                insert(event).values(
                    id=number, uid=f"01JE{number:022d}", session_id=number, turn=1, text=_SUBJECTS[number], born_op=1,
                    role=("user", "agent", "tool")[number % 3], speaker=("Ada", "Zoë", "")[number % 3],
                    at=NOW - number * DAY,
                )
            )  # fmt: skip
            sessions.append((title, agent, source, uid, "Larkspur"))
        for number, name in enumerate(_ENTITIES, start=1):
            connection.execute(
                insert(entity).values(id=number, name=name, normal_name=name.lower(), born_op=1)
            )
        connection.execute(
            insert(import_source).values(
                id=1, name="notes.jsonl", format="mcp-memory", sha256="", bytes=1, imported_at=NOW, born_op=1
            )
        )
        for number in range(1, 2 * count + 1):
            row, born_op, removed = _made(rng, number, sessions)
            connection.execute(insert(memory).values(**_columns(row), born_op=born_op, removed=removed))
            _add_parts(connection, rng, row, associated)
            if not removed and born_op not in HIDDEN:
                rows.append(row)
    for row in rows:
        row.associated = row.id in associated
    return database, rows


def _made(
    rng: random.Random, number: int, sessions: list[tuple[str, str, str, str, str]]
) -> tuple[Row, int, int]:
    removed = int(rng.random() < 0.3)
    born_op = rng.choice((1, 2, 3, 4))
    created = NOW - rng.choice(
        (0, HOUR, 5 * HOUR, 20 * HOUR, 3 * DAY, 40 * DAY, 170 * DAY, 400 * DAY, -2 * DAY)
    )
    kind = rng.choice(("episodic", "semantic", "procedural"))
    pinned = int(rng.random() < 0.15)
    still = pinned or kind == "procedural"
    half_life = None if still else rng.choice((7.0, 60.0))
    t0 = created + rng.choice((0, DAY, -DAY))
    state = rng.choice(("active", "active", "active", "superseded", "trashed"))
    recalls = rng.choice((0, 0, 1, 3, 7))
    session_id = rng.choice((None, *range(1, 9)))
    texts = rng.sample(_SUBJECTS, rng.choice((1, 2)))
    return (
        Row(
            id=number, uid=f"01J{'ABCDEFGH'[number % 8]}{number:022d}", text=" · ".join(texts), kind=kind,
            tier=rng.choice(("short_term", "long_term")), category=rng.choice(("fact", "decision", "error", "other")),
            state=state, pinned=pinned, importance=rng.choice((0.0, 0.3, 0.5, 0.704, 0.7, 0.9, 1.0)),
            created_at=created, updated_at=created + rng.choice((0, DAY)),
            state_at=None if state == "active" else NOW - rng.choice((1, 400)) * DAY,
            session_id=session_id, person_edited=int(rng.random() < 0.2), recalls=recalls,
            last_recalled_at=NOW - rng.choice((1, 9, 50)) * DAY if recalls else None, t0=t0,
            log2_s0=0.0 if rng.random() < 0.7 else -1.5, half_life=half_life,
            fades_at=None if half_life is None else t0 + int(3.3219 * half_life * DAY),
            conflicted=int(rng.random() < 0.1), actor=_ACTORS[born_op - 1],
            session=None if session_id is None else sessions[session_id - 1],
        ),
        born_op,
        removed,
    )  # fmt: skip


def _columns(row: Row) -> dict[str, object]:
    names = (
        "id", "uid", "text", "kind", "tier", "category", "state", "pinned", "importance", "created_at", "updated_at",
        "state_at", "session_id", "person_edited", "recalls", "last_recalled_at", "t0", "log2_s0", "half_life",
        "fades_at", "conflicted",
    )  # fmt: skip
    return {name: getattr(row, name) for name in names} | {"content_key": row.id.to_bytes(16, "big")}


def _add_parts(connection: Connection, rng: random.Random, row: Row, associated: set[int]) -> None:
    """Tags, entities, provenance, segments and associations; some of each withdrawn, so that they must not count."""

    def add(table: Table, **values: object) -> bool:
        removed = int(rng.random() < 0.2)
        connection.execute(insert(table).values(**values, born_op=1, removed=removed))
        return not removed

    for name in rng.sample(_TAGS, rng.choice((0, 1, 2))):
        if add(tag, memory_id=row.id, name=name):
            row.tags.append(name)
    if rng.random() < 0.4:
        which = rng.randrange(len(_ENTITIES))
        if add(mention, memory_id=row.id, entity_id=which + 1, weight_at=NOW):
            row.entities.append(_ENTITIES[which])
    if rng.random() < 0.5:
        event_id = rng.choice((None, *range(1, 9)))
        source_id = rng.choice((None, 1))
        quote = rng.choice(("", "as it was said"))
        if add(provenance, memory_id=row.id, event_id=event_id, source_id=source_id, quote=quote):
            row.sourced, row.quoted = True, bool(quote)
            if event_id is not None:
                row.roles.append(("user", "agent", "tool")[event_id % 3])
                row.speakers.append(("Ada", "Zoë", "")[event_id % 3])
            if source_id is not None:
                row.import_names += ["notes.jsonl", "mcp-memory"]
    if rng.random() < 0.2 and add(
        segment, memory_id=row.id, t0=row.t0, s0=0.5, half_life=60.0, reason="promoted"
    ):
        row.promoted = True
    if row.id > 1 and rng.random() < 0.3:
        other = rng.randrange(1, row.id)
        row_is_source = rng.random() < 0.5
        ends = (row.id, other) if row_is_source else (other, row.id)
        if add(association, source_id=ends[0], target_id=ends[1], type="related", weight_at=NOW):
            associated.update(ends)
