"""The commands of looking: views, panes, theme, refresh, palette, cheat sheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.theme.icon_names import VIEW_ICONS

VIEWS = (
    ("memories", "Memories", "Ctrl+1"),
    ("sessions", "Sessions", "Ctrl+2"),
    ("tiers", "Tiers", "Ctrl+3"),
    ("decay", "Decay", "Ctrl+4"),
    ("graph", "Graph", "Ctrl+5"),
    ("recall", "Recall Lab", "Ctrl+6"),
    ("review", "Review", "Ctrl+7"),
    ("activity", "Activity", "Ctrl+8"),
)
THEMES = (("light", "Light", "sun"), ("dark", "Dark", "moon"), ("system", "Like the system", "circle-half"))


class Shell(Protocol):
    """What the window does for these commands."""

    def open_view(self, name: str) -> None:
        """Bring a view to the front."""

    def toggle_sidebar(self) -> None:
        """Show or hide the side bar."""

    def toggle_inspector(self) -> None:
        """Show or hide the inspector."""

    def next_part(self) -> None:
        """Go to the next part of the window."""

    def previous_part(self) -> None:
        """Go to the part before."""

    def set_theme(self, mode: str) -> None:
        """Light, dark or like the system."""

    def refresh(self) -> None:
        """Look at everything anew."""

    def open_palette(self) -> None:
        """Find a command."""

    def open_cheat_sheet(self) -> None:
        """List all keys."""

    def show_about(self) -> None:
        """Say what this is."""

    def show_jobs(self) -> None:
        """List running jobs."""


def view_commands(shell: Shell) -> tuple[Command, ...]:
    """The menus View and Help."""
    views = tuple(
        Command(
            f"view.{name}",
            title,
            partial(shell.open_view, name),
            menu="View",
            keys=(keys,),
            icon=VIEW_ICONS[name],
            when=may.store_open,
            checked=_in_front(name),
        )
        for name, title, keys in VIEWS
    )
    themes = tuple(
        Command(
            f"view.theme_{mode}",
            f"Theme: {title.lower()}",
            partial(shell.set_theme, mode),
            menu="View",
            icon=icon_name,
            submenu="Theme",
            group=3,
            checked=_has_theme(mode),
        )
        for mode, title, icon_name in THEMES
    )
    return (
        *views,
        Command(
            "view.welcome",
            "Welcome page",
            partial(shell.open_view, "welcome"),
            menu="View",
            icon="house",
            group=1,
            checked=_in_front("welcome"),
        ),
        Command(
            "view.sidebar",
            "Side bar",
            shell.toggle_sidebar,
            menu="View",
            keys=("F9",),
            icon="square-half",
            when=may.store_open,
            group=2,
            checked=_sidebar,
        ),
        Command(
            "view.inspector",
            "Inspector",
            shell.toggle_inspector,
            menu="View",
            keys=("F10",),
            icon="square-half",
            when=may.store_open,
            group=2,
            checked=_inspector,
        ),
        Command(
            "view.next_part",
            "Go to the next part",
            shell.next_part,
            menu="View",
            keys=("F6",),
            icon="arrow-right",
            when=may.store_open,
            group=2,
        ),
        Command(
            "view.previous_part",
            "Go to the part before",
            shell.previous_part,
            menu="View",
            keys=("Shift+F6",),
            icon="arrow-left",
            when=may.store_open,
            group=2,
        ),
        *themes,
        Command(
            "view.refresh",
            "Refresh",
            shell.refresh,
            menu="View",
            keys=("F5",),
            icon="arrows-clockwise",
            when=may.store_open,
            group=4,
        ),
        Command(
            "view.jobs",
            "Running jobs",
            shell.show_jobs,
            menu="View",
            icon="spinner",
            when=may.store_open,
            group=4,
        ),
        Command(
            "tools.palette", "All commands", shell.open_palette, menu="Help", keys=("Ctrl+K",), icon="command"
        ),
        Command(
            "help.keys",
            "Keyboard shortcuts",
            shell.open_cheat_sheet,
            menu="Help",
            keys=("Ctrl+/",),
            icon="keyboard",
        ),
        Command("help.about", "About Engramma", shell.show_about, menu="Help", icon="info", group=1),
    )


def _in_front(name: str) -> Callable[[Situation], bool]:
    def check(situation: Situation) -> bool:
        return situation.view == name

    return check


def _has_theme(mode: str) -> Callable[[Situation], bool]:
    def check(situation: Situation) -> bool:
        return situation.theme == mode

    return check


def _sidebar(situation: Situation) -> bool:
    return situation.sidebar


def _inspector(situation: Situation) -> bool:
    return situation.inspector
