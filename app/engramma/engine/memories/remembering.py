"""Keeping a statement: a new memory, or new strength for the equal one that is there."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.memories.checks import (
    checked_importance,
    checked_tags,
    checked_text,
    checked_tier,
    checked_word,
)
from engramma.engine.memories.labels import named
from engramma.engine.memories.values import Remembered
from engramma.engine.workspace import Workspace
from engramma.model.clock import to_local
from engramma.model.errors import InvalidValueError
from engramma.model.memory import Category, Kind
from engramma.model.operation import CLI, PERSON
from engramma.store.existing import require
from engramma.store.identity import normal_text
from engramma.store.journal.step import Step
from engramma.store.memories.equals import find_active_equal, find_deleted_equal
from engramma.store.memories.segments import begin_segment
from engramma.store.memories.spans import span_of
from engramma.store.memories.tagging import add_tags
from engramma.store.memories.writing import insert_memory, insert_provenance
from engramma.store.tables import event, session

DEFAULT_IMPORTANCE = 0.5


def remember(
    workspace: Workspace,
    text: str,
    *,
    kind: str,
    tier: str,
    category: str,
    importance: float | None,
    tags: Sequence[str],
    session_id: int | None,
    event_id: int | None,
    quote: str,
) -> Remembered:
    """Raises InvalidValueError; an agent also when a person deleted the same statement."""
    actor = workspace.actor
    clean = checked_text(text)
    kind_word = checked_word(Kind, kind, what="kind")
    category_word = checked_word(Category, category, what="category")
    tier_word = checked_tier(tier)
    weight = checked_importance(DEFAULT_IMPORTANCE if importance is None else importance, actor=actor)
    tag_names = checked_tags(tags)
    words = normal_text(quote)
    key = workspace.content_key(clean)
    with workspace.journal.short("remember", "new memory", actor=actor) as step:
        require(step.connection, session, [session_id])
        require(step.connection, event, [event_id])
        equal = find_active_equal(step.connection, key)
        if equal is not None:
            _reinforce(step, equal.id, still=equal.still, half_life=step.policy.half_life(equal.tier))
            memory_id, uid = equal.id, equal.uid
            step.label = f"reinforcement of M-{memory_id}"
        else:
            if actor not in (PERSON, CLI):
                _refuse_deleted(step, key)
            uid = workspace.uids.next(step.at)
            memory_id = insert_memory(
                step,
                uid=uid,
                key=key,
                text=clean,
                kind=kind_word,
                tier=tier_word,
                category=category_word,
                importance=weight,
                created_at=step.at,
                actor=actor,
                session_id=session_id,
            )
            step.label = f"new memory {named([memory_id])}"
        add_tags(step, memory_id, tag_names)
        if session_id is not None or event_id is not None:
            start, end = span_of(step.connection, event_id, words) if event_id and words else (None, None)
            insert_provenance(
                step, memory_id, session_id=session_id, event_id=event_id, start=start, end=end, quote=words
            )
    return Remembered(id=memory_id, uid=uid, created=equal is None)


def _reinforce(step: Step, memory_id: int, *, still: bool, half_life: float) -> None:
    begin_segment(
        step, memory_id, t0=step.at, s0=1.0, half_life=None if still else half_life, reason="rehearsed"
    )


def _refuse_deleted(step: Step, key: bytes) -> None:
    deleted_at = find_deleted_equal(step.connection, key)
    if deleted_at is not None:
        day = to_local(deleted_at).strftime("%d %B %Y").lstrip("0")
        raise InvalidValueError(
            f"This was known and deleted on {day}.", hint="A person can restore it or remember it again."
        )
