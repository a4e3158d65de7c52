"""What is merged as a bundle: a bundle as it is, another store by way of a copy of its file that is thrown away."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engramma.engine.workspace import Workspace
from engramma.exchange.sqlite_source import copied_database
from engramma.model.errors import ImportFileError, StoreError
from engramma.model.progress import CancelToken, Report
from engramma.store.location import is_store_file


@contextmanager
def bundle_of(workspace: Workspace, path: Path, *, report: Report, cancel: CancelToken) -> Iterator[Path]:
    """A bundle of all that `path`, a bundle or another store, holds. Nothing is written to `path`.

    Raises ImportFileError for the store itself, and for what is no store; Cancelled.
    """
    if not is_store_file(path):
        yield path
        return
    own = workspace.database.path
    if own.exists() and path.samefile(own):
        raise ImportFileError(f"{path.name} is the store that is open.", hint="Choose another store.")
    from engramma.engine.memory_store import open_store

    with (
        tempfile.TemporaryDirectory(prefix="engramma-merge-") as folder,
        copied_database(path, name=path.name, cancel=cancel) as copy,
    ):
        bundle = Path(folder) / path.name
        try:
            with open_store(copy, clock=workspace.clock) as other:
                other.transfer.export(bundle, report=report, cancel=cancel)
        except StoreError as error:
            why = str(error).replace(copy.name, path.name).replace(str(copy.parent), str(path.parent))
            raise ImportFileError(f"{path.name} cannot be read as a store. {why}") from error
        yield bundle
