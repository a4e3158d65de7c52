"""Where Engramma keeps what belongs to a person and not to one store: the one place that knows `ENGRAMMA_HOME`.

Only names places; creates nothing, and reads nothing but the list of stores that were opened lately.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import unicodedata
from pathlib import Path

from engramma.model.errors import InvalidValueError

WINDOW_STATE = "window.json"
RECENT = "recent"
SUFFIX = ".engramma"
_PROJECT = re.compile(r"\w[\w .@+-]{0,59}")
_NOT_IN_A_NAME = re.compile(r"[^\w.@+-]+")


def home_folder() -> Path:
    """`ENGRAMMA_HOME`, or else the platform's folder for user data; it may not exist yet."""
    chosen = os.environ.get("ENGRAMMA_HOME", "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("engramma", appauthor=False)


def sample_folder() -> Path:
    """The folder of the sample store."""
    return home_folder() / "sample"


def backups_folder() -> Path:
    """The folder of the daily copies of all stores; it may not exist yet."""
    return home_folder() / "backups"


def log_file() -> Path:
    """The file that holds what is too long for a person to be shown at once."""
    return home_folder() / "log" / "engramma.log"


def default_store() -> Path:
    """The store of those who never named one; it may not exist yet."""
    return home_folder() / "default.engramma"


def projects_folder() -> Path:
    """The folder of the stores that belong to projects; it may not exist yet."""
    return home_folder() / "projects"


def project_store(project: str) -> Path:
    """The store of a project, which may not exist yet: of a name, or of a folder when a path is given.

    A folder's store hangs on where it really lies, so that two folders of one name have two stores, and is called
    as the folder is. Raises InvalidValueError.
    """
    if _is_path(project):
        return _store_of_folder(Path(project).expanduser())
    name = unicodedata.normalize("NFC", project).strip().casefold()
    if not _PROJECT.fullmatch(name):
        raise InvalidValueError(
            f"{project!r} cannot name a project.",
            hint="Use letters, digits, spaces and . @ + - _, 60 at most, or the path of its folder.",
        )
    return projects_folder() / f"{name}{SUFFIX}"


def project_stores() -> tuple[Path, ...]:
    """The stores of all projects that there are, by their names."""
    found = [*projects_folder().glob(f"*{SUFFIX}"), *projects_folder().glob(f"*/*{SUFFIX}")]
    return tuple(sorted((path for path in found if path.is_file()), key=lambda path: (path.stem, str(path))))


def _is_path(project: str) -> bool:
    return project in (".", "..", "~") or any(mark in project for mark in ("/", os.sep))


def _store_of_folder(folder: Path) -> Path:
    if not folder.is_dir():
        raise InvalidValueError(f"There is no folder {folder}.", hint="A name without a slash needs none.")
    real = folder.resolve()
    name = _NOT_IN_A_NAME.sub("-", real.name)[:60].strip("-.") or "project"
    key = hashlib.sha256(os.fsencode(real)).hexdigest()[:16]
    return projects_folder() / key / f"{name}{SUFFIX}"


def last_store() -> Path | None:
    """The store that the window opened last, if it is still there."""
    try:
        state = json.loads((home_folder() / WINDOW_STATE).read_text("utf-8"))
        path = Path(state[RECENT][0]["path"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return None
    return path if path.is_file() else None


def usual_store() -> Path:
    """The store that is meant when none is named: the last one opened, or else the default."""
    return last_store() or default_store()
