"""The full-text indexes against the texts: a row for each text and no other, and the very words of it.

Which rows an index has is read in the store. Its words are compared by SQLite itself, which needs a write lock for
it, so that is done in a private copy: of a small store always, of a larger one when the full look is asked for.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engramma.store.backup import PAGES, one_moment
from engramma.store.database import wal_of
from engramma.store.doctor.examination import Examination, Finding, counted, sound
from engramma.store.fulltext import (
    EVENT_WORDS,
    FULLTEXT_CHECK,
    FULLTEXT_REBUILD,
    MEMORY_TRIGRAMS,
    MEMORY_WORDS,
    RECALL_WORDS,
)

SMALL = 64_000_000
"""Up to this size, in bytes, a store is copied into memory to have its words compared."""

LARGE = 256_000_000
_STEPS = 20_000
_EVERY = {
    MEMORY_WORDS: "SELECT id FROM memory",
    MEMORY_TRIGRAMS: "SELECT id FROM memory",
    EVENT_WORDS: "SELECT id FROM event",
    RECALL_WORDS: "SELECT id * 2 AS id FROM memory UNION ALL SELECT id * 2 + 1 FROM event",
}


def check_fulltext(look: Examination) -> Finding:
    """Texts that searching by words would miss, or find where they are no more."""
    off = 0
    with look.reading() as reading:
        for name, ids in _EVERY.items():
            for sql in (
                f"SELECT count(*) FROM ({ids}) AS t WHERE t.id NOT IN (SELECT id FROM {name}_docsize)",
                f"SELECT count(*) FROM {name}_docsize WHERE id NOT IN ({ids})",
            ):
                off += int(reading.connection.exec_driver_sql(sql).scalar() or 0)
    repair = "Make the full text anew from the texts; others wait a little to write meanwhile."
    if off:
        entry = counted(off, "text is", "texts are")
        return Finding(off, f"{entry} missing from the full text, or in it without being there.", repair)
    if not look.full and look.database.size_bytes() > SMALL:
        return sound("Every text has its place in the full text; `doctor --full` also compares the words.")
    wrong = _disagreeing(look)
    if wrong:
        index = counted(len(wrong), "full-text index disagrees", "full-text indexes disagree")
        return Finding(len(wrong), f"{index} with the texts ({', '.join(wrong)}).", repair)
    return sound("The full text says what the texts say.")


def _disagreeing(look: Examination) -> list[str]:
    wrong = []
    with _copy(look) as copy:
        for name, statement in zip(_EVERY, FULLTEXT_CHECK, strict=True):
            look.cancel.check()
            try:
                copy.execute(statement)
            except sqlite3.DatabaseError:
                look.cancel.check()
                wrong.append(name)
    return wrong


@contextmanager
def _copy(look: Examination) -> Iterator[sqlite3.Connection]:
    """A copy of this moment that nobody else sees: in memory, or of a large store in a file that is gone after."""
    with closing(look.database.connect()) as source:
        place, path = ":memory:", None
        if look.database.size_bytes() > LARGE:
            handle, place = tempfile.mkstemp(
                prefix=f".{look.path.name}.", suffix=".new", dir=look.path.parent
            )
            os.close(handle)
            path = Path(place)
        try:
            with closing(sqlite3.connect(place, isolation_level=None)) as copy:
                with one_moment(source):
                    source.backup(copy, pages=PAGES, progress=lambda *_counts: look.cancel.check())
                if path is not None:
                    copy.execute("PRAGMA journal_mode = OFF")
                copy.set_progress_handler(lambda: int(look.cancel.cancelled), _STEPS)
                yield copy
        finally:
            if path is not None:
                for leftover in (path, wal_of(path), path.with_name(f"{path.name}-shm")):
                    leftover.unlink(missing_ok=True)


def rebuild_fulltext(look: Examination) -> None:
    """Make every index anew, each in a transaction of its own."""
    for statement in FULLTEXT_REBUILD:
        look.cancel.check()
        with look.database.write() as connection:
            connection.exec_driver_sql(statement)
