"""The commands that put the selected memories on the clipboard as text, Markdown, JSON or CSV."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass
from engramma.ui.actions import Command
from engramma.ui.actions import conditions as may
from engramma.ui.bridge import WindowContext
from engramma.ui.window.commands.memory_work import COPIED_AT_ONCE
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.outgoing import Outgoing

SUBMENU = "Copy as"
FORMS = (
    ("text", "dated text"),
    ("markdown", "Markdown"),
    ("json", "JSON"),
    ("csv", "CSV"),
)


@dataclass(frozen=True, slots=True)
class Copied:
    """A text for the clipboard, and how many memories it holds."""

    count: int
    text: str


class CopyCommands(QObject):
    """`memory.copy_text`, `memory.copy_markdown` and so on, for what is selected or for given `ids`."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context

    def commands(self) -> tuple[Command, ...]:
        """The submenu of the menu Memory."""
        return tuple(
            Command(
                f"memory.copy_{form}",
                f"Copy as {name}",
                functools.partial(self.copy, form, name),
                menu="Memory",
                submenu=SUBMENU,
                icon="copy",
                when=may.some_memories,
                group=3,
            )
            for form, name in FORMS
        )

    def copy(self, form: str, name: str, ids: Sequence[int] | None = None) -> None:
        """Put them on the clipboard in one form."""
        store = self._context.store
        if store is not None:
            targets = Targets.of(self._context.selection, self._context.query, ids)
            job = functools.partial(_read, store, targets, form)
            self._context.jobs.read(
                f"Copy as {name}", job, functools.partial(self._on_read, name), key="copy"
            )

    def _on_read(self, name: str, copied: Copied) -> None:
        QGuiApplication.clipboard().setText(copied.text)
        count = "1 memory" if copied.count == 1 else f"{copied.count:,} memories"
        self._context.toast(f"Copied {count} as {name}", icon="copy")


def _read(store: MemoryStore, targets: Targets, form: str, report: Report, cancel: CancelToken) -> Copied:
    from engramma.exchange.writing.copying import copied
    from engramma.model.outgoing import Outgoing

    ids = targets.resolve(store)
    count = 0

    def read() -> Iterator[Outgoing]:
        nonlocal count
        for start in range(0, len(ids), COPIED_AT_ONCE):
            cancel.check()
            report(Progress(start, len(ids), ""))
            for line in store.memories.page(ids[start : start + COPIED_AT_ONCE]):
                count += 1
                yield Outgoing(line.memory)

    text = copied(form, read())
    return Copied(count, text)
