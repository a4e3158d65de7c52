"""Which rows of a bundle a store knows, by outside id or by content, and under which id one comes beside another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.bundles.places import ERASED, Places
from engramma.engine.workspace import Workspace
from engramma.model.transfer import CollisionPolicy
from engramma.store.handles import Connection, Table
from engramma.store.identity import next_uid
from engramma.store.known import KnownRow, known_contents, known_uids, known_values
from engramma.store.purging.tombstones import buried, turn_name
from engramma.store.tables import (
    entity,
    event,
    import_source,
    memory,
    policy_setting,
    proposal,
    recall_check,
    saved_search,
)

_KNOWN_BY = (
    (entity, ("normal_name", "type")),
    (saved_search, ("name", "query")),
    (import_source, ("sha256", "name")),
    (policy_setting, ("field",)),
    (proposal, ("step", "action", "reason", "actor", "made_at", "targets")),
    (recall_check, ("question", "created_at")),
)


class KnownRows:
    """One bundle's look-ups. `renamed`: rows that come under another id, by the one that the bundle has."""

    def __init__(self, workspace: Workspace, choices: MergeChoices, places: Places) -> None:
        self._workspace = workspace
        self._places = places
        self._choices = choices
        self.renamed: dict[str, str] = {}

    def find(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection, but_of: int | None
    ) -> list[KnownRow | None]:
        """For each row what the store has of it; None for a new one.

        What operation `but_of`, this very import, brought does not count: a bundle may have two rows alike, but for
        things and rules.
        """
        if "uid" in table.c:
            return self._known_by_uid(table, rows, connection=connection)
        for named, names in _KNOWN_BY:
            if table is named:
                others = None if table in (entity, policy_setting) else but_of
                values = [self._values(table, row, names) for row in rows]
                gone_too = self._choices.default is not CollisionPolicy.BOTH or table is policy_setting
                found = known_values(connection, table, names, values, gone_too=gone_too, but_of=others)
                return [found.get(value) for value in values]
        return [None] * len(rows)

    def _values(self, table: Table, row: dict[str, Any], names: Sequence[str]) -> tuple[object, ...]:
        told = row if table is not proposal else {**row, "targets": self._places.targets(row["targets"])}
        return tuple(told[name] for name in names)

    def _known_by_uid(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection
    ) -> list[KnownRow | None]:
        wanted = [row["uid"] for row in rows]
        found = known_uids(connection, table, wanted)
        both = self._choices.default is CollisionPolicy.BOTH
        if both:
            found = self._known_again(table, found, connection=connection)
        if table is memory:
            self._stand_beside(rows, found, connection=connection)
        keys: list[bytes] = []
        by_content: dict[bytes, KnownRow] = {}
        if table is memory and not both:
            keys = [self._workspace.content_key(row["text"]) for row in rows]
            by_content = {
                key: row for key, row in known_contents(connection, keys).items() if not row.gone and row.id
            }
        erased = frozenset() if both else self._erased(table, rows, connection=connection)
        known: list[KnownRow | None] = []
        for number, uid in enumerate(wanted):
            row = found.get(uid)
            if row is None and number in erased:
                row = KnownRow(id=ERASED, content=None, gone=True)
            if row is None and keys and rows[number]["state"] == "active":
                row = by_content.get(keys[number])
            known.append(row)
        return known

    def _erased(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection
    ) -> frozenset[int]:
        """The places among `rows` of what was erased from this store for good."""
        if table is memory:
            names = [str(row["text"]) for row in rows]
        elif table is event:
            names = [turn_name(str(row["uid"])) for row in rows]
        else:
            return frozenset()
        keys = [self._workspace.content_key(name) for name in names]
        gone = buried(connection, keys)
        return frozenset(number for number, key in enumerate(keys) if key in gone)

    def _known_again(
        self, table: Table, found: dict[str, KnownRow], *, connection: Connection
    ) -> dict[str, KnownRow]:
        """With `both`, a row that was undone comes again under another id, always the same: so it comes only once."""
        names = {uid: uid for uid, row in found.items() if row.gone}
        result = {uid: row for uid, row in found.items() if not row.gone}
        while names:
            names = {uid: next_uid(name) for uid, name in names.items()}
            there = known_uids(connection, table, list(names.values()))
            for uid, name in list(names.items()):
                row = there.get(name)
                if row is None:
                    self.renamed[uid] = name
                elif not row.gone:
                    result[uid] = row
                if row is None or not row.gone:
                    del names[uid]
        return result

    def _stand_beside(
        self, rows: Sequence[dict[str, Any]], found: dict[str, KnownRow], *, connection: Connection
    ) -> None:
        """Who is to be kept beside the other wording under the same id comes under another one, always the same."""
        texts = {row["uid"]: row["text"] for row in rows}
        names = {
            uid: uid
            for uid, row in found.items()
            if not row.gone and row.content != texts[uid] and self._choices.of(uid) is CollisionPolicy.BOTH
        }
        while names:
            names = {uid: next_uid(name) for uid, name in names.items()}
            there = known_uids(connection, memory, list(names.values()))
            for uid, name in list(names.items()):
                row = there.get(name)
                if row is None:
                    self.renamed[uid] = name
                    del found[uid], names[uid]
                elif not row.gone and row.content == texts[uid]:
                    found[uid] = row
                    del names[uid]
