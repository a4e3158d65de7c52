"""What a command is, and the situation in which it may or may not run. Free of Qt."""

from __future__ import annotations

from collections.abc import Callable

from engramma.model.records import dataclass

MENUS = ("File", "Edit", "View", "Memory", "Store", "Help")


@dataclass(frozen=True, slots=True)
class Situation:
    """All that decides whether commands may run. `selected` counts the selected, `results` the shown.

    `undo` and `redo` are noun phrases such as "edit of M-12", empty when there is nothing to undo or redo.
    `some_pinned` and its like say whether such memories are selected; None while that is not known.
    """

    store_open: bool = False
    read_only: bool = False
    view: str = "welcome"
    selection: str = "none"
    selected: int = 0
    all_results: bool = False
    results: int = 0
    query: str = ""
    undo: str = ""
    redo: str = ""
    sidebar: bool = True
    inspector: bool = True
    theme: str = "system"
    saved: bool = False
    some_pinned: bool | None = None
    some_unpinned: bool | None = None
    some_trashed: bool | None = None
    some_kept: bool | None = None

    @property
    def memories(self) -> int:
        """How many memories are selected."""
        if self.selection != "memory":
            return 0
        return self.results if self.all_results else self.selected


When = Callable[[Situation], str]
"""Answers "" if the command may run, else why not in a few words, e.g. "nothing selected"."""


def always(_situation: Situation) -> str:
    """May always run."""
    return ""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a person can do.

    `keys` are portable key sequences, the first is shown. `group` separates a menu into parts; `submenu` puts
    the command into a menu of that name inside `menu`. `label` gives a title that depends on the situation;
    `checked` makes it a toggle.
    """

    id: str
    title: str
    run: Callable[..., None]
    menu: str = ""
    keys: tuple[str, ...] = ()
    icon: str = ""
    when: When = always
    group: int = 0
    submenu: str = ""
    label: Callable[[Situation], str] | None = None
    checked: Callable[[Situation], bool] | None = None

    def text(self, situation: Situation) -> str:
        """The title in this situation."""
        return self.label(situation) if self.label is not None else self.title
