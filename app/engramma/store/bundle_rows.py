"""A store's rows in the form of a bundle: references by place in their table instead of ids, nothing derived.

The form depends on nothing but the content, so that the same content gives the same bytes in every store.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from sqlalchemy import Connection, Table, func, select

from engramma.store.database import Reading
from engramma.store.journal.step import is_derived
from engramma.store.search.arrays import integers
from engramma.store.tables import (
    association,
    conflict,
    entity,
    entity_relation,
    event,
    gate_verdict,
    import_source,
    memory,
    mention,
    policy_setting,
    proposal,
    provenance,
    recall,
    recall_check,
    recall_hit,
    saved_search,
    segment,
    session,
    tag,
    version,
)
from engramma.store.tables.base import REFERS_TO
from engramma.store.visibility import visible

BUNDLED: tuple[Table, ...] = (
    import_source,
    session,
    event,
    memory,
    segment,
    version,
    tag,
    provenance,
    association,
    entity,
    mention,
    entity_relation,
    gate_verdict,
    recall,
    recall_hit,
    recall_check,
    conflict,
    proposal,
    saved_search,
    policy_setting,
)
_NAMED = {table.name: table for table in BUNDLED}
_LEFT_OUT = frozenset({"id", "born_op", "removed", "content_key", "pass_id"})
_PAGE = 2_000
SCANNED = 20_000
"""From so many rows on, reading all of a table costs less than naming those that are meant."""


@cache
def references(table: Table) -> Mapping[str, str]:
    """Columns of `table` that hold the id of a row in a bundled table, and that table's name."""
    found = {
        column.name: key.column.table.name
        for column in table.c
        for key in column.foreign_keys
        if key.column.table.name in _NAMED
    }
    found.update({column.name: column.info[REFERS_TO] for column in table.c if REFERS_TO in column.info})
    if "parent_id" in table.c:
        found["parent_id"] = table.name
    return MappingProxyType(found)


def is_owner(table: Table, column: str) -> bool:
    """Whether a row of `table` cannot be without the row that `column` refers to."""
    return not table.c[column].nullable or table is recall_hit


@cache
def bundled_columns(table: Table) -> tuple[str, ...]:
    """The columns of `table` that go into a bundle."""
    return tuple(
        column.name
        for column in table.c
        if column.name not in _LEFT_OUT
        and (column.name == "updated_at" or not is_derived(table, column.name))
    )


class Selection:
    """Which rows go into a bundle: sorted ids by table; the place of an id in them is its reference."""

    def __init__(self, ids: Mapping[str, np.ndarray]) -> None:
        self._ids = ids

    def ids(self, table: Table) -> np.ndarray:
        """The sorted ids of a table."""
        return self._ids[table.name]

    def place(self, table_name: str, row_id: int | None) -> int | None:
        """The place of a row, or None when it is not in the bundle."""
        if row_id is None:
            return None
        ids = self._ids[table_name]
        place = int(np.searchsorted(ids, row_id))
        return place if place < len(ids) and ids[place] == row_id else None


def select_all(reading: Reading) -> Selection:
    """Everything that is visible, but for rows that hang on something that is not."""
    ids: dict[str, np.ndarray] = {}
    for table in BUNDLED:
        ids[table.name] = _visible_ids(reading, table, ids)
    return Selection(ids)


def select_memories(reading: Reading, memory_ids: np.ndarray) -> Selection:
    """Some memories, what hangs on them, and the turns and sessions that they came from."""
    chosen = np.sort(memory_ids.astype(np.int64))
    ids: dict[str, np.ndarray] = {"memory": chosen}
    for table in (segment, version, tag, provenance, mention):
        ids[table.name] = _owned(reading, table, {"memory_id": chosen})
    ids["association"] = _owned(reading, association, {"source_id": chosen, "target_id": chosen})
    ids["conflict"] = _owned(reading, conflict, {"a_id": chosen, "b_id": chosen})
    ids["entity"] = _referred(reading, mention, "entity_id", ids["mention"])
    ids["entity_relation"] = _owned(
        reading, entity_relation, {"source_id": ids["entity"], "target_id": ids["entity"]}
    )
    ids["event"] = _referred(reading, provenance, "event_id", ids["provenance"])
    ids["session"] = np.union1d(
        _referred(reading, memory, "session_id", chosen),
        _referred(reading, event, "session_id", ids["event"]),
    )
    ids["import_source"] = np.union1d(
        _referred(reading, session, "source_id", ids["session"]),
        _referred(reading, provenance, "source_id", ids["provenance"]),
    )
    ids["gate_verdict"] = _owned(reading, gate_verdict, {"event_id": ids["event"]})
    for table in BUNDLED:
        ids.setdefault(table.name, np.empty(0, dtype=np.int64))
    return Selection(ids)


def bundle_rows(reading: Reading, table: Table, selection: Selection) -> Iterator[dict[str, Any]]:
    """The rows of `table` in bundle form, in order of their ids."""
    names = bundled_columns(table)
    refs = references(table)
    ids = selection.ids(table)
    for start in range(0, len(ids), _PAGE):
        part = [int(row_id) for row_id in ids[start : start + _PAGE]]
        rows = reading.connection.execute(
            select(*(table.c[name] for name in names)).where(table.c.id.in_(part)).order_by(table.c.id)
        )
        for row in rows:
            values = dict(row._mapping)
            for name, target in refs.items():
                if name in values:
                    values[name] = selection.place(target, values[name])
            if table is proposal:
                places = (selection.place("memory", target) for target in json.loads(values["targets"]))
                values["targets"] = json.dumps([place for place in places if place is not None])
            yield values


def _visible_ids(reading: Reading, table: Table, selected: Mapping[str, np.ndarray]) -> np.ndarray:
    owners = {name: target for name, target in references(table).items() if is_owner(table, name)}
    query = select(table.c.id, *(func.coalesce(table.c[name], -1).label(name) for name in owners))
    ids, *columns = integers(
        reading.connection, query.where(visible(table, reading.hidden)).order_by(table.c.id)
    )
    shown = np.ones(len(ids), dtype=bool)
    for column, target in zip(columns, owners.values(), strict=True):
        shown &= np.isin(column, selected[target]) | (column == -1)
    return ids[shown]


def _owned(reading: Reading, table: Table, owners: Mapping[str, np.ndarray]) -> np.ndarray:
    found = None
    for column, ids in owners.items():
        matches = ids_where(reading.connection, reading, table, column, ids)
        found = matches if found is None else np.intersect1d(found, matches)
    return found if found is not None else np.empty(0, dtype=np.int64)


def ids_where(
    connection: Connection, reading: Reading, table: Table, column: str, ids: Sequence[int] | np.ndarray
) -> np.ndarray:
    """The sorted ids of the visible rows of `table` whose `column` is one of `ids`."""
    if len(ids) > SCANNED:
        every, values = integers(
            connection,
            select(table.c.id, func.coalesce(table.c[column], -1).label("value")).where(
                visible(table, reading.hidden)
            ),
        )
        return np.sort(every[np.isin(values, ids)])
    found: list[int] = []
    for start in range(0, len(ids), _PAGE):
        part = [int(row_id) for row_id in ids[start : start + _PAGE]]
        found.extend(
            connection.scalars(
                select(table.c.id).where(table.c[column].in_(part), visible(table, reading.hidden))
            )
        )
    return np.array(sorted(found), dtype=np.int64)


def _referred(reading: Reading, table: Table, column: str, ids: np.ndarray) -> np.ndarray:
    target = _NAMED[references(table)[column]]
    if len(ids) > SCANNED:
        every, values = integers(
            reading.connection, select(table.c.id, table.c[column]).where(table.c[column].is_not(None))
        )
        (shown,) = integers(reading.connection, select(target.c.id).where(visible(target, reading.hidden)))
        return np.intersect1d(values[np.isin(every, ids)], shown)
    found: set[int] = set()
    for start in range(0, len(ids), _PAGE):
        part = [int(row_id) for row_id in ids[start : start + _PAGE]]
        found.update(
            reading.connection.scalars(
                select(target.c.id)
                .join(table, table.c[column] == target.c.id)
                .where(table.c.id.in_(part), visible(target, reading.hidden))
            )
        )
    return np.array(sorted(found), dtype=np.int64)
