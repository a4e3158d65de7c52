"""Errors that a person may meet: each carries one clear sentence and, where there is one, what to do.

The message is shown as it is; technical detail belongs in the log, chained as the cause.
"""

from __future__ import annotations


class EngrammaError(Exception):
    """Base of all expected errors. `str(error)` is the sentence for a person."""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message if not hint else f"{message} {hint}")
        self.message = message
        self.hint = hint


class StoreError(EngrammaError):
    """The store file cannot be opened or used."""


class NotAStoreError(StoreError):
    """The file exists and is not an Engramma store."""


class NewerStoreError(StoreError):
    """A write was asked of a store that a newer version made."""


class ReadOnlyStoreError(StoreError):
    """A write was asked of a store that is open read-only."""


class StoreBusyError(StoreError):
    """Another process held the write lock for longer than the patience allows."""


class NotFoundError(EngrammaError):
    """No memory, session or operation has that id."""


class AmbiguousIdError(EngrammaError):
    """An id prefix fits more than one thing."""


class InvalidValueError(EngrammaError):
    """A value is outside what the model allows (empty text, importance beyond 1, unknown kind)."""


class AskedError(EngrammaError):
    """An agent may not do that by itself: it waits for a person as `proposal_id`, and nothing was changed."""

    def __init__(self, message: str, *, proposal_id: int) -> None:
        super().__init__(message)
        self.proposal_id = proposal_id


class StaleEditError(EngrammaError):
    """The memory changed since the editor saw it; nothing was overwritten."""

    def __init__(self, message: str, *, current_text: str, current_version: int) -> None:
        super().__init__(message)
        self.current_text = current_text
        self.current_version = current_version


class GoneEditError(InvalidValueError):
    """The memory was put away, or another one took its place; nothing was written. `state` is what it is now.

    `successor_id` is the memory that superseded it or that it was merged into, if there is one.
    """

    def __init__(self, message: str, *, hint: str = "", state: str, successor_id: int | None = None) -> None:
        super().__init__(message, hint=hint)
        self.state = state
        self.successor_id = successor_id


class QueryError(EngrammaError):
    """A search text cannot be read. `start` and `end` are character offsets into it."""

    def __init__(self, message: str, *, start: int, end: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.start = start
        self.end = end


class ImportFileError(EngrammaError):
    """A file or folder cannot be imported at all (unreadable, empty, of no known format)."""


class ExportFileError(EngrammaError):
    """A file cannot be written."""


class NothingToUndoError(EngrammaError):
    """There is no operation that could be undone or redone."""
