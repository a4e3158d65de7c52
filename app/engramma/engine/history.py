"""The history of a store: what was done, by whom, and taking it back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from engramma.engine.memories.asking import AGENT
from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY, EARLIEST, LATEST, from_datetime, to_datetime, to_local
from engramma.model.errors import InvalidValueError
from engramma.model.operation import FieldChange, Operation, Take, UndoResult
from engramma.model.search import DEFAULT_SORT, Query, parse
from engramma.store.history import (
    count_by_actor,
    count_by_day,
    read_changes,
    read_memory_operations,
    read_operations,
    touching_operations,
)
from engramma.store.journal.retention import seal_old
from engramma.store.journal.undo import newest_redoable, newest_undoable, take_back
from engramma.store.memories.resolving import resolve
from engramma.store.policy import load_policy
from engramma.store.search import order_ids
from engramma.store.tables import operation


class History:
    """Operations and their undoing."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def recent(
        self,
        *,
        actor: str | None = None,
        before_id: int | None = None,
        within: Sequence[int] | None = None,
        limit: int = 200,
    ) -> tuple[Operation, ...]:
        """Operations, newest first. `actor` may be `agent:` for all agents; `within` as `touching` gives them."""
        with self._workspace.database.read() as reading:
            return read_operations(reading, actor=actor, before_id=before_id, within=within, limit=limit)

    def touching(self, query: Query | str) -> tuple[int, ...]:
        """The operations that touched the memories that a search finds, by id. Raises QueryError."""
        tree = parse(query) if isinstance(query, str) else query
        with self._workspace.database.read() as reading:
            found = order_ids(
                reading.connection,
                tree,
                sort=DEFAULT_SORT,
                now=self._workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
            )
            return touching_operations(reading, found.ids.tolist())

    def get(self, operation_id: int) -> Operation | None:
        """One finished operation."""
        with self._workspace.database.read() as reading:
            found = read_operations(reading, ids=[operation_id])
        return found[0] if found else None

    def resolve(self, name: str) -> int:
        """The id of the operation that `name` (number, ULID, its beginning) stands for."""
        with self._workspace.database.read() as reading:
            return resolve(reading, operation, name, what="operation")

    def of_memory(self, memory_id: int) -> tuple[Operation, ...]:
        """Everything that happened to one memory, newest first."""
        with self._workspace.database.read() as reading:
            return read_memory_operations(reading, memory_id)

    def changes(self, operation_id: int) -> tuple[FieldChange, ...]:
        """The columns that an operation changed, before and after."""
        with self._workspace.database.read() as reading:
            return read_changes(reading, operation_id)

    def counts(self, *, within: Sequence[int] | None = None) -> dict[str, int]:
        """Operations by actor."""
        with self._workspace.database.read() as reading:
            return count_by_actor(reading, within=within)

    def by_day(
        self, days: int = 14, *, within: Sequence[int] | None = None
    ) -> tuple[tuple[date, str, int], ...]:
        """(local day, actor, operations) of the last `days` days, oldest first."""
        now = min(max(self._workspace.clock.now(), EARLIEST + (days + 2) * DAY), LATEST - 2 * DAY)
        today = to_local(now)
        midnight = today.replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days - 1)
        offset = today.utcoffset() or timedelta(0)
        offset_us = offset // timedelta(microseconds=1)
        with self._workspace.database.read() as reading:
            rows = count_by_day(reading, since=from_datetime(midnight), day_offset=offset_us, within=within)
        return tuple((to_datetime(day * DAY).date(), actor, count) for day, actor, count in rows)

    def undo(self, operation_id: int | None = None, *, take: Take = Take.ASK) -> UndoResult:
        """Take back an operation: this actor's newest, or the one named. Raises NothingToUndoError.

        A result with conflicts and no `operation_id` changed nothing: ask, then call again with a choice. An agent
        takes back its own operations only, and nothing that was decided since: InvalidValueError.
        """
        self._check_agent(operation_id, take=take)
        return take_back(self._workspace.journal, operation_id, actor=self._workspace.actor, take=take)

    def redo(self, *, take: Take = Take.ASK) -> UndoResult:
        """Take back this actor's newest undo, unless they did something else since."""
        return take_back(self._workspace.journal, None, actor=self._workspace.actor, redo=True, take=take)

    def undo_label(self) -> str | None:
        """What `undo` would take back, as a noun phrase; None when there is nothing."""
        return self._label(redo=False)

    def redo_label(self) -> str | None:
        """What `redo` would bring back; None when there is nothing."""
        return self._label(redo=True)

    def seal_old(self) -> int:
        """Let go of undo images beyond what the policy keeps; returns how many. For idle moments."""
        return seal_old(
            self._workspace.database, policy=self._workspace.policy(), now=self._workspace.clock.now()
        )

    def _check_agent(self, operation_id: int | None, *, take: Take) -> None:
        actor = self._workspace.actor
        if not actor.startswith(AGENT):
            return
        if take is Take.THEIRS:
            raise InvalidValueError("Only a person undoes what was decided since.")
        if operation_id is not None:
            with self._workspace.database.read() as reading:
                found = read_operations(reading, ids=[operation_id])
            if found and found[0].actor != actor:
                raise InvalidValueError(
                    f"Operation {operation_id} is not one of {actor}, which takes back only its own."
                )

    def _label(self, *, redo: bool) -> str | None:
        with self._workspace.database.read() as reading:
            find = newest_redoable if redo else newest_undoable
            found = find(reading.connection, actor=self._workspace.actor)
            if found is None:
                return None
            step = read_operations(reading, ids=[found])[0]
            if redo and step.undoes is not None:
                step = read_operations(reading, ids=[step.undoes])[0]
            return step.label
