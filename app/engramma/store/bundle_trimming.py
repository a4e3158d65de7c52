"""Takes parts out of what goes into a bundle, and with them every row that cannot be without them."""

from __future__ import annotations

import numpy as np
from sqlalchemy import select

from engramma.model.export_parts import ExportPart, LeftOut
from engramma.store.bundle_rows import BUNDLED, Selection, ids_where, is_owner, references
from engramma.store.database import Reading
from engramma.store.search.arrays import integers
from engramma.store.tables import memory, version

_NONE = np.empty(0, dtype=np.int64)
_WHOLE_TABLES = {
    ExportPart.QUOTES: ("provenance",),
    ExportPart.SESSIONS: ("session", "event"),
    ExportPart.EVENTS: ("event",),
    ExportPart.RECALLS: ("recall", "recall_hit"),
    ExportPart.TIES: ("association",),
}
_STATES = {ExportPart.SUPERSEDED: "superseded", ExportPart.TRASHED: "trashed"}
_SOURCED = frozenset({ExportPart.QUOTES, ExportPart.SESSIONS})


def trimmed(reading: Reading, selection: Selection, left_out: LeftOut) -> Selection:
    """The selection without these parts. References to what is left out lead nowhere, where they may."""
    if not left_out:
        return selection
    ids = {table.name: selection.ids(table) for table in BUNDLED}
    for part in left_out:
        for name in _WHOLE_TABLES.get(part, ()):
            ids[name] = _NONE
    if left_out >= _SOURCED:
        ids["import_source"] = _NONE
    states = [state for part, state in _STATES.items() if part in left_out]
    if states:
        ids["memory"] = np.setdiff1d(ids["memory"], _in_states(reading, ids["memory"], states))
    if ExportPart.VERSIONS in left_out:
        ids["version"] = _newest_versions(reading, ids["memory"], ids["version"])
    _drop_what_hangs(reading, selection, ids)
    return Selection(ids)


def _drop_what_hangs(reading: Reading, before: Selection, ids: dict[str, np.ndarray]) -> None:
    """Owners come before what they own in `BUNDLED`, so one pass is enough."""
    tables = {table.name: table for table in BUNDLED}
    gone = {name: _missing(before.ids(table), ids[name]) for name, table in tables.items()}
    for table in BUNDLED:
        for column, target in references(table).items():
            if not is_owner(table, column) or not len(gone[target]) or not len(ids[table.name]):
                continue
            if not len(ids[target]) and not table.c[column].nullable:
                ids[table.name] = _NONE
                continue
            hanging = ids_where(reading.connection, reading, table, column, gone[target])
            ids[table.name] = np.setdiff1d(ids[table.name], hanging, assume_unique=True)
        gone[table.name] = _missing(before.ids(table), ids[table.name])


def _missing(before: np.ndarray, now: np.ndarray) -> np.ndarray:
    return _NONE if len(now) == len(before) else np.setdiff1d(before, now, assume_unique=True)


def _in_states(reading: Reading, ids: np.ndarray, states: list[str]) -> np.ndarray:
    (found,) = integers(reading.connection, select(memory.c.id).where(memory.c.state.in_(states)))
    return np.intersect1d(ids, found, assume_unique=True)


def _newest_versions(reading: Reading, memories: np.ndarray, versions: np.ndarray) -> np.ndarray:
    """Of each memory the version that it has now."""
    newest = (memory.c.id == version.c.memory_id) & (memory.c.version == version.c.number)
    found, owners = integers(
        reading.connection, select(version.c.id, version.c.memory_id).join(memory, newest)
    )
    return np.intersect1d(versions, found[np.isin(owners, memories)], assume_unique=True)
