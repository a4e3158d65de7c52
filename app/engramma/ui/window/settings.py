"""What the window remembers between starts: one JSON file in Engramma's folder, written whole or not at all.

Free of Qt. Holds plain JSON values under names; knows nothing of what they mean. A file that cannot be read is set
aside, never overwritten in silence.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Any

JSON = Any
FILE_NAME = "window.json"

log = logging.getLogger(__name__)


class Settings:
    """Values by name. `changed` says whether something is not on disk yet."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._values: dict[str, JSON] = {}
        self._own: set[str] = set()
        self.changed = False
        self.complaint = ""
        self._load()

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def get(self, name: str, default: JSON = None) -> JSON:
        """The value, or `default` when there is none or it is of another type than the default."""
        value = self._values.get(name, default)
        if default is not None and not isinstance(value, type(default)):
            return default
        return value

    def put(self, name: str, value: JSON) -> None:
        """Remember a value; None forgets it. It reaches the disk with the next `save`."""
        if self._values.get(name) == value:
            return
        if value is None:
            del self._values[name]
        else:
            self._values[name] = value
        self._own.add(name)
        self.changed = True

    def save(self) -> bool:
        """Write what changed here over what others wrote since. False, and a reason in `complaint`, if that fails."""
        if not self.changed:
            return True
        text = json.dumps(self._with_others(), ensure_ascii=False, indent=1, sort_keys=True)
        fresh = self._path.with_name(f"{FILE_NAME}.new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(
                os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
            ) as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError as error:
            self.complaint = (
                f"The window's settings cannot be saved in {self._path.parent}: {error.strerror}."
            )
            return False
        self.changed = False
        self.complaint = ""
        return True

    def _with_others(self) -> dict[str, JSON]:
        """What the file should say: a second window may have written its own values meanwhile."""
        try:
            found = self._read()
        except (OSError, ValueError, RecursionError):
            return self._values
        kept = {name: value for name, value in found.items() if name not in self._own}
        return {**kept, **{name: self._values[name] for name in self._own & self._values.keys()}}

    def _read(self) -> dict[str, JSON]:
        values = json.loads(self._path.read_text("utf-8"))
        if not isinstance(values, dict):
            raise ValueError("not an object")
        return values

    def _load(self) -> None:
        try:
            values = self._read()
        except FileNotFoundError:
            return
        except (OSError, ValueError, RecursionError) as error:
            self._set_aside(error)
            return
        self._values = values

    def _set_aside(self, error: Exception) -> None:
        aside = self._path.with_name(f"{FILE_NAME}.unreadable")
        self.complaint = f"The window's settings could not be read; they were set aside as {aside.name}."
        log.info("Unreadable settings %s: %s", self._path, error)
        try:
            self._path.replace(aside)
        except OSError:
            self.complaint = "The window's settings could not be read; it starts with the usual ones."
