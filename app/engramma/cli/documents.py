"""The JSON documents of the command line: stable names, ids as ULIDs, times in UTC. Scripts rely on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.cli.moments import exact
from engramma.model.association import Association
from engramma.model.memory import Memory, Provenance, Segment
from engramma.model.operation import Operation, UndoConflict
from engramma.model.session import Event, Session
from engramma.model.transfer import FileReport

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.memories.values import MemoryDetails
    from engramma.store.statistics import Statistics

Document = dict[str, object]


def memory_item(memory: Memory) -> Document:
    """A memory in a list."""
    return {
        "id": memory.uid,
        "label": memory.label,
        "text": memory.text,
        "kind": memory.kind.value,
        "tier": memory.tier.value,
        "category": memory.category.value,
        "state": memory.state.value,
        "pinned": memory.pinned,
        "importance": memory.importance,
        "strength": round(memory.strength, 6),
        "fades_at": exact(memory.fades_at),
        "created_at": exact(memory.created_at),
        "recalls": memory.recalls,
        "tags": list(memory.tags),
        "version": memory.version,
    }


def memory_document(store: MemoryStore, details: MemoryDetails) -> Document:
    """All of one memory."""
    return {
        **memory_item(details.memory),
        "segments": [_segment(item) for item in details.segments],
        "provenance": [_provenance(store, item) for item in details.provenance],
        "associations": [_association(item) for item in details.associations],
        "history": [operation_item(item) for item in details.history],
    }


def _segment(segment: Segment) -> Document:
    return {
        "t0": exact(segment.t0),
        "s0": segment.s0,
        "half_life": segment.half_life,
        "reason": segment.reason,
    }


def _provenance(store: MemoryStore, found: Provenance) -> Document:
    events = store.sessions.events([found.event_id]) if found.event_id is not None else ()
    return {
        "session": store.sessions.get(found.session_id).uid if found.session_id is not None else None,
        "event": events[0].uid if events else None,
        "quote": found.quote,
        "turn": found.turn,
        "source": found.source or None,
        "line": found.line,
        "of": None if found.of is None else f"M-{found.of}",
    }


def _association(edge: Association) -> Document:
    return {
        "id": edge.other_uid,
        "label": f"M-{edge.other_id}",
        "type": edge.type,
        "relation": edge.relation or None,
        "weight": edge.weight,
        "direction": "out" if edge.outgoing else "in",
        "text": edge.other_text,
    }


def operation_item(operation: Operation) -> Document:
    """One step of the history."""
    return {
        "id": operation.uid,
        "at": exact(operation.at),
        "actor": operation.actor,
        "label": operation.label,
        "undone": operation.undone,
    }


def conflict_item(store: MemoryStore, conflict: UndoConflict) -> Document:
    """A field that somebody changed since."""
    lines = store.memories.page([conflict.memory_id]) if conflict.memory_id is not None else ()
    changed_by = store.history.get(conflict.changed_by) if conflict.changed_by is not None else None
    return {
        "id": lines[0].memory.uid if lines else None,
        "label": lines[0].memory.label if lines else None,
        "field": conflict.field,
        "restored": conflict.restored,
        "current": conflict.current,
        "changed_by": changed_by.uid if changed_by is not None else None,
    }


def session_item(session: Session) -> Document:
    """A session in a list."""
    return {
        "id": session.uid,
        "label": f"S-{session.id}",
        "title": session.title,
        "agent": session.agent,
        "source": session.source,
        "project": session.project,
        "started_at": exact(session.started_at),
        "ended_at": exact(session.ended_at),
        "open": session.is_open,
        "topics": list(session.topics),
        "summary": session.summary,
        "events": session.events,
        "memories": session.memories,
    }


def event_item(event: Event) -> Document:
    """One turn of a transcript. `active` is false on a branch that was rewound."""
    return {
        "id": event.uid,
        "turn": event.turn,
        "role": event.role.value,
        "speaker": event.speaker,
        "at": exact(event.at),
        "text": event.text,
        "active": event.active,
        "memories": [f"M-{mark.memory_id}" for mark in event.marks],
    }


def file_item(report: FileReport) -> Document:
    """What an import did, or would do, with one file; `error` only where it could not be read."""
    item: Document = {
        "path": report.path,
        "format": report.format or None,
        "read": report.read,
        "new": report.new,
        "known": report.known,
        "changed": report.changed,
        "skipped": [{"line": part.line, "reason": part.reason} for part in report.skipped],
        "sessions": report.sessions,
        "events": report.events,
        "memories": report.memories,
        "deleted": report.deleted,
    }
    if report.error:
        item["error"] = report.error
    return item


def statistics_document(counts: Statistics) -> Document:
    """Counts of the whole store."""
    return {
        "memories": {
            "total": counts.total,
            "by_tier": counts.by_tier,
            "by_kind": counts.by_kind,
            "by_state": counts.by_state,
            "pinned": counts.pinned,
            "dormant": counts.dormant,
        },
        "sessions": counts.sessions,
        "events": counts.events,
        "vectors": counts.vectors,
        "bytes": counts.bytes,
    }
