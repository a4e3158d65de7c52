"""Which stores there are: those opened lately, those of projects, and the one of those who never named any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from engramma.engine.home import default_store, project_stores
from engramma.model.progress import CancelToken
from engramma.model.projects import StoreGlance
from engramma.store.glancing import glance_at


def known_stores(recent: Sequence[Path]) -> tuple[Path, ...]:
    """Each once, by where it really lies; those opened lately come first."""
    default = default_store()
    found: dict[Path, Path] = {}
    for path in (*recent, *project_stores(), *((default,) if default.is_file() else ())):
        found.setdefault(path.expanduser().resolve(), path)
    return tuple(found.values())


def look_at(paths: Iterable[Path], *, cancel: CancelToken) -> tuple[StoreGlance, ...]:
    """What each of them holds. Raises Cancelled."""
    found = []
    for path in paths:
        cancel.check()
        found.append(glance_at(path))
    return tuple(found)
