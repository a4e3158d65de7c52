"""The file or folder that an export goes to: a name to propose, and what speaks against one. Free of Qt."""

from __future__ import annotations

import re
from pathlib import Path

from engramma.model.records import dataclass
from engramma.store.location import is_store_file
from engramma.ui.views.export.scope import Scope

_UNUSUAL = re.compile(r"[^\w.-]+")
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Objection:
    """Why nothing can be written there; with `replaceable` a person may say that it gives way."""

    words: str
    replaceable: bool = False


def proposed(folder: Path, store_name: str, scope: Scope, query: str, suffix: str) -> Path:
    """A free name that tells what is in it."""
    stem = store_name
    if scope is Scope.SELECTION:
        stem = f"{store_name}-selection"
    elif scope is Scope.RESULTS:
        words = _UNUSUAL.sub("-", query).strip("-.")[:_LONGEST].strip("-.").casefold()
        stem = f"{store_name}-{words or 'results'}"
    path, number = folder / f"{stem}{suffix}", 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{stem}-{number}{suffix}"
    return path


def objection(path: Path, *, is_folder: bool) -> Objection | None:
    """What speaks against writing to `path`."""
    if not path.name or path.name in (".", ".."):
        return Objection("Give it a name.")
    if not path.parent.is_dir():
        return Objection(f"There is no folder {path.parent}.")
    if path.is_dir():
        if not is_folder:
            return Objection("This is a folder. Choose another name.")
        return Objection("This folder is not empty. Choose another name.") if any(path.iterdir()) else None
    if not path.exists():
        return None
    if is_folder:
        return Objection("There is a file of that name, but this format is a folder.")
    if is_store_file(path):
        return Objection("This is a store, which an export would destroy. Choose another name.")
    return Objection("There is a file of that name.", replaceable=True)
