"""Takes rows of a bundle into the store: places become ids, known rows are mapped instead of doubled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from engramma.engine.bundles.choices import MergeChoices
from engramma.engine.bundles.known_rows import KnownRows
from engramma.engine.bundles.places import ERASED, LateLink, Places
from engramma.engine.bundles.row_values import MAIN, RowValues
from engramma.engine.bundles.wishes import POLICY_STAYS, Wishes
from engramma.engine.importing.proposing import propose_wording
from engramma.engine.importing.samples import named_sample
from engramma.engine.importing.tally import Tally
from engramma.engine.workspace import Workspace
from engramma.exchange.redaction.finds import new_masks_in
from engramma.model.errors import InvalidValueError
from engramma.model.operation import IMPORT
from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.model.transfer import CollisionPolicy, SampleRow, Skipped
from engramma.store.bundle_checks import MisfitError, misfits, typed_row
from engramma.store.consolidation.conflicts import supersede
from engramma.store.handles import Connection, Table
from engramma.store.journal.step import Step
from engramma.store.known import KnownRow
from engramma.store.memories.rows import rows_of
from engramma.store.memories.writing import insert_version
from engramma.store.policy import load_policy
from engramma.store.tables import (
    conflict,
    entity,
    import_source,
    memory,
    policy_setting,
)

_LEFT_OUT = "left out, since it contradicts what is here"
GUARDED = "pinned or edited by a person here, so it was not replaced"


class Watch(Protocol):
    """Is told which memories are new, and which ones the store knows with another text."""

    def fresh(self, row: dict[str, Any]) -> None:
        """A new one."""

    def changed(self, row: dict[str, Any], known: KnownRow) -> None:
        """One with another text."""


class BundleIntake:
    """One bundle's import between batches."""

    def __init__(
        self,
        workspace: Workspace,
        tally: Tally,
        choices: MergeChoices,
        *,
        redacted: bool = False,
        wishes: Wishes | None = None,
        watch: Watch | None = None,
    ) -> None:
        self._workspace = workspace
        self._tally = tally
        self._choices = choices.without_replacing() if redacted else choices
        self._wishes = wishes
        self._watch = watch
        self._policy: Policy | None = None
        self._places = Places()
        self._known_rows = KnownRows(workspace, self._choices, self._places)
        self._row_values = RowValues(workspace, self._places, self._known_rows, self._refuse)
        self.written = 0
        """Rows of content that were inserted or changed; the mere record of a source is not one."""

    def take(
        self, table: Table, rows: Sequence[dict[str, Any]], *, connection: Connection, step: Step | None
    ) -> None:
        """Judge rows of one table and, with a step, insert the new ones."""
        first = self._places.open(table, len(rows))
        typed: list[tuple[int, dict[str, Any]]] = []
        for place, row in enumerate(rows, first):
            try:
                typed.append((place, typed_row(table, row)))
            except MisfitError as problem:
                self._refuse(table, place, str(problem))
        if table is policy_setting and self._wishes is not None:
            self._look_at_policy(self._wishes, typed, connection=connection, step=step)
            return
        own = None if step is None else step.operation_id
        known = self._known_rows.find(
            table, [row for _place, row in typed], connection=connection, but_of=own
        )
        wanted: list[tuple[int, dict[str, Any], dict[str, Any]]] = []
        for (place, row), found in zip(typed, known, strict=True):
            if found is not None:
                self._places.put(table, place, found.id)
                self._meet(table, row, found, place=place, connection=connection, step=step)
            elif table is memory and self._choices.leaves_out(row["uid"]):
                self._places.put(table, place, ERASED)
                self._skip(table, place, _LEFT_OUT)
            elif (values := self._row_values.of(table, row, place)) is not None:
                wanted.append((place, row, values))
        refused = misfits(connection, table, [values for _place, _row, values in wanted])
        for number, reason in refused.items():
            self._refuse(table, wanted[number][0], reason)
        fresh = [item for number, item in enumerate(wanted) if number not in refused]
        wishes = [self._tame(table, values) for _place, _row, values in fresh]
        for place, row, _values in fresh:
            if table is memory and self._watch is not None:
                self._watch.fresh(row)
            self._places.plan(table, place)
            if table.name in MAIN or table is entity:
                self._tally.count("new", table.name, sample=self._sample(table, row))
        if step is not None and fresh:
            self.written += 0 if table is import_source else len(fresh)
            new_ids = step.insert_many(table, [values for _place, _row, values in fresh])
            for (place, row, _values), wish, new_id in zip(fresh, wishes, new_ids, strict=True):
                self._places.put(table, place, new_id)
                if table is memory:
                    self._settle(step, row, new_id, wish=wish)
            if table is conflict:
                step.touch(row[end] for _place, _row, row in fresh for end in ("a_id", "b_id"))
            if self._wishes is not None:
                self._wishes.propose(step)

    def _look_at_policy(
        self,
        wishes: Wishes,
        typed: Sequence[tuple[int, dict[str, Any]]],
        *,
        connection: Connection,
        step: Step | None,
    ) -> None:
        """The policy there never counts here unasked."""
        here, others = load_policy(connection), {}
        for place, row in typed:
            field = str(row["field"])
            try:
                value = getattr(DEFAULT_POLICY.with_values({field: float(row["value"])}), field)
            except (ValueError, InvalidValueError):
                self._refuse(policy_setting, place, "no policy has this setting with this value")
                continue
            if value != getattr(here, field):
                others[field] = value
                self._skip(policy_setting, place, POLICY_STAYS)
        self._count_asked(wishes.propose_policy(others, connection=connection, step=step))

    def _count_asked(self, asked: bool) -> None:
        self._tally.asked += asked
        self.written += asked

    def _tame(self, table: Table, values: dict[str, Any]) -> dict[str, object]:
        wish: dict[str, object] = {}
        if self._wishes is not None:
            wish = self._wishes.tame(table, values)
        self._tally.asked += bool(wish)
        return wish

    def _settle(self, step: Step, row: dict[str, Any], new_id: int, *, wish: dict[str, object]) -> None:
        """What a new memory asks for, and the memory of the store whose place it takes."""
        if wish and self._wishes is not None:
            if self._policy is None:
                self._policy = load_policy(step.connection)
            self._wishes.note(step, new_id, wish, half_life=self._policy.half_life(row["tier"]))
        rival = self._choices.superseded(row["uid"])
        if rival is None or row["state"] != "active":
            return
        found = rows_of(step, [rival])
        if found and found[0].state == "active" and not found[0].still and not found[0].person_edited:
            supersede(step, rival, by=new_id, at=step.at, actor=IMPORT)

    def late_links(self) -> Iterator[list[LateLink]]:
        """References to rows that came later, in parts for one transaction each."""
        return self._places.late_links()

    def link(self, part: Sequence[LateLink], *, step: Step | None) -> None:
        """Set references of rows that this operation inserted; they need no undo image."""
        for item in part:
            if not self._places.is_fresh(item.table.name, item.place):
                continue
            target_id = self._places.at(item.target, item.target_place)
            if target_id is None or target_id == ERASED:
                self._skip(item.table, item.place, f"its {item.column.removesuffix('_id')} is missing")
            elif step is not None:
                row_id = self._places.at(item.table.name, item.place)
                if row_id is not None and row_id != target_id:
                    step.complete(item.table, row_id, **{item.column: target_id})
                    if item.column == "merged_into":
                        # Only now does the survivor have the recalls of what was merged into it.
                        step.touch([target_id])

    def _refuse(self, table: Table, place: int, reason: str) -> None:
        self._places.refuse(table, place)
        self._skip(table, place, reason)

    def _skip(self, table: Table, place: int, reason: str) -> None:
        self._tally.skip(Skipped(line=place + 1, reason=f"{table.name.replace('_', ' ')}: {reason}"))

    def _meet(
        self,
        table: Table,
        row: dict[str, Any],
        found: KnownRow,
        *,
        place: int,
        connection: Connection,
        step: Step | None,
    ) -> None:
        if table.name not in MAIN and table is not entity:
            return
        differs = table is memory and not found.gone and row["text"] != found.content
        same_content = table is memory and isinstance(found.content, bytes)
        verdict = "deleted" if found.gone else "changed" if differs and not same_content else "known"
        if verdict == "changed" and self._watch is not None:
            self._watch.changed(row, found)
        masked = bool(new_masks_in(row["text"], str(found.content))) if verdict == "changed" else False
        if verdict == "changed" and self._choices.of(row["uid"]) is CollisionPolicy.ASK and not masked:
            name = self._tally.name
            self._count_asked(propose_wording(connection, step, found.id, text=row["text"], source=name))
        replaces = verdict == "changed" and self._choices.of(row["uid"]) is CollisionPolicy.REPLACE
        if replaces and found.guarded:
            self._skip(table, place, GUARDED)
        if replaces and not found.guarded and row["text"] and not masked and step is not None:
            self.written += 1
            number = insert_version(step, found.id, text=row["text"], actor=IMPORT)
            step.update(
                memory,
                found.id,
                text=row["text"],
                content_key=self._workspace.content_key(row["text"]),
                version=number,
                updated_at=step.at,
            )
        self._tally.count(verdict, table.name)

    def _sample(self, table: Table, row: dict[str, Any]) -> SampleRow | None:
        if not self._tally.wants_sample("new", table.name):
            return None
        text = str(row.get("text") or row.get("title") or row.get("name") or "")
        return named_sample(table.name, text, line=None)
