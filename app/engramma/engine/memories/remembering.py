"""Keeping a statement: a new memory, or new strength for the equal one that is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from engramma.engine.memories.asking import only_proposes, propose
from engramma.engine.memories.checks import (
    checked_importance,
    checked_tags,
    checked_text,
    checked_tier,
    checked_word,
)
from engramma.engine.memories.labels import named, quoted
from engramma.engine.memories.values import Remembered
from engramma.engine.workspace import Workspace
from engramma.model.clock import to_local
from engramma.model.errors import InvalidValueError
from engramma.model.memory import Category, Kind
from engramma.model.operation import CLI, PERSON
from engramma.model.session import Role
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


def scored(text: str) -> float:
    """The importance of a statement that somebody wants kept: by the gate's rules, never below what these keep."""
    # Not above: whoever only opens a store does not need the gate.
    from engramma.engine.gate import gate_rules
    from engramma.theory.gate import judge

    judged = judge(text, role=Role.USER, before=(), rules=gate_rules(), threshold=DEFAULT_IMPORTANCE)
    return max((DEFAULT_IMPORTANCE, *(round(verdict.score, 4) for verdict in judged)))


@dataclass(frozen=True, slots=True)
class Statement:
    """What is to be kept, checked: how it is filed, and where it was said."""

    text: str
    kind: str
    tier: str
    category: str
    importance: float
    tags: tuple[str, ...] = ()
    session_id: int | None = None
    event_id: int | None = None
    quote: str = ""


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
    """Raises InvalidValueError; an agent also when a person deleted the same statement; AskedError."""
    actor = workspace.actor
    statement = Statement(
        text=checked_text(text),
        kind=checked_word(Kind, kind, what="kind"),
        tier=checked_tier(tier),
        category=checked_word(Category, category, what="category"),
        importance=checked_importance(scored(text) if importance is None else importance, actor=actor),
        tags=tuple(checked_tags(tags)),
        session_id=session_id,
        event_id=event_id,
        quote=normal_text(quote),
    )
    if workspace.proposing:
        return _proposed(workspace, statement)
    with workspace.journal.short("remember", "new memory", actor=actor) as step:
        return remember_within(workspace, step, statement, actor=actor)


def remember_within(workspace: Workspace, step: Step, statement: Statement, *, actor: str) -> Remembered:
    """Keep it in a step that is under way, in the name of `actor`; the step is labelled by what came of it."""
    key = workspace.content_key(statement.text)
    session_id, event_id, words = statement.session_id, statement.event_id, statement.quote
    require(step.connection, session, [session_id])
    require(step.connection, event, [event_id])
    equal = find_active_equal(step.connection, key)
    if equal is not None:
        _reinforce(step, equal.id, still=equal.still, half_life=step.policy.half_life(equal.tier))
        memory_id, uid = equal.id, equal.uid
        step.label = f"reinforcement of M-{memory_id}"
    else:
        if workspace.actor not in (PERSON, CLI):
            _refuse_deleted(find_deleted_equal(step.connection, key))
        uid = workspace.uids.next(step.at)
        memory_id = insert_memory(
            step,
            uid=uid,
            key=key,
            text=statement.text,
            kind=statement.kind,
            tier=statement.tier,
            category=statement.category,
            importance=statement.importance,
            created_at=step.at,
            actor=actor,
            session_id=session_id,
        )
        step.label = f"new memory {named([memory_id])}"
    add_tags(step, memory_id, statement.tags)
    if session_id is not None or event_id is not None:
        start, end = span_of(step.connection, event_id, words) if event_id and words else (None, None)
        insert_provenance(
            step, memory_id, session_id=session_id, event_id=event_id, start=start, end=end, quote=words
        )
    return Remembered(id=memory_id, uid=uid, created=equal is None)


def _proposed(workspace: Workspace, statement: Statement) -> Remembered:
    with workspace.database.read() as reading:
        key = workspace.content_key(statement.text)
        equal = find_active_equal(reading.connection, key)
        if equal is None:
            _refuse_deleted(find_deleted_equal(reading.connection, key))
    if equal is None:
        propose(
            workspace,
            (),
            action="remember",
            what=f"new memory {quoted(statement.text)}",
            values=asdict(statement),
            reason=only_proposes(workspace),
        )
    return Remembered(id=equal.id, uid=equal.uid, created=False)


def _reinforce(step: Step, memory_id: int, *, still: bool, half_life: float) -> None:
    begin_segment(
        step, memory_id, t0=step.at, s0=1.0, half_life=None if still else half_life, reason="rehearsed"
    )


def _refuse_deleted(deleted_at: int | None) -> None:
    if deleted_at is not None:
        day = to_local(deleted_at).strftime("%d %B %Y").lstrip("0")
        raise InvalidValueError(
            f"This was known and deleted on {day}.", hint="A person can restore it or remember it again."
        )
