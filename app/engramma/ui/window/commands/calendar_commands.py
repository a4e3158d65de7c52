"""The commands of the forgetting calendar: go to it, to one of its days, and let memories fade."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report


class CalendarCommands(QObject):
    """`view.calendar` takes a `day` and a `fate`, `memory.let_fade` acts on the selection or on `ids`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context

    def commands(self) -> tuple[Command, ...]:
        """One of the menu View, one of the menu Memory."""
        return (
            Command(
                "view.calendar",
                "Go to forgetting calendar",
                self.show_calendar,
                menu="View",
                icon="calendar-blank",
                when=may.store_open,
            ),
            Command(
                "memory.let_fade",
                "Let fade",
                self.let_fade,
                menu="Memory",
                icon="moon",
                when=may.write_some,
                group=1,
            ),
        )

    def show_calendar(self, day: date | None = None, fate: str = "dormant") -> None:
        """Bring the calendar to the front, open at a local day if one is given."""
        from engramma.model.calendar import Fate
        from engramma.ui.views.decay.calendar.asking import DayAsked, calendar_asking

        self._context.open_view("decay")
        calendar_asking(self._context).ask(DayAsked(day, Fate(fate)))

    def let_fade(self, ids: Sequence[int] | None = None) -> None:
        """Say that memories may fade: Review asks about them no more."""
        store = self._context.store
        if store is not None:
            targets = Targets.of(self._context.selection, self._context.query, ids)
            job = functools.partial(_let_fade, store, targets)
            self._context.jobs.write("Let fade", job, self._on_said)

    def _on_said(self, ids: tuple[int, ...]) -> None:
        if ids:
            self._context.toast(f"{name_of(ids)} may fade: Review does not ask", icon="moon", undo=True)


def _let_fade(store: MemoryStore, targets: Targets, _report: Report, _cancel: CancelToken) -> tuple[int, ...]:
    ids = targets.resolve(store)
    store.calendar.let_fade(ids)
    return ids
