"""The commands that link two memories by hand, and take their links away."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engramma.ui.actions import Command, Situation
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.links import Unlinked
    from engramma.model.progress import CancelToken, Report


class LinkCommands(QObject):
    """They act on the two memories that are selected, or on two `ids`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context

    def commands(self) -> tuple[Command, ...]:
        """What the menu Memory has for it."""
        return (
            Command(
                "memory.link",
                "Link these two",
                self.link,
                menu="Memory",
                icon="link",
                when=_two_memories,
                group=3,
            ),
            Command(
                "memory.unlink",
                "Take their links away",
                self.unlink,
                menu="Memory",
                icon="link-break",
                when=_two_memories,
                group=3,
            ),
        )

    def link(self, ids: Sequence[int] | None = None) -> None:
        """Link two memories; such a link never fades."""
        pair = self._pair(ids)
        store = self._context.store
        if pair is not None and store is not None:
            done = functools.partial(self._on_linked, pair)
            self._context.jobs.write("Link", functools.partial(_link, store, *pair), done)

    def unlink(self, ids: Sequence[int] | None = None) -> None:
        """Take away what links two memories; provenance stays."""
        pair = self._pair(ids)
        store = self._context.store
        if pair is not None and store is not None:
            done = functools.partial(self._on_unlinked, pair)
            self._context.jobs.write("Unlink", functools.partial(_unlink, store, *pair), done)

    def _pair(self, ids: Sequence[int] | None) -> tuple[int, int] | None:
        chosen = tuple(ids) if ids is not None else self._context.selection.memory_ids
        return (chosen[0], chosen[1]) if len(chosen) == 2 else None

    def _on_linked(self, pair: tuple[int, int], _id: int) -> None:
        self._context.toast(f"Linked M-{pair[0]} and M-{pair[1]}", icon="link", undo=True)

    def _on_unlinked(self, pair: tuple[int, int], done: Unlinked) -> None:
        links = "the link" if done.count == 1 else f"{done.count} links"
        self._context.toast(
            f"Took {links} between M-{pair[0]} and M-{pair[1]} away", icon="link-break", undo=True
        )


def _two_memories(situation: Situation) -> str:
    return may.write_some(situation) or ("" if situation.memories == 2 else "needs exactly two")


def _link(store: MemoryStore, one: int, other: int, _report: Report, _cancel: CancelToken) -> int:
    return store.associations.link(one, other)


def _unlink(store: MemoryStore, one: int, other: int, _report: Report, _cancel: CancelToken) -> Unlinked:
    return store.associations.unlink(one, other)
