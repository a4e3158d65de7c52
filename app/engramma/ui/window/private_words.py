"""The words of a person's own that no export is to carry, kept for all stores among what the window remembers."""

from __future__ import annotations

from engramma.ui.window.settings import Settings

NAME = "private_words"


class SettingsPrivateWords:
    """They are written as soon as they change."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def names(self) -> tuple[str, ...]:
        """The words, in the order in which they came."""
        return tuple(name for name in self._settings.get(NAME, []) if isinstance(name, str))

    def keep(self, names: tuple[str, ...]) -> None:
        """Remember these instead."""
        self._settings.put(NAME, list(names) or None)
        self._settings.save()
