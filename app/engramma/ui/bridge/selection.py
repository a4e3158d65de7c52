"""What is selected in the window: one frozen value by ids, shared by every view and the inspector.

Never holds rows, indexes or widgets, so that it survives sorting, reloading and a restart.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

from engramma.model.records import dataclass

SelectionKind = Literal["none", "memory", "event", "session", "operation"]


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected things. `all_results` means every result of the current query; then `ids` may be empty.

    `current` is the one that the keyboard stands on, None if there is none. All results are those of one query:
    `without_query` is what stays selected when another takes its place.
    """

    kind: SelectionKind = "none"
    ids: tuple[int, ...] = ()
    all_results: bool = False
    current: int | None = None

    @classmethod
    def one(cls, kind: SelectionKind, item: int) -> Selection:
        """Just this one thing."""
        return cls(kind, (item,), current=item)

    def without_query(self) -> Selection:
        """What of it needs no query: the current one where all results are selected, else all of it."""
        if not self.all_results:
            return self
        return NOTHING if self.current is None else Selection.one(self.kind, self.current)

    def only(self, there: Collection[int]) -> Selection:
        """What of it is among the ids `there`."""
        ids = tuple(item for item in self.ids if item in there)
        current = self.current if self.current in there else ids[0] if ids else None
        if not ids and not self.all_results:
            return NOTHING
        return replace(self, ids=ids, current=current)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is selected."""
        return not self.all_results and not self.ids

    @property
    def memory_ids(self) -> tuple[int, ...]:
        """The ids if memories are selected by id, else nothing."""
        return self.ids if self.kind == "memory" else ()


NOTHING = Selection()
