"""NEXO's operational database: the diaries of its sessions, which are all that is left of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import clean_value, excerpt
from engramma.exchange.format import Source
from engramma.exchange.memory_records import Once, original_json, paced, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.exchange.nexo.memories import session_key
from engramma.exchange.sqlite_schema import schema_of
from engramma.exchange.sqlite_source import SqliteSource, opened_copy
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Record, SessionRecord, Skipped

DIARIES = ("session_diary", "diary_archive")
_PARTS = (
    ("summary", ""),
    ("decisions", "Decisions"),
    ("discarded", "Discarded"),
    ("pending", "Pending"),
    ("context_next", "Next"),
    ("self_critique", "Critique"),
)


class NexoDiariesFormat:
    """Reader of `nexo.db`."""

    name = "nexo-diaries"
    title = "NEXO sessions (nexo.db)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the columns of its diary."""
        columns = schema_of(path, head).get("session_diary", frozenset())
        return 0.95 if {"session_id", "summary", "created_at"} <= columns else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Each session with its diaries as episodic memories."""
        with opened_copy(source.path, name=source.name, cancel=cancel) as database:
            total = sum(database.count(database.tables[name]) for name in DIARIES if name in database.tables)
            yield from paced(_records(database), total=total, cancel=cancel)


def session_of(row: Mapping[str, Any]) -> SessionRecord:
    """The session that a diary tells of."""
    name, summary = text_of(row.get("session_id")), text_of(row.get("summary"))
    time = first_moment(row.get("created_at"))
    return SessionRecord(
        key=session_key(name),
        title=(summary or name).split("\n")[0][:200],
        source="nexo",
        project=text_of(row.get("domain")),
        ended=time,
        summary=summary,
        original=original_json(dict(row)),
    )


def _records(database: SqliteSource) -> Iterator[Record]:
    once = Once()
    for table in DIARIES:
        if table not in database.tables:
            continue
        for given in database.rows(database.tables[table]):
            row = clean_value(given)[0]
            name = text_of(row.get("session_id"))
            if not name:
                yield Skipped(None, "a diary without its session", excerpt(original_json(row)))
                continue
            if once.first_line(session_key(name), None) is None:
                yield session_of(row)
            told = [(word, text_of(row.get(part))) for part, word in _PARTS]
            yield once.memory(
                MemoryRecord(
                    key=f"nexo:{table}:{text_of(row.get('id'))}",
                    text="\n".join(f"{word}: {text}" if word else text for word, text in told if text),
                    kind="episodic",
                    tier="long_term",
                    category="summary",
                    importance=0.6,
                    tags=tags_of("diary", row.get("domain")),
                    time=first_moment(row.get("created_at")),
                    session_key=session_key(name),
                    original=original_json(row),
                )
            )
