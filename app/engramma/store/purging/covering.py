"""Covers the words of erased memories where rows stay: turns, quotes of others, sessions, summaries, labels.

Covers the same words in what the undo journal keeps of those rows, so that no undo brings them back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, Table, or_, select, update

from engramma.store.journal.step import Step
from engramma.store.purging.traces import Traces, parts
from engramma.store.purging.wording import COVER, Span, Words, cover, merged
from engramma.store.tables import (
    event,
    image,
    import_source,
    memory,
    operation,
    proposal,
    provenance,
    session,
    vector,
    version,
)
from engramma.store.vectors.writing import erase_vectors

NOTE = "purged"
ABOUT_ERASED = "about a memory that was erased"
KeyOf = Callable[[str], bytes]
_LABELS: dict[str, tuple[Table, tuple[str, ...]]] = {
    "operation": (operation, ("label", "note")),
    "import_source": (import_source, ("report",)),
}


def cover_events(step: Step, ids: Sequence[int], traces: Traces) -> int:
    """Cover what was said in turns, and their saved originals; how many turns changed."""
    connection = step.connection
    changed = 0
    for row in connection.execute(
        select(event.c.id, event.c.session_id, event.c.text, event.c.detail, event.c.original).where(
            event.c.id.in_(ids)
        )
    ).all():
        spans = event_spans(row.text, traces.spans.get(row.id, ()), traces.words)
        text = cover(row.text, spans)
        pieces = traces.words.more(row.text[start:end] for start, end in spans)
        original = pieces.covered(row.original)
        if text != row.text and original == row.original:
            # The words stand in it in a form that cannot be recognised.
            original = ""
        detail = pieces.covered(row.detail)
        if (text, detail, original) == (row.text, row.detail, row.original):
            continue
        changed += 1
        connection.execute(
            update(event).where(event.c.id == row.id).values(text=text, detail=detail, original=original)
        )
        _cover_images(connection, event, row.id, change=pieces.covered)
        _cover_quotes(connection, row.id, spans=spans, words=pieces)
        erase_vectors(connection, [("event", row.id)])
        _erase_context(connection, row.session_id)
    return changed


def event_spans(text: str, known: Sequence[Span], words: Words) -> list[Span]:
    """What to cover in a turn: the known parts, and the words themselves; where neither is, parts of the words."""
    inside = [(start, min(end, len(text))) for start, end in known if start < len(text)]
    return merged([*inside, *words.spans(text, runs=False)]) or words.spans(text)


def _erase_context(connection: Connection, session_id: int) -> None:
    """Erase the vectors that turns of a session have of what was said around them."""
    if connection.scalar(select(vector.c.id).where(vector.c.owner_type == "context").limit(1)) is not None:
        ids = connection.scalars(select(event.c.id).where(event.c.session_id == session_id)).all()
        erase_vectors(connection, [("context", event_id) for event_id in ids])


def cover_originals(step: Step, ids: Sequence[int], words: Words) -> int:
    """Cover the words in the evidence of other memories that came from the same line of a source."""
    changed = 0
    for row in step.connection.execute(
        select(provenance.c.id, provenance.c.quote, provenance.c.original).where(provenance.c.id.in_(ids))
    ).all():
        quote, original = words.covered(row.quote), words.covered(row.original)
        if (quote, original) != (row.quote, row.original):
            changed += 1
            step.connection.execute(
                update(provenance).where(provenance.c.id == row.id).values(quote=quote, original=original)
            )
            _cover_images(step.connection, provenance, row.id, change=words.covered)
    return changed


def cover_sessions(step: Step, ids: Sequence[int], words: Words) -> int:
    """Cover the words in titles, topics and originals of sessions, and cut them out of their summaries."""
    changed = 0
    columns = ("title", "topics", "original")
    for row in step.connection.execute(
        select(session.c.id, session.c.summary, *(session.c[name] for name in columns)).where(
            session.c.id.in_(ids)
        )
    ).all():
        values = {name: words.covered(row._mapping[name]) for name in columns}
        values["summary"] = words.without_sentences(row.summary)
        if any(values[name] != row._mapping[name] for name in values):
            changed += 1
            step.connection.execute(update(session).where(session.c.id == row.id).values(**values))
        _cover_images(step.connection, session, row.id, change=words.covered)
    return changed


def cut_summary(step: Step, memory_id: int, words: Words, *, key_of: KeyOf) -> bool:
    """Cut the sentences with the words out of every wording of a summary; False when nothing would be left."""
    connection = step.connection
    text = connection.scalar(select(memory.c.text).where(memory.c.id == memory_id)) or ""
    left = words.without_sentences(text)
    if not left:
        return False
    connection.execute(
        update(memory)
        .where(memory.c.id == memory_id)
        .values(text=left, content_key=key_of(left), updated_at=step.at)
    )
    for row in connection.execute(
        select(version.c.id, version.c.text).where(version.c.memory_id == memory_id)
    ).all():
        wording = words.without_sentences(row.text) or COVER
        if wording != row.text:
            connection.execute(update(version).where(version.c.id == row.id).values(text=wording))
    for row in connection.execute(
        select(provenance.c.id, provenance.c.quote).where(provenance.c.memory_id == memory_id)
    ).all():
        if (quote := words.covered(row.quote)) != row.quote:
            connection.execute(update(provenance).where(provenance.c.id == row.id).values(quote=quote))
    _cover_images(connection, memory, memory_id, change=partial(_cut, words))
    _renew_keys(connection, memory_id, key_of=key_of)
    erase_vectors(connection, [("memory", memory_id)])
    return True


def _cut(words: Words, text: str) -> str:
    return words.without_sentences(text) or COVER


def cover_labels(connection: Connection, traces: Traces) -> int:
    """Cover the words in labels and notes of operations and in reports of imports; how many rows changed."""
    changed = 0
    for name, (table, columns) in _LABELS.items():
        for part in parts(sorted(traces.walked.get(name, ()))):
            rows = connection.execute(
                select(table.c.id, *(table.c[column] for column in columns)).where(table.c.id.in_(part))
            ).all()
            for row in rows:
                values = {column: traces.label_words.covered(row._mapping[column]) for column in columns}
                connection.execute(update(table).where(table.c.id == row.id).values(**values))
                changed += 1
    return changed


def settle_proposals(
    connection: Connection, traces: Traces, *, erased: Sequence[int], accepted: int | None, at: int
) -> int:
    """Cover the words in proposals, and drop those that wait for what is erased, but for the one that is `accepted`.

    Returns how many rows changed.
    """
    gone = set(erased)
    changed = 0
    for part in parts(sorted(traces.walked.get("proposal", ()))):
        for row in connection.execute(select(proposal).where(proposal.c.id.in_(part))).all():
            words = traces.label_words
            concerned = not gone.isdisjoint(_numbers(row.targets))
            values: dict[str, object] = {
                # A reason may quote the value in which an erased memory differed from another one.
                "reason": ABOUT_ERASED if concerned else words.covered(row.reason),
                "note": words.covered(row.note),
                # What an agent wanted to write into an erased memory is about it, whatever its words.
                "payload": "{}" if concerned and row.step != "expire" else words.covered(row.payload),
            }
            if row.id == accepted:
                values.update(status="accepted", decided_at=at)
            elif concerned and row.status == "pending":
                values.update(status="dropped", decided_at=at, note=NOTE)
            connection.execute(update(proposal).where(proposal.c.id == row.id).values(**values))
            _cover_images(connection, proposal, row.id, change=words.covered)
            changed += 1
    return changed


def _numbers(listed: str) -> set[int]:
    return {int(part) for part in listed.strip("[] ").split(",") if part.strip().isdigit()}


def _cover_quotes(connection: Connection, event_id: int, *, spans: Sequence[Span], words: Words) -> None:
    """Cover the same characters in the quotes that other memories have of a turn."""
    for row in connection.execute(
        select(
            provenance.c.id,
            provenance.c.quote,
            provenance.c.original,
            provenance.c.start_char,
            provenance.c.end_char,
        ).where(provenance.c.event_id == event_id)
    ).all():
        quote = row.quote
        if row.start_char is not None and row.end_char == row.start_char + len(quote):
            inside = [
                (max(start, row.start_char) - row.start_char, min(end, row.end_char) - row.start_char)
                for start, end in spans
                if start < row.end_char and row.start_char < end
            ]
            quote = cover(quote, inside)
        quote, original = words.covered(quote, runs=False), words.covered(row.original)
        if (quote, original) != (row.quote, row.original):
            connection.execute(
                update(provenance).where(provenance.c.id == row.id).values(quote=quote, original=original)
            )


def _cover_images(connection: Connection, table: Table, row_id: int, *, change: Callable[[str], str]) -> None:
    rows: Sequence[Any] = connection.execute(
        select(image).where(
            image.c.table_name == table.name,
            image.c.row_id == row_id,
            or_(image.c.before.is_not(None), image.c.after.is_not(None)),
        )
    ).all()
    for row in rows:
        values = {
            side: change(value)
            for side, value in (("before", row.before), ("after", row.after))
            if isinstance(value, str)
        }
        if any(values[side] != getattr(row, side) for side in values):
            connection.execute(
                update(image)
                .where(image.c.operation_id == row.operation_id, image.c.number == row.number)
                .values(**values)
            )


def _renew_keys(connection: Connection, memory_id: int, *, key_of: KeyOf) -> None:
    """Let the journal's content keys of a memory follow its wordings, so that an undo finds what it left."""
    kept = select(image).where(image.c.memory_id == memory_id, image.c.table_name == "memory")
    texts = {row.operation_id: row for row in connection.execute(kept.where(image.c.column_name == "text"))}
    for row in connection.execute(kept.where(image.c.column_name == "content_key")).all():
        text = texts.get(row.operation_id)
        if text is not None and text.before and text.after:
            connection.execute(
                update(image)
                .where(image.c.operation_id == row.operation_id, image.c.number == row.number)
                .values(before=key_of(text.before), after=key_of(text.after))
            )
