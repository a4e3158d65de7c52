"""Turns a bundle's row into one that can be inserted: ids instead of places, and the columns that it leaves out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from engramma.engine.bundles.known_rows import KnownRows
from engramma.engine.bundles.places import LateLink, Places
from engramma.engine.workspace import Workspace
from engramma.store.bundle_rows import references
from engramma.store.handles import Table
from engramma.store.identity import text_hash
from engramma.store.tables import association, conflict, event, memory, policy_setting, proposal, tag

MAIN = ("session", "event", "memory")
"""The tables whose rows stand for themselves; those of most others belong to one of them."""

_OWNERS = ("memory", "event", "entity", "recall")
# A later row may be referred to, so these are set when all rows are there.
_LATE = {
    ("session", "parent_id"),
    ("event", "parent_id"),
    ("memory", "superseded_by"),
    ("memory", "merged_into"),
}
_MISSING = "what it belongs to is missing"
Refuse = Callable[[Table, int, str], None]


class RowValues:
    """One bundle's; `refuse` is told which row does not come in, and why."""

    def __init__(self, workspace: Workspace, places: Places, known_rows: KnownRows, refuse: Refuse) -> None:
        self._workspace = workspace
        self._places = places
        self._known_rows = known_rows
        self._refuse = refuse
        self._marks: dict[str, set[object]] = defaultdict(set)

    def of(self, table: Table, row: dict[str, Any], place: int) -> dict[str, Any] | None:
        """The row to insert; None when it is not to be inserted."""
        if table.name not in (*MAIN, "entity", "recall") and not self._comes_along(table, row, place):
            return None
        values = dict(row)
        for name, target_table in references(table).items():
            target = row[name]
            if (table.name, name) in _LATE:
                if target is not None:
                    self._places.link_late(LateLink(table, place, name, target_table, target))
                values[name] = None
                continue
            values[name] = None if target is None else self._places.at(target_table, target)
            if values[name] is None and (target is not None or not table.c[name].nullable):
                lost_session = table is not event and target_table in ("session", "import_source")
                if not table.c[name].nullable or not lost_session:
                    self._refuse(table, place, _MISSING)
                    return None
        return self._completed(table, values, place)

    def _comes_along(self, table: Table, row: dict[str, Any], place: int) -> bool:
        """Whether what the row belongs to comes in: what is known, erased or refused brings nothing along."""
        places = self._places
        owners = [
            (target_table, row[name])
            for name, target_table in references(table).items()
            if row[name] is not None and target_table in _OWNERS
        ]
        if any(places.is_erased(*owner) for owner in owners):
            return False
        if any(places.is_refused(*owner) for owner in owners):
            self._refuse(table, place, _MISSING)
            return False
        test: Callable[[Any], bool] = all if table in (association, conflict) else any
        return not (owners and test(places.is_known(*owner) for owner in owners))

    def _completed(self, table: Table, values: dict[str, Any], place: int) -> dict[str, Any] | None:
        """With the columns that a bundle leaves out; None for a second row where there may be one."""
        if table is memory:
            values.update(content_key=self._workspace.content_key(values["text"]), t0=values["created_at"])
        elif table is event:
            values.update(content_key=text_hash(values["text"]))
        elif table is proposal:
            values.update(targets=self._places.targets(values["targets"]))
        mark: object = None
        if "uid" in values:
            mark = values["uid"]
        elif table is tag:
            mark = (values["memory_id"], values["name"])
        elif table is policy_setting:
            mark = values["field"]
        if mark is not None:
            if mark in self._marks[table.name]:
                self._refuse(table, place, "it stands in the bundle twice")
                return None
            self._marks[table.name].add(mark)
        if "uid" in values:
            values["uid"] = self._known_rows.renamed.get(values["uid"], values["uid"])
        return values
