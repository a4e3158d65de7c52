"""The jobs of the import page, on worker threads and without any Qt object."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.exchange.sniffer import open_source
from engramma.exchange.tabular.look import TableLook, is_table, look_at_table
from engramma.model.errors import ImportFileError
from engramma.model.import_choice import FileChoice
from engramma.model.progress import CancelToken, Report
from engramma.model.transfer import FileReport, ImportReport
from engramma.ui.window.importing.plan import ImportPlan, items_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.incoming_secrets import FileSecrets


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What an import did."""

    plan: ImportPlan
    report: ImportReport

    @property
    def written(self) -> int:
        """Items that are new or were changed, as the button had them."""
        return sum(items_of(file, self.plan.policy) for file in self.report.files)

    @property
    def memories(self) -> int:
        """New memories."""
        return sum(file.memories for file in self.report.files)


def look_into(
    store: MemoryStore | None,
    paths: tuple[Path, ...],
    choices: Mapping[str, FileChoice],
    report: Report,
    cancel: CancelToken,
) -> ImportPlan:
    """Read the files and say what an import would do. Without a store, an empty one stands in for it."""
    started = time.perf_counter()
    if store is not None:
        found = store.transfer.preview(paths, choices=choices, report=report, cancel=cancel)
    else:
        from engramma.engine import create_store

        with tempfile.TemporaryDirectory(prefix="engramma-") as folder:
            empty = create_store(Path(folder) / "preview.engramma")
            try:
                found = empty.transfer.preview(paths, choices=choices, report=report, cancel=cancel)
            finally:
                empty.close()
    tables = {
        file.path: table for file in found.files if (table := _table_of(file, choices, cancel)) is not None
    }
    sizes = {file.path: _size(Path(file.path)) for file in found.files}
    seconds = time.perf_counter() - started
    return ImportPlan.of(paths, found, seconds=seconds, choices=choices, tables=tables, sizes=sizes)


def _size(path: Path) -> int:
    """In bytes; 0 for what is no file any more."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def find_secrets(
    store: MemoryStore | None, path: Path, format: str, report: Report, cancel: CancelToken
) -> FileSecrets:
    """Search the new items of a file for secrets. Without a store, all of them are new."""
    from engramma.engine.incoming_secrets import find_incoming

    if store is None:
        return find_incoming(None, path, format, report=report, cancel=cancel)
    return store.transfer.find_incoming_secrets(path, format, report=report, cancel=cancel)


def _table_of(file: FileReport, choices: Mapping[str, FileChoice], cancel: CancelToken) -> TableLook | None:
    """The columns of a file that is a table, or could be read as one."""
    path, name = Path(file.path), file.format
    if not name and (choice := choices.get(file.path)) is not None:
        name = choice.format
    if not is_table(path, name):
        return None
    try:
        return look_at_table(open_source(path), name, cancel=cancel)
    except ImportFileError as error:
        log.info("the columns of %s cannot be shown: %s", path.name, error)
        return None


def take_in(store: MemoryStore, plan: ImportPlan, report: Report, cancel: CancelToken) -> ImportOutcome:
    """Import what is chosen, as one operation."""
    done = store.transfer.import_files(
        plan.paths, policy=plan.policy, choices=plan.choices, report=report, cancel=cancel
    )
    return ImportOutcome(plan, done)
