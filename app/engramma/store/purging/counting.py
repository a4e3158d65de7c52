"""Counts every place that a purge or an expiry would touch, for the preview. Reads only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, or_, select

from engramma.model.purging import Place, Treatment
from engramma.store.purging.beside import copies_beside, sidecars_beside
from engramma.store.purging.covering import event_spans
from engramma.store.purging.emptying import fulltext_names
from engramma.store.purging.erasing import lets_go, references
from engramma.store.purging.subjects import Subject
from engramma.store.purging.traces import Traces, parts
from engramma.store.tables import event, image, memory, metadata, provenance

ERASED, COVERED, CUT, NAMED = Treatment.ERASED, Treatment.COVERED, Treatment.CUT, Treatment.NAMED

# What people call the rows of each table; what is not here counts as "other rows".
_TITLES = {
    "version": "Wordings",
    "segment": "Strength segments",
    "tag": "Tags",
    "provenance": "Quotes and saved originals",
    "association": "Associations",
    "mention": "Mentions of things",
    "conflict": "Conflicts",
    "recall_hit": "Recall hits (the questions stay)",
    "draft": "Unfinished edits",
    "gate_verdict": "Gate verdicts (emptied)",
    "looked": "Looks by passes",
    "vector": "Vectors",
    "passage": "Passages",
    "vector_backlog": "Texts waiting for a vector",
}


def count_memories(connection: Connection, subjects: Sequence[Subject], *, withdrawn: int) -> list[Place]:
    """The memories themselves and all that hangs on them."""
    ids = [subject.id for subject in subjects]
    places = [Place("memory", "Memories", len(ids) - withdrawn, ERASED)]
    if withdrawn:
        places.append(Place("withdrawn", "Undone copies that nobody sees", withdrawn, ERASED))
    places.append(Place("fulltext", "Full-text entries", len(ids) * _indexes(connection, memory), ERASED))
    places += _hanging(connection, memory, ids)
    filled = or_(image.c.before.is_not(None), image.c.after.is_not(None))
    images = sum(_count(connection, image, image.c.memory_id.in_(part), value=filled) for part in parts(ids))
    places.append(Place("image", "Values kept for undo", images, ERASED))
    merged = [
        memory_id
        for part in parts(ids)
        for memory_id in connection.scalars(
            select(memory.c.id).where(
                or_(memory.c.merged_into.in_(part), memory.c.superseded_by.in_(part)), memory.c.id.not_in(ids)
            )
        )
    ]
    places.append(
        Place(
            "follower",
            "Superseded by these, and stay so",
            len(merged),
            NAMED,
            memory_ids=tuple(sorted(merged)),
        )
    )
    return places


def count_traces(connection: Connection, traces: Traces, *, own: frozenset[int]) -> list[Place]:
    """What is covered, cut or named elsewhere."""
    turns = quotes = 0
    for part in parts(sorted(traces.events)):
        for row in connection.execute(select(event.c.id, event.c.text).where(event.c.id.in_(part))):
            turns += bool(event_spans(row.text, traces.spans.get(row.id, ()), traces.words))
    for part in parts(sorted(traces.quotes)):
        rows = connection.execute(
            select(provenance.c.quote, provenance.c.original).where(provenance.c.id.in_(part))
        )
        quotes += sum(bool(traces.words.spans(row.quote) or traces.words.spans(row.original)) for row in rows)
    summaries = tuple(sorted(traces.summaries - own))
    still_said = tuple(sorted(traces.still_said - own))
    return [
        Place("event", "Turns in which it was said", turns, COVERED, source=True),
        Place("quote", "Quotes of other memories from there", quotes, COVERED, source=True),
        Place("session", "Session titles and summaries", len(traces.sessions), COVERED, source=True),
        Place("summary", "Summaries that repeat it", len(summaries), CUT, memory_ids=summaries),
        Place("operation", "Labels in the history", len(traces.walked["operation"]), COVERED),
        Place("proposal", "Proposals", len(traces.walked["proposal"]), COVERED),
        Place("import_source", "Import reports", len(traces.walked["import_source"]), COVERED),
        Place("draft_words", "Unfinished edits that repeat it", len(traces.drafts), COVERED),
        Place("entity", "Things that nothing else is about", len(traces.entities), ERASED),
        Place("still_said", "Other memories that say it, too", len(still_said), NAMED, memory_ids=still_said),
    ]


def count_files(path: Path) -> list[Place]:
    """Sidecars, which go, and backups and exports, which stay."""
    sidecars = tuple(str(item) for item in sidecars_beside(path))
    copies = tuple(str(item) for item in copies_beside(path))
    return [
        Place("sidecar", "Vector files beside the store", len(sidecars), ERASED, paths=sidecars),
        Place("backup", "Backups and exports beside the store", len(copies), NAMED, paths=copies),
    ]


def count_turns(connection: Connection, ids: Sequence[int]) -> tuple[tuple[Place, ...], int]:
    """(the turns of a session and all that hangs on them, how many quotes stay)."""
    kept = 0
    for part in parts(ids):
        pointing = or_(provenance.c.quote != "", provenance.c.start_char.is_not(None))
        kept += _count(connection, provenance, provenance.c.event_id.in_(part), value=pointing)
    places = [
        Place("event", "Turns", len(ids), ERASED),
        Place("fulltext", "Full-text entries", len(ids) * _indexes(connection, event), ERASED),
        *_hanging(connection, event, ids),
    ]
    return tuple(place for place in places if place.count), kept


def _indexes(connection: Connection, target: Table) -> int:
    """In how many full-text indexes a row of `target` stands."""
    others = {memory.name: event.name, event.name: memory.name}[target.name]
    return sum(not name.startswith(others) for name in fulltext_names(connection))


def _hanging(connection: Connection, target: Table, ids: Sequence[int]) -> list[Place]:
    counts: Counter[str] = Counter()
    for part in parts(ids):
        for table, column in references(target):
            if not lets_go(table, column) or table.name == "gate_verdict":
                counts[table.name] += _count(connection, table, column.in_(part))
        for table in metadata.sorted_tables:
            if "owner_type" in table.c:
                counts[table.name] += _count(
                    connection, table, table.c.owner_id.in_(part), value=table.c.owner_type == target.name
                )
    return [
        Place(name, _TITLES.get(name, f"Other rows ({name})"), counts[name], ERASED)
        for name in sorted(counts, key=lambda name: list(_TITLES).index(name) if name in _TITLES else 99)
    ]


def _count(connection: Connection, table: Table, clause: Any, *, value: Any = None) -> int:
    clauses = [clause] if value is None else [clause, value]
    return int(connection.scalar(select(func.count()).select_from(table).where(*clauses)) or 0)
