"""Where else in a store the words of erased memories stand: rows by table, to be covered, cut or only named.

Reads only. Full text finds events and memories; the short texts of the history and of proposals are walked.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, Table, and_, func, or_, select

from engramma.store.drafts import drafts_saying
from engramma.store.fulltext import event_words, memory_words, quoted
from engramma.store.purging.subjects import Subject
from engramma.store.purging.wording import COVER, Span, Words
from engramma.store.tables import (
    association,
    entity,
    entity_relation,
    event,
    import_source,
    memory,
    mention,
    operation,
    proposal,
    provenance,
    session,
    tag,
)

AT_ONCE = 500
Value = TypeVar("Value")
_SUMMARY = or_(memory.c.category == "summary", func.coalesce(memory.c.source_key, "").like("summary:%"))
_LEAST_CHARACTERS = 8
_LONGEST_PHRASE = 300
_QUOTED = re.compile("“([^”]*)”")
# The columns of rows that are walked from end to end, since no index leads to words in them.
_WALKED: tuple[tuple[Table, tuple[str, ...], ColumnElement[bool] | None], ...] = (
    (operation, ("label", "note"), or_(operation.c.label.contains("“"), operation.c.note != "")),
    (proposal, ("reason", "payload", "note"), None),
    (import_source, ("report",), None),
)


@dataclass(slots=True)
class Traces:
    """Rows by id. `spans` are the parts of events that are known to be what was said; others are looked for.

    `withdrawn` are memories that say the same and whose insert was undone: nobody sees them, and the file has them.
    """

    words: Words
    label_words: Words
    events: set[int] = field(default_factory=set)
    spans: dict[int, list[Span]] = field(default_factory=lambda: defaultdict(list))
    quotes: set[int] = field(default_factory=set)
    sessions: set[int] = field(default_factory=set)
    summaries: set[int] = field(default_factory=set)
    still_said: set[int] = field(default_factory=set)
    withdrawn: set[int] = field(default_factory=set)
    entities: set[int] = field(default_factory=set)
    drafts: set[str] = field(default_factory=set)
    walked: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))


def find_traces(connection: Connection, subjects: Sequence[Subject], *, labels: bool = True) -> Traces:
    """Everything elsewhere that has the words of `subjects`. `labels`: also walk the history and proposals."""
    words = Words(text for subject in subjects for text in subject.texts)
    traces = Traces(words, words)
    own = {subject.id for subject in subjects}
    _events(connection, subjects, traces)
    _quotes(connection, subjects, traces, own=own)
    _sessions(connection, subjects, traces)
    _other_memories(connection, subjects, traces, own=own)
    _entities(connection, own, traces)
    traces.drafts = drafts_saying(connection, traces.words.spans, but_about=own)
    if labels:
        _walk(connection, subjects, traces)
    return traces


def phrases(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(text, FTS5 phrase) of those long enough to be told from what anybody might say."""
    for text in texts:
        if len(text) >= _LEAST_CHARACTERS:
            yield text, quoted(text[:_LONGEST_PHRASE], prefix=len(text) > _LONGEST_PHRASE)


def _events(connection: Connection, subjects: Sequence[Subject], traces: Traces) -> None:
    for subject in subjects:
        for origin in subject.origins:
            if origin.event_id is None:
                continue
            traces.events.add(origin.event_id)
            if origin.start is not None and origin.end is not None and origin.end > origin.start:
                traces.spans[origin.event_id].append((origin.start, origin.end))
    for text, phrase in phrases(traces.words.texts):
        rows = connection.execute(
            select(event.c.id, event.c.text)
            .join(event_words, event_words.c.rowid == event.c.id)
            .where(event_words.c.event_words.op("MATCH")(phrase))
        )
        traces.events.update(row.id for row in rows if text in row.text)


def _quotes(connection: Connection, subjects: Sequence[Subject], traces: Traces, *, own: set[int]) -> None:
    for part in parts(sorted(traces.events)):
        rows = connection.execute(
            select(provenance.c.id, provenance.c.memory_id).where(provenance.c.event_id.in_(part))
        )
        traces.quotes.update(row.id for row in rows if row.memory_id not in own)
    lines: dict[int, set[int]] = defaultdict(set)
    for subject in subjects:
        for origin in subject.origins:
            if origin.source_id is not None and origin.line is not None:
                lines[origin.source_id].add(origin.line)
    for source_id, numbers in sorted(lines.items()):
        for part in parts(sorted(numbers)):
            rows = connection.execute(
                select(provenance.c.id, provenance.c.memory_id).where(
                    provenance.c.source_id == source_id, provenance.c.line.in_(part)
                )
            )
            traces.quotes.update(row.id for row in rows if row.memory_id not in own)


def _sessions(connection: Connection, subjects: Sequence[Subject], traces: Traces) -> None:
    near = {subject.session_id for subject in subjects if subject.session_id is not None}
    near |= {
        origin.session_id
        for subject in subjects
        for origin in subject.origins
        if origin.session_id is not None
    }
    for part in parts(sorted(traces.events)):
        near.update(connection.scalars(select(event.c.session_id).where(event.c.id.in_(part)).distinct()))
    rows = [
        row
        for part in parts(sorted(near))
        for row in connection.execute(
            select(
                session.c.id, session.c.title, session.c.summary, session.c.topics, session.c.original
            ).where(session.c.id.in_(part))
        )
    ]
    if ends := {end for row in rows if (end := traces.words.cut_end(row.title))}:
        traces.words = Words((*traces.words.texts, *ends))
    traces.sessions.update(
        row.id
        for row in rows
        if any(traces.words.spans(text) for text in (row.title, row.summary, row.topics, row.original))
    )


def _other_memories(
    connection: Connection, subjects: Sequence[Subject], traces: Traces, *, own: set[int]
) -> None:
    """Summaries that have a sentence of it, and other memories that say the same."""
    near = set(traces.sessions) | {subject.session_id for subject in subjects if subject.session_id}
    candidates: dict[int, str] = {}
    for part in parts(sorted(near)):
        rows = connection.execute(
            select(memory.c.id, memory.c.text).where(memory.c.session_id.in_(part), _SUMMARY)
        )
        candidates.update((row.id, row.text) for row in rows)
    for part in parts(sorted(own)):
        rows = connection.execute(
            select(memory.c.id, memory.c.text)
            .join(association, association.c.source_id == memory.c.id)
            .where(association.c.target_id.in_(part), association.c.type == "derived_from", _SUMMARY)
        )
        candidates.update((row.id, row.text) for row in rows)
    for text, phrase in phrases(traces.words.texts):
        rows = connection.execute(
            select(memory.c.id, memory.c.text, memory.c.removed, _SUMMARY.label("summary"))
            .join(memory_words, memory_words.c.rowid == memory.c.id)
            .where(memory_words.c.memory_words.op("MATCH")(phrase))
        )
        for row in rows:
            if text not in row.text or row.id in own:
                continue
            if row.summary:
                candidates[row.id] = row.text
            elif row.removed:
                traces.withdrawn.add(row.id)
            else:
                traces.still_said.add(row.id)
    traces.summaries = {
        memory_id
        for memory_id, text in candidates.items()
        if memory_id not in own and traces.words.spans(text)
    }


def _entities(connection: Connection, own: set[int], traces: Traces) -> None:
    """Things that nothing but the erased memories is about."""
    found: set[int] = set()
    for part in parts(sorted(own)):
        found.update(connection.scalars(select(mention.c.entity_id).where(mention.c.memory_id.in_(part))))
    for part in parts(sorted(found)):
        others = connection.execute(
            select(mention.c.entity_id, mention.c.memory_id).where(mention.c.entity_id.in_(part))
        )
        held = {row.entity_id for row in others if row.memory_id not in own}
        related = connection.execute(
            select(entity_relation.c.source_id, entity_relation.c.target_id).where(
                or_(entity_relation.c.source_id.in_(part), entity_relation.c.target_id.in_(part))
            )
        )
        held.update(end for row in related for end in row)
        kept = set(
            connection.scalars(
                select(entity.c.id).where(entity.c.id.in_(part), entity.c.source_key.is_not(None))
            )
        )
        traces.entities.update(set(part) - held - kept)


def lone_names(connection: Connection, subjects: Sequence[Subject], traces: Traces) -> tuple[str, ...]:
    """Names of tags and things that go with the subjects, in the form in which labels quote them."""
    own = {subject.id for subject in subjects}
    names = {name for subject in subjects for name in subject.tags}
    for part in parts(sorted(names)):
        rows = connection.execute(select(tag.c.name, tag.c.memory_id).where(tag.c.name.in_(part)))
        names -= {row.name for row in rows if row.memory_id not in own}
    for some in parts(sorted(traces.entities)):
        names.update(connection.scalars(select(entity.c.name).where(entity.c.id.in_(some))))
    return tuple(f"“{name}”" for name in sorted(names))


def _walk(connection: Connection, subjects: Sequence[Subject], traces: Traces) -> None:
    own = {subject.id for subject in subjects}
    words = Words((*traces.words.texts, *lone_names(connection, subjects, traces)))
    traces.label_words = words
    ends: set[str] = set()
    for table, columns, condition in _WALKED:
        last = 0
        while True:
            wanted = [table.c.id, *(table.c[name] for name in columns)]
            if table is proposal:
                wanted.append(proposal.c.targets)
            clause = table.c.id > last if condition is None else and_(table.c.id > last, condition)
            rows = connection.execute(select(*wanted).where(clause).order_by(table.c.id).limit(5_000)).all()
            if not rows:
                break
            last = rows[-1].id
            for row in rows:
                named = table is proposal and not own.isdisjoint(_targets(row.targets))
                texts = [text for text in row[1 : 1 + len(columns)] if text]
                left = {end for text in texts for end in _left_of_titles(text, traces.words)}
                ends |= left
                if named or left or any(words.spans(text) for text in texts):
                    traces.walked[table.name].add(row.id)
    if ends:
        traces.label_words = Words((*words.texts, *ends))


def _left_of_titles(text: str, words: Words) -> set[str]:
    """What an earlier purge left of the titles that `text` quotes, where it stands in the words of this one."""
    if COVER not in text:
        return set()
    return {end for title in _QUOTED.findall(text) if (end := words.cut_end(title))}


def _targets(listed: str) -> set[int]:
    return {int(part) for part in listed.strip("[] ").split(",") if part.strip().lstrip("-").isdigit()}


def parts(ids: Sequence[Value]) -> Iterator[list[Value]]:
    """`ids` in lists that fit a statement."""
    for start in range(0, len(ids), AT_ONCE):
        yield list(ids[start : start + AT_ONCE])
