"""Turns what SQLite says into what a person can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engramma.model.errors import ReadOnlyStoreError, StoreBusyError, StoreError


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise StoreError and its kin for the failures that a person may meet; let programming errors through."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        known = _known(str(getattr(error, "orig", error)), path)
        if known is None:
            raise
        raise known from error


def _known(said: str, path: Path) -> StoreError | None:
    said = said.lower()
    if "locked" in said or "busy" in said:
        return StoreBusyError(
            f"{path.name} is busy: another program has been writing to it for too long.",
            hint="Try again in a moment.",
        )
    if "readonly" in said or "read-only" in said:
        return ReadOnlyStoreError(
            f"{path.name} cannot be written to.", hint="Check the permissions of the file and its folder."
        )
    if "disk is full" in said:
        return StoreError("The disk is full; nothing was changed.", hint="Free some space and try again.")
    if "malformed" in said or "not a database" in said or "disk image" in said:
        return StoreError(f"{path.name} is damaged.", hint="Restore a backup; the file was not changed.")
    if "disk i/o" in said or "unable to open" in said:
        return StoreError(
            f"{path.name} could not be read or written.",
            hint="Is its drive still connected, its folder writable?",
        )
    return None
