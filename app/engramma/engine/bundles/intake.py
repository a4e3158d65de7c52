"""Takes rows of a bundle into the store: places become ids, known rows are mapped instead of doubled."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engramma.engine.importing.samples import named_sample
from engramma.engine.importing.tally import Tally
from engramma.engine.workspace import Workspace
from engramma.model.errors import ImportFileError
from engramma.model.operation import IMPORT
from engramma.model.transfer import CollisionPolicy, Skipped
from engramma.store.bundle_rows import bundled_columns, references
from engramma.store.handles import Connection, Table
from engramma.store.identity import normal_text, text_hash
from engramma.store.journal.step import Step
from engramma.store.known import KnownRow, known_contents, known_uids, known_values
from engramma.store.memories.writing import insert_version
from engramma.store.tables import (
    association,
    conflict,
    entity,
    event,
    import_source,
    memory,
    policy_setting,
    proposal,
    saved_search,
)

_MAIN = ("session", "event", "memory")
# A later row may be referred to, so these are set when all rows are there.
_LATE = {
    ("session", "parent_id"),
    ("event", "parent_id"),
    ("memory", "superseded_by"),
    ("memory", "merged_into"),
}
_LINKS_AT_ONCE = 1_000


class BundleIntake:
    """One bundle's import between batches: for each table, the id and newness of the row at each place."""

    def __init__(self, workspace: Workspace, tally: Tally, policy: CollisionPolicy) -> None:
        self._workspace = workspace
        self._tally = tally
        self._policy = policy
        self._ids: dict[str, list[int | None]] = {}
        self._fresh: dict[str, set[int]] = {}
        self._fresh_uids: set[str] = set()
        self._late: list[tuple[Table, int, str, str, int]] = []

    def take(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection, step: Step | None
    ) -> None:
        """Judge rows of one table and, with a step, insert the new ones."""
        refs = references(table)
        known = self._known(table, rows, connection=connection)
        inserted: list[dict[str, Any]] = []
        places: list[int] = []
        ids = self._ids.setdefault(table.name, [])
        fresh = self._fresh.setdefault(table.name, set())
        for row, found in zip(rows, known, strict=True):
            place = len(ids)
            ids.append(found.id if found is not None else None)
            if found is not None:
                self._meet(table, row, found, step=step)
                continue
            if self._belongs_to_known(table, row, refs=refs):
                if table.name in _MAIN:
                    self._tally.count("known", table.name)
                continue
            fresh.add(place)
            if table.name in _MAIN or table is entity:
                self._tally.count("new", table.name, sample=self._sample(table, row))
            if step is None:
                continue
            values = self._values(table, row, refs=refs, place=place)
            if values is None:
                fresh.discard(place)
                self._tally.skip(
                    Skipped(line=place + 1, reason=f"{table.name}: what it belongs to is missing")
                )
                continue
            inserted.append(values)
            places.append(place)
        if step is not None and inserted:
            new_ids = step.insert_many(table, inserted)
            for place, new_id in zip(places, new_ids, strict=True):
                ids[place] = new_id

    def late_links(self) -> Iterator[list[tuple[Table, int, str, str, int]]]:
        """References to rows that came later, in parts for one transaction each."""
        for start in range(0, len(self._late), _LINKS_AT_ONCE):
            yield self._late[start : start + _LINKS_AT_ONCE]

    def link(self, part: Sequence[tuple[Table, int, str, str, int]], *, step: Step) -> None:
        """Set references of rows that this operation inserted; they need no undo image."""
        for table, place, column, target, target_place in part:
            row_id = self._ids[table.name][place]
            target_id = self._at(target, target_place)
            if row_id is not None and target_id is not None:
                step.complete(table, row_id, **{column: target_id})

    def _at(self, table_name: str, place: object) -> int | None:
        ids = self._ids.get(table_name, [])
        if place is None:
            return None
        if not isinstance(place, int) or not 0 <= place < len(ids):
            raise ImportFileError(
                "The bundle refers to a row that it does not hold.", hint="Export it again."
            )
        return ids[place]

    def _belongs_to_known(self, table: Table, row: dict[str, Any], *, refs: dict[str, str]) -> bool:
        """Whether a row hangs on something that the store knew before: then it has its own."""
        if table.name in ("session", "event", "memory", "entity", "recall"):
            return False
        owners = [(refs[name], row.get(name)) for name in refs if row.get(name) is not None]
        owners = [owner for owner in owners if owner[0] in ("memory", "event", "entity", "recall")]
        if not owners:
            return False
        test: Callable[[Any], bool] = all if table in (association, conflict) else any
        return test(place not in self._fresh.get(name, set()) for name, place in owners)

    def _values(
        self, table: Table, row: dict[str, Any], *, refs: dict[str, str], place: int
    ) -> dict[str, Any] | None:
        values: dict[str, Any] = {}
        for name in bundled_columns(table):
            value = row.get(name)
            if name in refs:
                if (table.name, name) in _LATE:
                    if value is not None:
                        self._late.append((table, place, name, refs[name], value))
                    value = None
                else:
                    value = self._at(refs[name], value)
            if value is None and not table.c[name].nullable:
                default = table.c[name].server_default
                if name in refs or default is None:
                    return None
                value = _default(default.arg)  # type: ignore[attr-defined]
            values[name] = value
        if table is memory:
            values.update(
                text=normal_text(str(values["text"])),
                content_key=self._workspace.content_key(str(values["text"])),
                t0=values["created_at"],
            )
        elif table is event:
            values.update(content_key=text_hash(str(values["text"])))
        elif table is proposal:
            targets = [self._at("memory", target) for target in json.loads(str(values["targets"]))]
            values.update(targets=json.dumps([target for target in targets if target is not None]))
        if values.get("uid") in self._fresh_uids:
            values["uid"] = self._workspace.uids.next(self._workspace.clock.now())
        return values

    def _known(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection
    ) -> list[KnownRow | None]:
        if "uid" in table.c:
            return self._known_by_uid(table, rows, connection=connection)
        if table is entity:
            return self._known_by(table, rows, ("normal_name", "type"), connection=connection)
        if table is saved_search:
            return self._known_by(table, rows, ("name", "query"), connection=connection)
        if table is import_source:
            return self._known_by(table, rows, ("sha256", "name"), connection=connection)
        if table is policy_setting:
            return self._known_by(table, rows, ("field",), connection=connection)
        return [None] * len(rows)

    def _known_by_uid(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection
    ) -> list[KnownRow | None]:
        wanted = [str(row.get("uid", "")) for row in rows]
        found = known_uids(connection, table, wanted)
        both = self._policy is CollisionPolicy.BOTH
        keys: list[bytes] = []
        by_content: dict[bytes, KnownRow] = {}
        if table is memory and not both:
            keys = [self._workspace.content_key(str(row.get("text", ""))) for row in rows]
            by_content = {
                key: row for key, row in known_contents(connection, keys).items() if not row.gone and row.id
            }
        known: list[KnownRow | None] = []
        for number, uid in enumerate(wanted):
            row = found.get(uid)
            if row is not None and row.gone and both:
                row = None
                self._fresh_uids.add(uid)
            if row is None and keys and rows[number].get("state") == "active":
                row = by_content.get(keys[number])
            known.append(row)
        return known

    def _known_by(
        self, table: Table, rows: Sequence[dict[str, Any]], names: Sequence[str], *, connection: Connection
    ) -> list[KnownRow | None]:
        values = [tuple(row.get(name) for name in names) for row in rows]
        found = known_values(connection, table, names, values)
        return [found.get(value) for value in values]

    def _meet(self, table: Table, row: dict[str, Any], found: KnownRow, *, step: Step | None) -> None:
        if table.name not in _MAIN and table is not entity:
            return
        differs = table is memory and not found.gone and row.get("text") != found.content
        same_content = table is memory and isinstance(found.content, bytes)
        verdict = "deleted" if found.gone else "changed" if differs and not same_content else "known"
        if (
            verdict == "changed"
            and self._policy is CollisionPolicy.REPLACE
            and not found.guarded
            and step is not None
        ):
            text = normal_text(str(row["text"]))
            number = insert_version(step, found.id, text=text, actor=IMPORT)
            step.update(
                memory,
                found.id,
                text=text,
                content_key=self._workspace.content_key(text),
                version=number,
                updated_at=step.at,
            )
        self._tally.count(verdict, table.name)

    def _sample(self, table: Table, row: dict[str, Any]) -> Any:
        if not self._tally.wants_sample("new", table.name):
            return None
        text = str(row.get("text") or row.get("title") or row.get("name") or "")
        return named_sample(table.name, text, line=None)


def _default(text: object) -> object:
    value = str(getattr(text, "text", text))
    return int(value) if value.lstrip("-").isdigit() else value
