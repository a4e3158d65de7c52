"""A store in which a bit of everything happened, and ways to damage it behind the engine's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from engramma.engine import open_store
from engramma.model.clock import DAY, FixedClock, parse_iso

NOW = parse_iso("2026-03-02T09:30:00Z")
TEXTS = (
    "The harbour store opens at nine.",
    "Deploys go out on Tuesday.",
    "The API key lives in the vault.",
    "Anna prefers short answers.",
    "The database listens on port 5432.",
    "Backups run every night at two.",
    "The port is 8080.",
    "Releases are tagged with the date.",
)


def build(path: Path) -> None:
    """Memories that were pinned, corrected, merged, recalled, linked, trashed; a session with turns; vectors."""
    clock = FixedClock(NOW - 10 * DAY)
    with open_store(path, clock=clock, create=True) as store:
        agent = store.acting_as("agent:claude")
        session = agent.sessions.start("Harbour work", agent="claude")
        agent.sessions.append(session, "user", "Remember: the ferry to the island leaves at seven.")
        agent.sessions.append(session, "agent", "Noted. I decided to sail with the old ferry.")
        agent.sessions.end(session)
        ids = [store.memories.remember(text, tags=["harbour"]).id for text in TEXTS]
        clock.advance(DAY)
        store.memories.pin([ids[0]])
        store.memories.correct(ids[6], "The port is 8443.")
        store.memories.merge(ids[4], [ids[5]])
        store.memories.trash([ids[7]])
        for _ in range(2):
            clock.advance(DAY)
            agent.recall.ask("When do deploys go out on Tuesday?", rehearse=True)
        store.policy_set({"long_term_half_life": 90.0})
        store.consolidation.run()
        store.embedding.run()


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that lets everything happen."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        yield connection


def damage(path: Path, statements: Sequence[str]) -> None:
    """Carry out statements behind the engine's back."""
    with raw(path) as connection:
        for statement in statements:
            connection.execute(statement)


def without_not_null(path: Path, table: str, column: str, statements: Sequence[str]) -> None:
    """Carry out statements while a column of a table may be NULL, which is what SQLite makes of a NaN."""
    with raw(path) as connection:
        sql = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
        loose = sql.replace(f"{column} REAL NOT NULL", f"{column} REAL")
        assert loose != sql
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, table))
        connection.execute("PRAGMA writable_schema = RESET")
    damage(path, statements)
    with raw(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, table))
        connection.execute("PRAGMA writable_schema = RESET")
