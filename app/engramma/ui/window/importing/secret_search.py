"""Looks for secrets in the files of an import, one after the other, while a person reads what the files hold.

A large file waits until a person asks for it. Nothing is written.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engramma.model.errors import ImportFileError
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.window.importing.plan import ImportPlan, PlannedFile
from engramma.ui.window.importing.work import find_secrets

if TYPE_CHECKING:
    from engramma.engine.incoming_secrets import FileSecrets

KEY = "secrets of an import"
LARGEST = 16_000_000
"""Bytes up to which a file is searched unasked: some 8 s of one core."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search of one file found; None when it could not be read or was stopped."""

    path: str
    format: str
    secrets: FileSecrets | None


class SecretSearch(QObject):
    """`found` carries a Searched. What was found of a file is kept until the store or the files are others."""

    found = Signal(object)

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context)
        self._context = context
        self._waiting: list[PlannedFile] = []
        self._done: dict[tuple[str, str], FileSecrets] = {}
        self._now: PlannedFile | None = None

    @property
    def results(self) -> dict[tuple[str, str], FileSecrets]:
        """What was found, by path and format."""
        return self._done

    @property
    def waiting(self) -> frozenset[str]:
        """The paths of the files that are searched, or will be."""
        now = [] if self._now is None else [self._now]
        return frozenset(file.report.path for file in (*now, *self._waiting))

    def begin(self, plan: ImportPlan) -> None:
        """Search the files that were not searched yet, but for large ones."""
        self._context.jobs.drop(KEY)
        self._now = None
        self._waiting = [
            file for file in plan.files if _key(file) not in self._done and is_searched_unasked(file)
        ]
        self._next()

    def search(self, file: PlannedFile) -> None:
        """Search a file of any size, after those that wait."""
        if _key(file) not in self._done and file is not self._now:
            self._waiting.append(file)
            if self._now is None:
                self._next()

    def stop(self) -> None:
        """Search no more and forget."""
        self._context.jobs.drop(KEY)
        self._waiting, self._now = [], None
        self._done = {}

    def _next(self) -> None:
        if not self._waiting:
            self._now = None
            return
        file = self._now = self._waiting.pop(0)
        self._context.jobs.read(
            f"Search {file.path.name} for secrets",
            functools.partial(find_secrets, self._context.store, file.path, file.report.format),
            self._on_found,
            failed=self._on_failed,
            ended=self._on_ended,
            quiet=file.bytes < LARGEST,
            key=KEY,
        )

    def _on_found(self, secrets: FileSecrets) -> None:
        if self._now is not None:
            self._done[_key(self._now)] = secrets
            self._tell(secrets)

    def _on_failed(self, error: Exception) -> None:
        self._tell(None)
        if not isinstance(error, ImportFileError):
            self._context.report_error(error)

    def _on_ended(self) -> None:
        if self._now is not None:
            self._tell(None)
        self._next()

    def _tell(self, secrets: FileSecrets | None) -> None:
        file, self._now = self._now, None
        if file is not None:
            self.found.emit(Searched(file.report.path, file.report.format, secrets))


def is_searched_unasked(file: PlannedFile) -> bool:
    """Whether a person need not ask for the search."""
    return file.readable and file.bytes < LARGEST


def _key(file: PlannedFile) -> tuple[str, str]:
    return file.report.path, file.report.format
