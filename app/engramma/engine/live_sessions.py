"""Writes live sessions: the events of an agent's conversation, and what the attention gate made of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from engramma.engine.memories.checks import checked_tags, checked_text
from engramma.engine.workspace import Workspace
from engramma.store.identity import normal_text, text_hash
from engramma.store.journal.step import Step
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_memory, insert_provenance
from engramma.store.tables import event, gate_verdict, session


@dataclass(frozen=True, slots=True)
class SaidEvent:
    """One turn as it was said, at UTC µs `at`."""

    turn: int
    role: str
    speaker: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class KeptStatement:
    """A statement that became a memory; `start` and `end` are characters of its event's text."""

    event_id: int
    text: str
    kind: str
    category: str
    importance: float
    tags: tuple[str, ...]
    at: int
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The gate's score of an event; `kept` is the place of the statement it became, if any."""

    event_id: int
    score: float
    reasons: tuple[tuple[str, float], ...]
    kept: int | None
    start: int | None = None
    end: int | None = None


def record_session(
    workspace: Workspace,
    title: str,
    events: Sequence[SaidEvent],
    *,
    agent: str,
    topics: Sequence[str],
    summary: str,
    started_at: int,
    ended_at: int | None,
) -> tuple[int, range]:
    """A session with all its events as one operation; returns its id and the ids of the events."""
    label = f"session “{title}”, {len(events)} events"
    with workspace.journal.short("session", label, actor=workspace.actor) as step:
        session_id = step.insert(
            session,
            uid=workspace.uids.next(step.at),
            title=normal_text(title),
            agent=agent,
            source="live",
            topics=json.dumps(list(topics), ensure_ascii=False),
            summary=normal_text(summary),
            started_at=started_at,
            ended_at=ended_at,
            is_open=int(ended_at is None),
            is_live=1,
            gated_turn=max((said.turn for said in events), default=0),
        )
        ids = step.insert_many(
            event,
            [
                {
                    "uid": workspace.uids.next(said.at),
                    "session_id": session_id,
                    "turn": said.turn,
                    "role": said.role,
                    "speaker": said.speaker,
                    "text": normal_text(said.text),
                    "at": said.at,
                    "content_key": text_hash(normal_text(said.text)),
                }
                for said in events
            ],
        )
    return session_id, ids


def record_gate(
    workspace: Workspace,
    session_id: int,
    title: str,
    *,
    statements: Sequence[KeptStatement],
    judgements: Sequence[Judgement],
) -> tuple[int, ...]:
    """What the gate kept and dropped of a session as one operation; returns the ids of the new memories."""
    count = len(statements)
    label = f"{count} {'memory' if count == 1 else 'memories'} from “{title}”"
    with workspace.journal.short("gate", label, actor=workspace.actor) as step:
        ids = tuple(_keep(step, workspace, session_id, kept=kept) for kept in statements)
        step.insert_many(
            gate_verdict,
            [
                {
                    "event_id": judged.event_id,
                    "start_char": judged.start,
                    "end_char": judged.end,
                    "score": judged.score,
                    "kept": int(judged.kept is not None),
                    "reasons": json.dumps(
                        [{"name": name, "points": points} for name, points in judged.reasons],
                        ensure_ascii=False,
                    ),
                    "memory_id": None if judged.kept is None else ids[judged.kept],
                }
                for judged in judgements
            ],
        )
    return ids


def _keep(step: Step, workspace: Workspace, session_id: int, *, kept: KeptStatement) -> int:
    text = checked_text(kept.text)
    memory_id = insert_memory(
        step,
        uid=workspace.uids.next(kept.at),
        key=workspace.content_key(text),
        text=text,
        kind=kept.kind,
        tier="short_term",
        category=kept.category,
        importance=kept.importance,
        created_at=kept.at,
        actor=workspace.actor,
        session_id=session_id,
    )
    add_tags(step, memory_id, checked_tags(kept.tags))
    insert_provenance(
        step,
        memory_id,
        session_id=session_id,
        event_id=kept.event_id,
        start=kept.start,
        end=kept.end,
        quote=kept.quote,
    )
    return memory_id
