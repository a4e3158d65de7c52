"""Records as an import preview shows them."""

from __future__ import annotations

from engramma.model.transfer import EventRecord, MemoryRecord, SampleRow

_SHOWN = 300


def event_sample(record: EventRecord, verdict: str, *, text: str) -> SampleRow:
    """A turn of a session."""
    return SampleRow(
        verdict=verdict,
        line=record.line,
        text=text[:_SHOWN],
        what="event",
        tier="sensory",
        kind=record.speaker or record.role,
        time_text=record.time.text,
        time_quality=record.time.quality,
    )


def memory_sample(record: MemoryRecord, verdict: str, *, text: str) -> SampleRow:
    """A memory."""
    return SampleRow(
        verdict=verdict,
        line=record.line,
        text=text[:_SHOWN],
        what="memory",
        tier=record.tier,
        kind=record.kind,
        time_text=record.time.text,
        time_quality=record.time.quality,
        told=record.told,
    )


def named_sample(what: str, name: str, *, line: int | None, verdict: str = "new") -> SampleRow:
    """A session, an entity or a relation, by its name."""
    return SampleRow(
        verdict=verdict,
        line=line,
        text=name[:_SHOWN],
        what=what,
        tier="",
        kind="",
        time_text="",
        time_quality="",
    )
