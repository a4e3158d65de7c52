"""Earlier searches, newest first, kept in the settings. Free of Qt."""

from __future__ import annotations

from engramma.ui.window.settings import Settings

NAME = "searches"
MOST = 30


class SearchHistory:
    """At most 30 texts, each once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def all(self) -> tuple[str, ...]:
        """Newest first."""
        return tuple(text for text in self._settings.get(NAME, []) if isinstance(text, str) and text)

    def add(self, text: str) -> None:
        """Remember a search that was really used."""
        text = text.strip()
        if text:
            others = [other for other in self.all() if other != text]
            self._settings.put(NAME, [text, *others][:MOST])

    def clear(self) -> None:
        """Forget all."""
        self._settings.put(NAME, [])
