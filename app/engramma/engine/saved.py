"""Saved searches: kept in the store, undoable like everything else."""

from __future__ import annotations

from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.search import parse, print_query
from engramma.store.identity import normal_text
from engramma.store.saved_searches import SavedSearch, next_position, read_saved_searches
from engramma.store.tables import saved_search


class SavedSearches:
    """The searches that a person gave a name."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def list(self) -> tuple[SavedSearch, ...]:
        """All, in their order."""
        with self._workspace.database.read() as reading:
            return read_saved_searches(reading)

    def add(self, name: str, query: str) -> SavedSearch:
        """Save `query` under `name`. Raises QueryError when it cannot be read."""
        name = _checked(name)
        text = print_query(parse(query))
        with self._workspace.database.read() as reading:
            position = next_position(reading)
        label = f"saved search “{name}”"
        with self._workspace.journal.short("saved_search", label, actor=self._workspace.actor) as step:
            row_id = step.insert(saved_search, name=name, query=text, position=position)
        return SavedSearch(id=row_id, name=name, query=text)

    def rename(self, search_id: int, name: str) -> None:
        """Give a saved search another name."""
        name = _checked(name)
        old = self._named(search_id)
        label = f"renaming of saved search “{old.name}”"
        with self._workspace.journal.short("saved_search", label, actor=self._workspace.actor) as step:
            step.update(saved_search, search_id, name=name)

    def remove(self, search_id: int) -> None:
        """Delete a saved search; undo brings it back."""
        old = self._named(search_id)
        label = f"deletion of saved search “{old.name}”"
        with self._workspace.journal.short("saved_search", label, actor=self._workspace.actor) as step:
            step.update(saved_search, search_id, removed=1)

    def _named(self, search_id: int) -> SavedSearch:
        for saved in self.list():
            if saved.id == search_id:
                return saved
        raise NotFoundError("That saved search is gone.")


def _checked(name: str) -> str:
    name = normal_text(name)
    if not name:
        raise InvalidValueError("A saved search needs a name.")
    return name
