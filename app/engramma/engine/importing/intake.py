"""Takes a batch of records into the store, or only judges them when there is nothing to write to.

Works by look-ups of each batch, so that memory stays flat however long a file is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engramma.engine.importing.knowledge import take_entities, take_memories, take_relations
from engramma.engine.importing.proposing import take_proposals
from engramma.engine.importing.samples import event_sample, named_sample
from engramma.engine.importing.tally import Tally
from engramma.engine.workspace import Workspace
from engramma.model.transfer import (
    CollisionPolicy,
    EntityRecord,
    EventRecord,
    MemoryRecord,
    Record,
    RelationRecord,
    SessionRecord,
    Skipped,
)
from engramma.store.handles import Connection
from engramma.store.identity import normal_text, storable, text_hash
from engramma.store.journal.step import Step
from engramma.store.known import KnownRow, known_events, known_sessions
from engramma.store.sessions.writing import refresh_session
from engramma.store.tables import event, session

ROLES = frozenset({"user", "agent", "tool", "decision", "error", "note"})


@dataclass(slots=True)
class SessionSlot:
    """A session of the file that is being read; inserted when its first new event or memory comes."""

    record: SessionRecord
    id: int | None = None
    known: bool = False
    referred: bool = False
    stored: bool = False
    deleted: bool = False
    fresh: int = 0


@dataclass(frozen=True, slots=True)
class _FreshEvent:
    """An event to insert. Without a `session_id` its session is inserted just before."""

    record: EventRecord
    key: str
    text: str
    content: int
    parent_id: int | None
    session_id: int | None


@dataclass(slots=True)
class Intake:
    """The state of one file's import between batches."""

    workspace: Workspace
    tally: Tally
    policy: CollisionPolicy
    source_id: int | None = None
    sessions: dict[str, SessionSlot] = field(default_factory=dict)
    planned: dict[int, int] = field(default_factory=dict)

    def take(self, records: Sequence[Record], *, connection: Connection, step: Step | None) -> None:
        """Judge `records` and, with a step, write what is new. Records keep their order."""
        self._meet_sessions(
            [item for item in records if isinstance(item, SessionRecord)], connection=connection
        )
        events = [item for item in records if isinstance(item, EventRecord)]
        if events:
            self._take_events(events, connection=connection, step=step)
        entities = [item for item in records if isinstance(item, EntityRecord)]
        if entities:
            take_entities(self, entities, connection=connection, step=step)
        memories = [item for item in records if isinstance(item, MemoryRecord)]
        if memories:
            direct = [item for item in memories if not item.proposed]
            take_memories(self, direct, connection=connection, step=step)
            asked = [item for item in memories if item.proposed]
            take_proposals(self, asked, connection=connection, step=step)
        relations = [item for item in records if isinstance(item, RelationRecord)]
        if relations:
            take_relations(self, relations, connection=connection, step=step)
        for item in records:
            if isinstance(item, Skipped):
                self.tally.skip(item)

    def finish(self, *, connection: Connection, step: Step | None) -> None:
        """Take in the sessions that no event or memory referred to."""
        for slot in self.sessions.values():
            if not slot.referred and not slot.known:
                self._insert_session(slot, connection=connection, step=step)
            elif step is not None and slot.stored and slot.fresh and slot.id is not None:
                record = slot.record
                refresh_session(
                    step,
                    slot.id,
                    title=normal_text(record.title),
                    summary=normal_text(record.summary),
                    started_at=record.started.at,
                    ended_at=record.ended.at,
                    is_open=record.is_open,
                    fresh=slot.fresh,
                )

    def planned_before(self, key: str, content: int = 0) -> int | None:
        """In a dry run: the content that an earlier record of this run has under `key`; remembers this one."""
        mark = text_hash(key)
        before = self.planned.get(mark)
        self.planned.setdefault(mark, content)
        return before

    def is_planned(self, key: str) -> bool:
        """In a dry run: whether an earlier record of this run has `key`."""
        return text_hash(key) in self.planned

    def session_id(self, key: str, *, connection: Connection, step: Step | None) -> int | None:
        """The id of the session with `key`, inserted now if it is new; None when nothing is known of it."""
        slot = self.sessions.get(key)
        if slot is None:
            known = known_sessions(connection, [key]).get(key)
            return known.id if known and not known.gone else None
        slot.referred = True
        if slot.id is None and not slot.known:
            self._insert_session(slot, connection=connection, step=step)
        return slot.id

    def _has_session(self, key: str, *, connection: Connection) -> bool:
        if key in self.sessions:
            return True
        known = known_sessions(connection, [key]).get(key)
        return known is not None and not known.gone

    def _meet_sessions(self, records: list[SessionRecord], *, connection: Connection) -> None:
        known = known_sessions(connection, [record.key for record in records])
        for record in records:
            row = known.get(record.key)
            slot = SessionSlot(record)
            if row is not None and (not row.gone or self.policy is not CollisionPolicy.BOTH):
                slot.id, slot.known = row.id, True
                slot.stored, slot.deleted = not row.gone, row.gone
                self.tally.count("deleted" if row.gone else "known", "session")
            elif self.source_id is None and self.planned_before(record.key) is not None:
                slot.known = True
                self.tally.count("known", "session")
            self.sessions[record.key] = slot

    def _insert_session(self, slot: SessionSlot, *, connection: Connection, step: Step | None) -> None:
        self._announce_session(slot)
        if step is not None:
            self._insert_sessions([slot], connection=connection, step=step)

    def _announce_session(self, slot: SessionSlot) -> None:
        record = slot.record
        self.tally.count("new", "session", sample=named_sample("session", record.title, line=record.line))
        slot.known = True

    def _insert_sessions(self, slots: Sequence[SessionSlot], *, connection: Connection, step: Step) -> None:
        """Insert sessions that were announced, in the order that they were met in."""
        first = step.next_id(session) if slots else 0
        rows = []
        for number, slot in enumerate(slots, start=first):
            rows.append(self._session_row(slot.record, connection=connection, step=step))
            slot.id = number
        step.insert_many(session, rows)

    def _session_row(self, record: SessionRecord, *, connection: Connection, step: Step) -> dict[str, Any]:
        parent = self.sessions.get(record.parent_key)
        parent_id = parent.id if parent else None
        if parent_id is None and record.parent_key:
            row = known_sessions(connection, [record.parent_key]).get(record.parent_key)
            parent_id = row.id if row else None
        return {
            "uid": self.workspace.uids.next(step.at),
            "title": normal_text(record.title),
            "agent": normal_text(record.agent),
            "source": record.source,
            "source_key": record.key,
            "project": normal_text(record.project),
            "topics": json.dumps([normal_text(topic) for topic in record.topics], ensure_ascii=False),
            "summary": normal_text(record.summary),
            "parent_id": parent_id,
            "started_at": record.started.at,
            "ended_at": record.ended.at,
            "is_open": int(record.is_open),
            "time_text": storable(record.started.text),
            "time_quality": record.started.quality,
            "source_id": self.source_id,
            "line": record.line,
            "original": storable(record.original),
        }

    def _take_events(self, records: list[EventRecord], *, connection: Connection, step: Step | None) -> None:
        keys = {record.key for record in records} | {
            record.parent_key for record in records if record.parent_key
        }
        known = known_events(connection, keys)
        numbers: dict[str, int] = {key: row.id for key, row in known.items()}
        fresh: list[_FreshEvent] = []
        awaited: dict[str, SessionSlot] = {}
        next_id = step.next_id(event) if step is not None else 0
        for record in records:
            text = normal_text(record.text)
            if not self._has_session(record.session_key, connection=connection):
                self.tally.skip(Skipped(line=record.line, reason="its session is not in the file"))
                continue
            key = self._event_key(record, text=text, known=known, connection=connection, step=step)
            if key is None:
                continue
            slot = self.sessions.get(record.session_key)
            if slot is not None and slot.id is None and not slot.known:
                self._announce_session(slot)
                awaited[record.session_key] = slot
            if step is None:
                continue
            if slot is None:
                session_id = self.session_id(record.session_key, connection=connection, step=step)
            else:
                session_id = slot.id
                slot.fresh += slot.id is not None or record.session_key in awaited
            if session_id is None and record.session_key not in awaited:
                continue
            numbers[record.key] = next_id + len(fresh)
            content = text_hash(text)
            known[record.key] = KnownRow(id=numbers[record.key], content=content, gone=False)
            parent_id = numbers.get(record.parent_key) if record.parent_key else None
            fresh.append(_FreshEvent(record, key, text, content, parent_id, session_id))
        if step is not None and fresh:
            self._insert_sessions(list(awaited.values()), connection=connection, step=step)
            step.insert_many(event, [self._event_row(item, step=step) for item in fresh])

    def _event_key(
        self,
        record: EventRecord,
        *,
        text: str,
        known: dict[str, KnownRow],
        connection: Connection,
        step: Step | None,
    ) -> str | None:
        """The key to insert the event under, or None when nothing is to be inserted."""
        row = known.get(record.key)
        slot = self.sessions.get(record.session_key)
        if slot is not None:
            slot.referred = True
            if slot.deleted and (row is None or row.gone):
                self._count_event("deleted", record, text=text)
                return None
        if row is None:
            before = self.planned_before(record.key, text_hash(text)) if step is None else None
            if before is not None:
                self.tally.count("known" if before == text_hash(text) else "changed", "event")
                return None
            self._count_event("new", record, text=text)
            return record.key
        if row.gone and self.policy is CollisionPolicy.BOTH:
            self._count_event("new", record, text=text)
            return record.key
        if row.gone:
            self._count_event("deleted", record, text=text)
            return None
        if row.content == text_hash(text):
            self._count_event("known", record, text=text)
            return None
        if self.policy in (CollisionPolicy.SKIP, CollisionPolicy.ASK):
            self._count_event("changed", record, text=text)
            return None
        if self.policy is CollisionPolicy.REPLACE:
            self._count_event("changed", record, text=text)
            if step is not None:
                step.update(event, row.id, text=text, content_key=text_hash(text))
            return None
        other = f"{record.key}#{text_hash(text):x}"
        if known_events(connection, [other]):
            self._count_event("known", record, text=text)
            return None
        self._count_event("new", record, text=text)
        return other

    def _count_event(self, verdict: str, record: EventRecord, *, text: str) -> None:
        if verdict == "new":
            self.tally.look(record)
        wanted = self.tally.wants_sample(verdict, "event")
        self.tally.count(
            verdict, "event", sample=event_sample(record, verdict, text=text) if wanted else None
        )

    def _event_row(self, item: _FreshEvent, *, step: Step) -> dict[str, Any]:
        record = item.record
        session_id = item.session_id
        return {
            "uid": self.workspace.uids.next(step.at),
            "session_id": self.sessions[record.session_key].id if session_id is None else session_id,
            "turn": (record.turn or 0) + 1,
            "role": record.role if record.role in ROLES else "note",
            "speaker": normal_text(record.speaker),
            "text": item.text,
            "at": record.time.at,
            "time_text": storable(record.time.text),
            "time_quality": record.time.quality,
            "parent_id": item.parent_id,
            "active": int(record.active),
            "sidechain": int(record.sidechain),
            "detail": storable(record.detail),
            "source_key": item.key,
            "content_key": item.content,
            "source_id": self.source_id,
            "line": record.line,
            "original": storable(record.original),
        }
