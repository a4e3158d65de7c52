"""The rule of each field over `memory`: one entry a field, so that none can be forgotten."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import ColumnElement, Select, and_, false, or_, select, true

from engramma.model.search.values import Between, Choice, Compare, Comparison, Ids, Match, Never, Number, Test
from engramma.store.search.context import Context
from engramma.store.search.likeness import like_contains, like_matches
from engramma.store.search.moments import moment_clause
from engramma.store.search.properties import has_clause, is_clause
from engramma.store.search.sets import TAG_NAMES, is_in, tagged
from engramma.store.search.strength import SHOWN_PRECISION, strength_between, strength_compared
from engramma.store.tables import (
    entity,
    event,
    import_source,
    memory,
    mention,
    operation,
    provenance,
    session,
    tag,
)
from engramma.store.visibility import visible


def term_clause(field: str, test: Test, context: Context) -> ColumnElement[bool]:
    """The clause of `field:test`."""
    return _RULES[field](test, context)


def _choice(column: ColumnElement[str]) -> Callable[[Test, Context], ColumnElement[bool]]:
    def rule(test: Test, _context: Context) -> ColumnElement[bool]:
        assert isinstance(test, Choice)
        return true() if test.value == "any" else column == test.value

    return rule


def _tier(test: Test, _context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Choice)
    return false() if test.value == "sensory" else memory.c.tier == test.value


def _is(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Choice)
    return is_clause(test.value, context)


def _has(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Choice)
    return has_clause(test.value, context)


def _tag(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    names = TAG_NAMES.where(like_matches(TAG_NAMES.selected_columns.name, test))
    return is_in(tagged(tag.c.name.in_(names), context), context)


def session_named(match: Match) -> ColumnElement[bool]:
    """Whether a session's title contains the text (or fits it, if wild), or it is its number or id."""
    columns = session.c
    if match.wild:
        return like_matches(columns.title, match)
    options = [like_contains(columns.title, match.text), columns.uid == match.text.upper()]
    number = match.text.upper().removeprefix("S-")
    if number.isascii() and number.isdecimal() and len(number) <= 18:
        options.append(columns.id == int(number))
    return or_(*options)


def sessions_where(condition: ColumnElement[bool], context: Context) -> Select[tuple[int]]:
    """The ids of the visible sessions that fit `condition`."""
    return select(session.c.id).where(visible(session, context.hidden), condition)


def _in_session(condition: ColumnElement[bool], context: Context) -> ColumnElement[bool]:
    ids = sessions_where(condition, context)
    return and_(memory.c.session_id.is_not(None), memory.c.session_id.in_(ids))


def _session(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return _in_session(session_named(test), context)


def _agent(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return _in_session(like_matches(session.c.agent, test), context)


def _project(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return _in_session(like_matches(session.c.project, test), context)


def sources_named(match: Match, context: Context) -> Select[tuple[int]]:
    """The ids of the visible import sources with that name or format."""
    columns = import_source.c
    named = or_(like_matches(columns.name, match), like_matches(columns.format, match))
    return select(columns.id).where(visible(import_source, context.hidden), named)


def session_started(test: Test, context: Context) -> ColumnElement[bool]:
    """Whether a session began when `test` says; one without a date never did."""
    assert isinstance(test, Compare | Between)
    return moment_clause(session.c.started_at, test, now=context.now, tz=context.tz, future=False)


def _started(test: Test, context: Context) -> ColumnElement[bool]:
    return _in_session(session_started(test, context), context)


def _source(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    imported = select(provenance.c.memory_id).where(
        visible(provenance, context.hidden),
        provenance.c.source_id.is_not(None),
        provenance.c.source_id.in_(sources_named(test, context)),
    )
    return or_(_in_session(like_matches(session.c.source, test), context), is_in(imported, context))


def _about(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    # Whether a thing is shown follows from its mentions: the pass that found it first may have been undone since.
    entities = select(entity.c.id).where(like_matches(entity.c.name, test))
    about = select(mention.c.memory_id).where(
        visible(mention, context.hidden), mention.c.entity_id.in_(entities)
    )
    return is_in(about, context)


def _actor(test: Test, _context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return memory.c.born_op.in_(select(operation.c.id).where(like_matches(operation.c.actor, test)))


def _from_event(condition: ColumnElement[bool], context: Context) -> ColumnElement[bool]:
    return (
        select(provenance.c.id)
        .join(event, event.c.id == provenance.c.event_id)
        .where(
            provenance.c.memory_id == memory.c.id,
            visible(provenance, context.hidden),
            visible(event, context.hidden),
            condition,
        )
        .correlate(memory)
        .exists()
    )


def _speaker(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Match)
    return _from_event(like_matches(event.c.speaker, test), context)


def _role(test: Test, context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Choice)
    return _from_event(event.c.role == test.value, context)


def _number(
    column: ColumnElement[float], how: Comparison, value: float, *, shown: bool
) -> ColumnElement[bool]:
    match how:
        case Comparison.LESS:
            return column < value
        case Comparison.AT_MOST:
            return column <= value
        case Comparison.MORE:
            return column > value
        case Comparison.AT_LEAST:
            return column >= value
        case _:
            if not shown:
                return column == value
            return and_(column >= value - SHOWN_PRECISION, column < value + SHOWN_PRECISION)


def _importance(test: Test, _context: Context) -> ColumnElement[bool]:
    column = memory.c.importance
    match test:
        case Compare(how, Number(value)):
            return _number(column, how, value, shown=True)
        case Between(Number(low), Number(high)):
            return and_(column >= low, column <= high)
        case _:
            return false()


def _recalls(test: Test, _context: Context) -> ColumnElement[bool]:
    column = memory.c.recalls
    match test:
        case Compare(how, Number(value)):
            return _number(column, how, value, shown=False)
        case Between(Number(low), Number(high)):
            return and_(column >= low, column <= high)
        case _:
            return false()


def _strength(test: Test, context: Context) -> ColumnElement[bool]:
    match test:
        case Compare(how, Number(value)):
            return strength_compared(how, value, now=context.now)
        case Between(Number(low), Number(high)):
            return strength_between(low, high, now=context.now)
        case _:
            return false()


def _moment(
    column: ColumnElement[int], *, future: bool = False
) -> Callable[[Test, Context], ColumnElement[bool]]:
    def rule(test: Test, context: Context) -> ColumnElement[bool]:
        if isinstance(test, Never):
            return column.is_(None)
        assert isinstance(test, Compare | Between)
        return moment_clause(column, test, now=context.now, tz=context.tz, future=future)

    return rule


def _id(test: Test, _context: Context) -> ColumnElement[bool]:
    assert isinstance(test, Ids)
    numbers = [int(item) for item in test.items if item.isdecimal()]
    options: list[ColumnElement[bool]] = [memory.c.id.in_(numbers)] if numbers else []
    options += [
        and_(memory.c.uid >= item, memory.c.uid < f"{item}~") for item in test.items if not item.isdecimal()
    ]
    return or_(*options)


_RULES: Mapping[str, Callable[[Test, Context], ColumnElement[bool]]] = {
    "tier": _tier,
    "kind": _choice(memory.c.kind),
    "category": _choice(memory.c.category),
    "state": _choice(memory.c.state),
    "is": _is,
    "has": _has,
    "tag": _tag,
    "session": _session,
    "agent": _agent,
    "source": _source,
    "project": _project,
    "about": _about,
    "actor": _actor,
    "speaker": _speaker,
    "role": _role,
    "importance": _importance,
    "strength": _strength,
    "recalls": _recalls,
    "recalled": _moment(memory.c.last_recalled_at),
    "fades": _moment(memory.c.fades_at, future=True),
    "created": _moment(memory.c.created_at),
    "updated": _moment(memory.c.updated_at),
    "started": _started,
    "id": _id,
}
