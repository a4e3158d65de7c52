"""The conditions that commands are made available by, each with the words that say why not. Free of Qt."""

from __future__ import annotations

from engramma.ui.actions.command import Situation, When


def store_open(situation: Situation) -> str:
    """A store is open."""
    return "" if situation.store_open else "no store is open"


def writable(situation: Situation) -> str:
    """The store may be changed."""
    return store_open(situation) or ("the store is open read-only" if situation.read_only else "")


def some_memories(situation: Situation) -> str:
    """At least one memory is selected."""
    return store_open(situation) or ("" if situation.memories else "nothing selected")


def one_memory(situation: Situation) -> str:
    """Exactly one memory is selected."""
    missing = some_memories(situation)
    return missing or ("" if situation.memories == 1 else "needs exactly one")


def write_some(situation: Situation) -> str:
    """Memories are selected and may be changed."""
    return writable(situation) or some_memories(situation)


def write_one(situation: Situation) -> str:
    """One memory is selected and may be changed."""
    return writable(situation) or one_memory(situation)


def can_pin(situation: Situation) -> str:
    """Memories without a pin are selected."""
    return write_some(situation) or ("pinned already" if situation.some_unpinned is False else "")


def can_unpin(situation: Situation) -> str:
    """Pinned memories are selected."""
    return write_some(situation) or ("not pinned" if situation.some_pinned is False else "")


def can_trash(situation: Situation) -> str:
    """Memories outside the Trash are selected."""
    return write_some(situation) or ("in the Trash already" if situation.some_kept is False else "")


def can_restore(situation: Situation) -> str:
    """Memories in the Trash are selected."""
    return write_some(situation) or ("not in the Trash" if situation.some_trashed is False else "")


def can_undo(situation: Situation) -> str:
    """There is something to undo."""
    return writable(situation) or ("" if situation.undo else "nothing to undo")


def can_redo(situation: Situation) -> str:
    """There is something to redo."""
    return writable(situation) or ("" if situation.redo else "nothing to redo")


def has_query(situation: Situation) -> str:
    """Something is being searched for."""
    return store_open(situation) or ("" if situation.query else "nothing is searched for")


def has_results(situation: Situation) -> str:
    """There are results."""
    return store_open(situation) or ("" if situation.results else "there are no results")


def each(*conditions: When) -> When:
    """All of the conditions; the first that fails says why."""

    def check(situation: Situation) -> str:
        return next((reason for condition in conditions if (reason := condition(situation))), "")

    return check
