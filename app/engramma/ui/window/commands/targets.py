"""Which memories a command acts on: some ids, or every result of a search. Free of Qt; resolved on a worker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engramma.model.records import dataclass
from engramma.ui.bridge.selection import Selection

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


@dataclass(frozen=True, slots=True)
class Targets:
    """Ids, or with `whole_query` all that `query` finds."""

    ids: tuple[int, ...] = ()
    query: str = ""
    whole_query: bool = False

    @classmethod
    def of(cls, selection: Selection, query: str, ids: Sequence[int] | None = None) -> Targets:
        """The given ids, or else what is selected."""
        if ids is not None:
            return cls(tuple(ids))
        if selection.kind == "memory" and selection.all_results:
            return cls(query=query, whole_query=True)
        return cls(selection.memory_ids)

    def resolve(self, store: MemoryStore) -> tuple[int, ...]:
        """The ids themselves."""
        if not self.whole_query:
            return self.ids
        return tuple(store.search.order(self.query).ids.tolist())


def name_of(ids: Sequence[int]) -> str:
    """ "M-12", or "3 memories"."""
    return f"M-{ids[0]}" if len(ids) == 1 else f"{len(ids):,} memories"
