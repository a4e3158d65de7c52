"""The history database of mem0. Each memory's present text is rebuilt by replaying what happened to it.

It survives the loss of the vector store, whose local form is never read, since it holds pickles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.mem0.rows import mem0_memory
from engramma.exchange.memory_records import Once, original_json, paced, text_of
from engramma.exchange.moments import first_moment
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.progress import CancelToken
from engramma.model.transfer import EventRecord, Record, SessionRecord, Skipped

_COLUMNS = (
    "id",
    "memory_id",
    "old_memory",
    "new_memory",
    "prev_value",
    "new_value",
    "event",
    "created_at",
    "updated_at",
    "is_deleted",
    "actor_id",
    "role",
)
_ROLES = {"user": "user", "assistant": "agent", "tool": "tool", "system": "note"}
_MOST_STEPS = 50


@dataclass(slots=True)
class _Life:
    """A memory as far as it has been replayed."""

    text: str = ""
    created: Any = None
    updated: Any = None
    actor: str = ""
    gone: bool = False
    steps: list[dict[str, Any]] = field(default_factory=list)


class Mem0HistoryFormat:
    """Reader of `history.db`."""

    name = "mem0-history"
    title = "mem0 history database"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the columns of its table."""
        columns = schema_of(path, head).get("history", frozenset())
        told = {"new_memory", "new_value"} & columns
        return 0.95 if {"memory_id", "event"} <= columns and told else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The last messages by their scope, then each memory that was not deleted."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            total = sum(
                database.count(database.tables[name])
                for name in ("history", "messages")
                if name in database.tables
            )
            yield from paced(_records(database), total=total, cancel=cancel)


def _records(database: SqliteSource) -> Iterator[Record]:
    if "messages" in database.tables:
        yield from _messages(database)
    if "history" not in database.tables:
        yield Skipped(None, "the database has no table history")
        return
    lives: dict[str, _Life] = {}
    for given in database.rows(database.tables["history"], _COLUMNS):
        row = clean_value({name: value for name, value in given.items() if value is not None})[0]
        name = text_of(row.get("memory_id"))
        if not name:
            yield Skipped(None, "a step without the id of its memory", excerpt(original_json(row)))
            continue
        _replay(lives.setdefault(name, _Life()), row)
    once = Once()
    for name, life in lives.items():
        original = {"id": name, "history": life.steps}
        if life.gone:
            yield Skipped(None, "deleted in mem0", excerpt(original_json(original)))
            continue
        record = mem0_memory(
            {
                "id": name,
                "memory": life.text,
                "created_at": life.created,
                "updated_at": life.updated,
                "actor_id": life.actor,
                "history": life.steps,
            },
            line=None,
        )
        yield once.memory(record)


def _replay(life: _Life, row: dict[str, Any]) -> None:
    event = text_of(row.get("event")).upper()
    told = text_of(row.get("new_memory", row.get("new_value")))
    life.gone = event == "DELETE" or row.get("is_deleted") in (1, True)
    life.text = told or life.text
    life.created = life.created or row.get("created_at")
    life.updated = row.get("updated_at") or life.updated
    life.actor = text_of(row.get("actor_id")) or life.actor
    if len(life.steps) < _MOST_STEPS:
        life.steps.append(row)


def _messages(database: SqliteSource) -> Iterator[Record]:
    turns: dict[str, int] = {}
    once = Once()
    columns = ("id", "session_scope", "role", "content", "name", "created_at")
    for given in database.rows(database.tables["messages"], columns):
        row = clean_value(given)[0]
        text = text_of(row.get("content"))
        scope = text_of(row.get("session_scope")) or "unknown"
        key = f"mem0:{scope}/{text_of(row.get('id')) or turns.get(scope, 0)}"
        if not text or once.first_line(key, None) is not None:
            yield Skipped(None, "a message without text, or again", excerpt(original_json(row)))
            continue
        time = first_moment(row.get("created_at"))
        if scope not in turns:
            yield SessionRecord(f"mem0:{scope}", f"mem0, {scope}", "mem0", started=time)
        turn = turns[scope] = turns.get(scope, -1) + 1
        yield EventRecord(
            key=key,
            session_key=f"mem0:{scope}",
            role=_ROLES.get(text_of(row.get("role")), "note"),
            text=text,
            speaker=text_of(row.get("name")),
            time=time,
            turn=turn,
            original=original_json(row),
        )
