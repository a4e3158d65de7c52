"""What an export may leave out although its format could carry it."""

from __future__ import annotations

from enum import StrEnum


class ExportPart(StrEnum):
    """A part of what hangs on memories, or some of the memories. The value is the word for `--without`."""

    QUOTES = "quotes"
    SESSIONS = "sessions"
    EVENTS = "events"
    VERSIONS = "versions"
    RECALLS = "recalls"
    TIES = "ties"
    SUPERSEDED = "superseded"
    TRASHED = "trashed"


LeftOut = frozenset[ExportPart]
WHOLE: LeftOut = frozenset()
"""Nothing is left out."""
