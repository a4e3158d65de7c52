"""Where the rows of a bundle went: for each table, the id, the newness and the refusal of the row at each place.

A row refers to others by their places. Knows nothing of what rows mean, and writes nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator

from engramma.model.records import dataclass
from engramma.store.handles import Table

ERASED = 0
"""Stands for the id of what was erased for good: nothing is to hang on it."""

_LINKS_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class LateLink:
    """A reference to a row that may come later in its table."""

    table: Table
    place: int
    column: str
    target: str
    target_place: int


class Places:
    """One bundle's, between batches."""

    def __init__(self) -> None:
        self._ids: dict[str, list[int | None]] = defaultdict(list)
        self._fresh: dict[str, set[int]] = defaultdict(set)
        self._refused: dict[str, set[int]] = defaultdict(set)
        self._late: list[LateLink] = []

    def open(self, table: Table, count: int) -> int:
        """Make room for `count` rows more; gives the place of the first."""
        ids = self._ids[table.name]
        first = len(ids)
        ids.extend([None] * count)
        return first

    def put(self, table: Table, place: int, row_id: int) -> None:
        """The row at `place` has this id."""
        self._ids[table.name][place] = row_id

    def plan(self, table: Table, place: int) -> None:
        """The row at `place` is new. Until it is inserted, and in a dry run, it has an id that no other row has."""
        self._fresh[table.name].add(place)
        self.put(table, place, -1 - place)

    def refuse(self, table: Table, place: int) -> None:
        """The row at `place` does not come in: nothing can hang on it."""
        self._refused[table.name].add(place)

    def at(self, table_name: str, place: int) -> int | None:
        """The id of the row at `place`; None when there is none."""
        ids = self._ids[table_name]
        return ids[place] if 0 <= place < len(ids) else None

    def targets(self, places: str) -> str:
        """The ids of memories at `places`, both as JSON lists; what is not here is left out."""
        ids = (self.at("memory", place) for place in json.loads(places) if place is not None)
        return json.dumps([row_id for row_id in ids if row_id not in (None, ERASED)])

    def is_erased(self, table_name: str, place: int) -> bool:
        """Whether nothing is to hang on the row at `place`."""
        return self.at(table_name, place) == ERASED

    def is_refused(self, table_name: str, place: int) -> bool:
        """Whether the row at `place` did not come in."""
        return place in self._refused[table_name]

    def is_fresh(self, table_name: str, place: int) -> bool:
        """Whether the row at `place` is new."""
        return place in self._fresh[table_name]

    def is_known(self, table_name: str, place: int) -> bool:
        """Whether the row at `place` is one that the store knew before: what hangs on it is its own affair."""
        return not self.is_fresh(table_name, place) and self.at(table_name, place) is not None

    def link_late(self, link: LateLink) -> None:
        """Remember a reference until all rows are there."""
        self._late.append(link)

    def late_links(self) -> Iterator[list[LateLink]]:
        """The references that were remembered, in parts for one transaction each."""
        for start in range(0, len(self._late), _LINKS_AT_ONCE):
            yield self._late[start : start + _LINKS_AT_ONCE]
