"""What the store switcher lists: stores by name and folder, and what can be made instead. Free of Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engramma.engine.home import project_store, projects_folder
from engramma.model.errors import InvalidValueError
from engramma.model.projects import StoreGlance
from engramma.model.records import dataclass
from engramma.ui.models.folder_text import home_text


@dataclass(frozen=True, slots=True)
class StoreRow:
    """A store. `glance` is None until it was looked into; `opened_at` is None for one that never was.

    `place` is its folder as it is shown.
    """

    path: Path
    glance: StoreGlance | None = None
    opened_at: int | None = None
    current: bool = False
    project: bool = False
    place: str = ""

    @property
    def name(self) -> str:
        """As it is called."""
        return self.path.stem

    @property
    def problem(self) -> str:
        """Why it cannot be opened; "" when it can."""
        return "" if self.glance is None else self.glance.problem


@dataclass(frozen=True, slots=True)
class NewProjectRow:
    """A project of this name has no store yet."""

    name: str
    path: Path


Row = StoreRow | NewProjectRow


def store_rows(
    paths: Sequence[Path],
    *,
    glances: Mapping[Path, StoreGlance],
    opened: Mapping[Path, int],
    current: Path | None,
    without_current: bool = False,
) -> tuple[StoreRow, ...]:
    """A row for each store, in this order; the open one is left out where memories are to go elsewhere."""
    folder = projects_folder()
    rows = [
        StoreRow(
            path,
            glances.get(path),
            opened.get(path),
            current=path == current,
            project=folder in path.parents,
            place=home_text(path.parent),
        )
        for path in paths
    ]
    return tuple(row for row in rows if not (without_current and row.current))


def found(rows: Sequence[StoreRow], letters: str) -> tuple[Row, ...]:
    """Those whose name or folder has all the words, by name first; at the end the project that could be made."""
    words = letters.casefold().split()
    by_name = [row for row in rows if all(word in row.name.casefold() for word in words)]
    by_folder = [
        row for row in rows if row not in by_name and all(word in str(row.path).casefold() for word in words)
    ]
    listed: list[Row] = [*by_name, *by_folder]
    new = new_project(letters)
    if new is not None and all(row.path != new.path for row in rows):
        listed.append(new)
    return tuple(listed)


def new_project(letters: str) -> NewProjectRow | None:
    """The project of this name, if that can be one and it has no store yet."""
    name = letters.strip()
    if not name or "/" in name:
        return None
    try:
        path = project_store(name)
    except InvalidValueError:
        return None
    return None if path.exists() else NewProjectRow(name, path)
