"""How far a person has looked: the newest operation that they know of, one for each store."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeenMark:
    """The newest operation that was there, and when a person looked (UTC µs)."""

    operation_id: int
    at: int


class SeenMarks:
    """Marks by store. What a person sees now counts as seen at their next visit, not during this one."""

    def __init__(self) -> None:
        self._marks: dict[str, SeenMark] = {}
        self._next: dict[str, SeenMark] = {}

    def mark(self, store: str) -> SeenMark | None:
        """Where the line of this visit is; None in a store that was never looked at."""
        return self._marks.get(store)

    def look(self, store: str, mark: SeenMark) -> None:
        """A person saw everything up to `mark`; the line of this visit stays where it is."""
        self._marks.setdefault(store, mark)
        self._next[store] = mark

    def settle(self, store: str, mark: SeenMark) -> None:
        """A person said that they have seen everything up to `mark`."""
        self._marks[store] = self._next[store] = mark

    def save(self) -> dict[str, object]:
        """The marks of the next visit, as plain values."""
        return {store: [mark.operation_id, mark.at] for store, mark in {**self._marks, **self._next}.items()}

    def restore(self, saved: object) -> None:
        """Take up what `save` gave; what cannot be read is left out."""
        if not isinstance(saved, dict):
            return
        for store, value in saved.items():
            match value:
                case [int(operation_id), int(at)]:
                    self._marks[str(store)] = SeenMark(operation_id, at)
                case _:
                    continue
