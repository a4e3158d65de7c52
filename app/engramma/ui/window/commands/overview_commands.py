"""The command that opens the Overview."""

from __future__ import annotations

from functools import partial

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.theme.icon_names import VIEW_ICONS


class OverviewCommands:
    """Makes the command; what the page does with itself is its own."""

    def __init__(self, context: WindowContext) -> None:
        self._context = context

    def commands(self) -> tuple[Command, ...]:
        """The command of the menu View."""
        return (
            Command(
                "view.overview",
                "Overview: growth, recalls, retention, size",
                partial(self._context.open_view, "overview"),
                menu="View",
                keys=("Ctrl+9",),
                icon=VIEW_ICONS["overview"],
                when=may.store_open,
                group=1,
                checked=_in_front,
            ),
        )


def _in_front(situation: Situation) -> bool:
    return situation.view == "overview"
