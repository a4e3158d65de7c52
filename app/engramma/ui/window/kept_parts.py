"""What of each part of a window is kept for its next start, and how it is put back.

When it is written, and the window's place on the screen, is the matter of `window_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engramma.ui.theme import ThemeMode, theme
from engramma.ui.window.centre import PAGES
from engramma.ui.window.window_state import WindowState, part_of, selection_state

if TYPE_CHECKING:
    from engramma.ui.window.main_window import MainWindow

USUAL_SIZE = (1440, 900)


class KeptParts:
    """One for a window; `state` writes what this gathers."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self.state = WindowState(
            window.settings,
            window,
            collect=self._collect,
            collect_store=self._collect_store,
            complain=window.complain,
        )

    def restore(self, *, opening: bool) -> None:
        """Put the window as it was; `opening`: a store will be opened at once, so no welcome page is made."""
        window = self._window
        saved = window.settings.get("window", {})
        if not self.state.restore_geometry():
            window.resize(*(theme().metrics.px(side) for side in USUAL_SIZE))
        window.parts.panes.restore_state(part_of(saved, "panes"))
        window.sidebar.restore_state(part_of(saved, "sidebar"))
        mode = saved.get("theme")
        if mode in tuple(ThemeMode):
            window.context.theme.set_mode(mode)
        if opening:
            window.first_store.begin()
        else:
            window.shell.open_view("welcome")
        if window.settings.complaint:
            window.complain(window.settings.complaint)

    def _collect(self) -> dict[str, Any]:
        window = self._window
        return {
            "panes": window.parts.panes.save_state(),
            "sidebar": window.sidebar.save_state(),
            "theme": str(window.context.theme.mode),
        }

    def _collect_store(self) -> dict[str, Any]:
        window = self._window
        name = window.centre.name
        return {
            "view": window.centre.before if name in PAGES else name,
            "query": window.context.query,
            "selection": selection_state(window.context.selection),
            "views": window.centre.save_states(),
            "seen": list(window.seen.ids),
        }
