"""Files beside a store that may hold what is erased from it.

Sidecars, which the store makes again when it needs them, are deleted; backups and exports are named and left alone.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from engramma.model.errors import StoreError
from engramma.store.vectors.sidecar import drop_sidecars, sidecars_of

_OWN = ("", "-wal", "-shm", "-journal")
_COPIES = (".backup", ".bak", ".engramma-bundle", ".zip", ".old")


def copies_beside(path: Path) -> tuple[Path, ...]:
    """Backups and exports of this store in its folder, by name; its own files and sidecars are not among them."""
    own = {f"{path.name}{ending}" for ending in _OWN} | {item.name for item in sidecars_of(path)}
    found = []
    with suppress(OSError):
        for item in sorted(path.parent.iterdir()):
            if item.name in own or not item.name.startswith(path.stem) or not item.is_file():
                continue
            if item.name.endswith(_COPIES):
                found.append(item)
    return tuple(found)


def sidecars_beside(path: Path) -> tuple[Path, ...]:
    """The sidecars of a store that are there."""
    return sidecars_of(path)


def erase_sidecars(path: Path) -> None:
    """Delete the sidecars. Raises StoreError naming what could not be deleted."""
    try:
        drop_sidecars(path)
    except OSError as problem:
        left = ", ".join(item.name for item in sidecars_of(path))
        raise StoreError(
            f"Not everything is erased: {left} could not be deleted.",
            hint="Close other programs and delete it.",
        ) from problem
