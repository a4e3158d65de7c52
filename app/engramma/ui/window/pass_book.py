"""Keeps in the settings how often consolidation runs by itself, and when it last did in which store. Free of Qt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engramma.engine.schedule import Rhythm
from engramma.ui.window.settings import Settings

NAME = "consolidation"
MOST = 20


class SettingsPassBook:
    """One rhythm for all stores. The sample is left as it is unless a person chose a rhythm."""

    def __init__(self, settings: Settings, *, sample_folder: Path) -> None:
        self._settings = settings
        self._sample_folder = sample_folder

    def rhythm(self, store: Path) -> Rhythm:
        """How often passes run by themselves in this store."""
        chosen = self._values().get("rhythm")
        if chosen in tuple(Rhythm):
            return Rhythm(chosen)
        return Rhythm.NEVER if store.parent == self._sample_folder else Rhythm.WHEN_IDLE

    def set_rhythm(self, rhythm: Rhythm) -> None:
        """Another rhythm, kept at once."""
        self._put("rhythm", rhythm.value)

    def last_pass(self, store: Path) -> int | None:
        """When the last pass ran here (UTC µs)."""
        found = self._passes().get(str(store))
        return found if isinstance(found, int) else None

    def note_pass(self, store: Path, *, at: int) -> None:
        """A pass ran."""
        passes = self._passes()
        passes.pop(str(store), None)
        passes[str(store)] = at
        self._put("passes", dict(list(passes.items())[-MOST:]))

    def _values(self) -> dict[str, Any]:
        return dict(self._settings.get(NAME, {}))

    def _passes(self) -> dict[str, Any]:
        found = self._values().get("passes")
        return dict(found) if isinstance(found, dict) else {}

    def _put(self, name: str, value: object) -> None:
        self._settings.put(NAME, {**self._values(), name: value})
        self._settings.save()
