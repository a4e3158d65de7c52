"""The forgetting calendar: what becomes dormant, stale, due or purgeable on each day, and what a day holds.

Looking changes nothing; letting memories fade is noted as a person's answer, and changes no memory either.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engramma.engine.workspace import Workspace
from engramma.model.calendar import DayCounts, Fate, starts_of_days
from engramma.model.clock import to_local
from engramma.model.search import Query, parse
from engramma.store.calendar import count_days, fated_ids
from engramma.store.memories.fading import read_let_fade

HORIZON = 740
"""Days that are counted at once: two years, from the first day of any week on."""


class Calendar:
    """Reads the store at its clock; days are local."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def today(self) -> date:
        """The local day of the store's clock."""
        return to_local(self._workspace.clock.now()).date()

    def read(
        self,
        query: Query | str = "",
        fate: Fate = Fate.DORMANT,
        *,
        first: date | None = None,
        days: int = HORIZON,
    ) -> DayCounts:
        """How many results of `query` meet `fate` on each of `days` days from `first`, by default from today.

        The state is part of the fate: of a query that names none, what is in the Trash counts for a purge. Raises
        QueryError.
        """
        wanted = DayCounts(fate, first or self.today(), (0,) * days)
        with self._workspace.database.read() as reading:
            return count_days(reading, _tree(query), fate, now=self._workspace.clock.now(), wanted=wanted)

    def ids(self, query: Query | str, fate: Fate, first: date, last: date) -> tuple[int, ...]:
        """All that meets `fate` from one day to another, the most important first. Raises QueryError."""
        start, *_between, end = starts_of_days(first, (last - first).days + 1)
        with self._workspace.database.read() as reading:
            return tuple(
                fated_ids(reading, _tree(query), fate, now=self._workspace.clock.now(), start=start, end=end)
            )

    def may_fade(self, ids: Sequence[int]) -> frozenset[int]:
        """Those of a few hundred memories that a person let fade, and that nothing strengthened since."""
        with self._workspace.database.read() as reading:
            return frozenset(read_let_fade(reading, ids))

    def let_fade(self, ids: Sequence[int]) -> int:
        """Say that memories may fade, as one operation, so that nobody is asked again; how many it was said of.

        Raises NotFoundError, or InvalidValueError when an agent says so.
        """
        from engramma.engine.fading import let_all_fade

        return let_all_fade(self._workspace, ids)


def _tree(query: Query | str) -> Query:
    return parse(query) if isinstance(query, str) else query
