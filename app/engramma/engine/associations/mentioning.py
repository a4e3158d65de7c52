"""Keeps what memories are about in step with what they say: which mentions come, come back, and go.

Depends on the statements alone, and dates a mention by its memory, so that it is no matter when a pass looks. What a
person or an import linked is never taken off, and what somebody took off or undid does not come back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engramma.engine.associations.finding import entity_finder
from engramma.engine.associations.strengthening import keep_strongest
from engramma.model.records import dataclass
from engramma.store.associations.mentions import (
    EntityRow,
    MentionRow,
    StatementRow,
    insert_entities,
    insert_mentions,
    others_open,
    read_entities,
    read_entities_named,
    read_mentions,
    read_statements,
    read_texts_about,
    set_entity,
    set_mentions_removed,
    still_mentioned,
    taken_off_by_pass,
    unmentioned,
)
from engramma.store.handles import Connection
from engramma.store.journal.step import Step
from engramma.theory.entities import EntityType, FoundEntity

# How many of the memories about a thing are read again for its name when one of them says something else now.
NAMED_BY = 200
_TYPES = {kind.value: number for number, kind in enumerate(EntityType)}


@dataclass(frozen=True, slots=True)
class MentionChange:
    """What one memory is about from now on: `added` things, mentions that come back, and such that go.

    `renamed` are things that go by another name now that this memory, which was edited, says something else.
    """

    memory_id: int
    created_at: int
    found: tuple[FoundEntity, ...]
    added: tuple[FoundEntity, ...]
    back: tuple[MentionRow, ...]
    gone: tuple[MentionRow, ...]
    renamed: tuple[int, ...]


def mention_changes(
    connection: Connection, ids: Sequence[int], *, hidden: Sequence[int]
) -> list[MentionChange]:
    """What would change for the memories `ids`; those for which nothing does are left out."""
    statements = read_statements(connection, ids)
    mentions = read_mentions(connection, ids, hidden=hidden)
    finder = entity_finder()
    changes = []
    for statement in statements:
        change = _change(connection, statement, finder.find(statement.text), mentions.get(statement.id, ()))
        if change.added or change.back or change.gone or change.renamed:
            changes.append(change)
    return changes


def _change(
    connection: Connection,
    statement: StatementRow,
    found: tuple[FoundEntity, ...],
    mentions: Sequence[MentionRow],
) -> MentionChange:
    if not mentions:
        return MentionChange(statement.id, statement.created_at, found, found, (), (), ())
    shown = {row.normal_name for row in mentions if not row.gone}
    wanted = {item.normal_name for item in found}
    gone = tuple(row for row in mentions if row.by_pass and not row.gone and row.normal_name not in wanted)
    missing = [item for item in found if item.normal_name not in shown]
    former: dict[str, list[MentionRow]] = {}
    for row in mentions:
        if row.gone:
            former.setdefault(row.normal_name, []).append(row)
    added, back = [], []
    for item in missing:
        rows = former.get(item.normal_name)
        if rows is None:
            added.append(item)
            continue
        may = taken_off_by_pass(connection, "mention", [row.id for row in rows])
        back.extend([row for row in rows if row.id in may][:1])
    renamed: tuple[int, ...] = ()
    if statement.edited:
        written = {item.normal_name: (item.name, item.type.value) for item in found}
        unsure = [
            row.entity_id
            for row in mentions
            if row.by_pass
            and not row.gone
            and written.get(row.normal_name) not in (None, (row.name, row.type))
        ]
        renamed = tuple(row.id for row, _best in _named_otherwise(connection, unsure))
    return MentionChange(statement.id, statement.created_at, found, tuple(added), tuple(back), gone, renamed)


def apply_mentions(step: Step, ids: Sequence[int]) -> None:
    """Bring the mentions of the memories `ids` in step with what they say, within an operation."""
    hidden = others_open(step)
    changes = mention_changes(step.connection, ids, hidden=hidden)
    if not changes:
        return
    things = _things(step, changes, hidden=hidden)
    insert_mentions(
        step,
        [
            (change.memory_id, things[item.normal_name].id, change.created_at)
            for change in changes
            for item in change.added
        ],
    )
    set_mentions_removed(step, [row.id for change in changes for row in change.back], removed=False)
    gone = [row for change in changes for row in change.gone]
    set_mentions_removed(step, [row.id for row in gone], removed=True)
    _tidy(
        step, sorted({row.entity_id for row in gone} | {one for change in changes for one in change.renamed})
    )
    keep_strongest(step, [change.memory_id for change in changes if change.added or change.back])


def _things(
    step: Step, changes: Sequence[MentionChange], *, hidden: Sequence[int]
) -> Mapping[str, EntityRow]:
    """The thing of each name that is mentioned; made, brought back or named better where that is due."""
    wanted: dict[str, tuple[str, str]] = {}
    needed: set[str] = set()
    for change in changes:
        needed.update(item.normal_name for item in change.added)
        needed.update(row.normal_name for row in change.back)
        for item in change.found:
            wanted[item.normal_name] = _better(wanted.get(item.normal_name), (item.name, item.type.value))
    things = read_entities_named(step.connection, wanted, hidden=hidden)
    lost = [row.id for row in things.values() if row.removed and row.normal_name in needed]
    may_return: set[int] = set()
    if lost:
        may_return = taken_off_by_pass(step.connection, "entity", lost) | still_mentioned(
            step.connection, lost
        )
    fresh = []
    for normal in sorted(needed):
        known = things.get(normal)
        if known is None or (known.removed and known.id not in may_return):
            fresh.append((wanted[normal][0], normal, wanted[normal][1]))
        elif known.removed:
            set_entity(step, known.id, removed=0, name=wanted[normal][0], type=wanted[normal][1])
    made = insert_entities(step, fresh)
    for entity_id, (name, normal, kind) in zip(made, fresh, strict=True):
        things[normal] = EntityRow(entity_id, name, normal, kind, True, False, False)
    for normal, best in wanted.items():
        known = things.get(normal)
        if known is not None and known.by_pass and not known.removed and not known.sourced:
            _rename(step, known, _better((known.name, known.type), best))
    return things


def _rename(step: Step, known: EntityRow, best: tuple[str, str]) -> None:
    if best != (known.name, known.type):
        set_entity(step, known.id, name=best[0], type=best[1])


def _tidy(step: Step, entity_ids: Sequence[int]) -> None:
    """Take off things that nothing mentions any more; the others are named by those that still do."""
    empty = set(unmentioned(step.connection, entity_ids))
    for entity_id in sorted(empty):
        set_entity(step, entity_id, removed=1)
    left = [entity_id for entity_id in entity_ids if entity_id not in empty]
    for row, best in _named_otherwise(step.connection, left):
        _rename(step, row, best)


def _named_otherwise(connection: Connection, ids: Sequence[int]) -> list[tuple[EntityRow, tuple[str, str]]]:
    """Those of the things `ids` that go by another name or kind than their memories give them, and which."""
    finder = entity_finder()
    found = []
    for row in read_entities(connection, ids):
        best: tuple[str, str] | None = None
        if row.by_pass and not row.sourced and not row.removed:
            for text in read_texts_about(connection, row.id, limit=NAMED_BY):
                for item in finder.find(text):
                    if item.normal_name == row.normal_name:
                        best = _better(best, (item.name, item.type.value))
        if best not in (None, (row.name, row.type)):
            assert best is not None
            found.append((row, best))
    return found


def _better(one: tuple[str, str] | None, other: tuple[str, str]) -> tuple[str, str]:
    """The better of two ways to write and to take a thing, each by itself; always the same one of two."""
    if one is None:
        return other
    name = min(one[0], other[0], key=_written)
    kind = min(one[1], other[1], key=lambda word: (_TYPES.get(word, len(_TYPES)), word))
    return name, kind


def _written(name: str) -> tuple[int, str]:
    plain = name == name.lower()
    return (2 if plain else 1 if name == name.upper() else 0), name
