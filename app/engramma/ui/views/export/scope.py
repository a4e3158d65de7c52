"""What an export takes: everything, what the search shows, or what is selected. Free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from engramma.model.records import dataclass
from engramma.ui.bridge.selection import Selection
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


class Scope(StrEnum):
    """Which memories."""

    ALL = "all"
    RESULTS = "results"
    SELECTION = "selection"


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be chosen from: the search, and the memories that were selected when the page was opened."""

    query: str = ""
    targets: Targets | None = None

    @classmethod
    def of(cls, selection: Selection, query: str, ids: Sequence[int] | None = None) -> Choices:
        """The search and the selection of a window, or given ids."""
        targets = Targets.of(selection, query, ids)
        return cls(query, targets if targets.ids else None)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Those of which there is something."""
        return (
            Scope.ALL,
            *((Scope.RESULTS,) if self.query else ()),
            *((Scope.SELECTION,) if self.targets is not None else ()),
        )

    def part(self, scope: Scope) -> Part:
        """What the engine is asked for."""
        if scope is Scope.RESULTS and self.query:
            return Part(query=self.query)
        if scope is Scope.SELECTION and self.targets is not None:
            return Part(ids=self.targets.ids)
        return Part()


@dataclass(frozen=True, slots=True)
class Part:
    """A query or ids, as `store.transfer` takes them; neither means everything."""

    query: str = ""
    ids: tuple[int, ...] | None = None


def counts(store: MemoryStore, choices: Choices) -> dict[Scope, int]:
    """How many memories each scope holds."""
    found = {Scope.ALL: store.statistics().total}
    if choices.query:
        found[Scope.RESULTS] = store.search.count(choices.query)
    if choices.targets is not None:
        found[Scope.SELECTION] = len(choices.targets.ids)
    return found
