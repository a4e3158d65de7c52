"""Where no export may go, whatever its format."""

from __future__ import annotations

from pathlib import Path

from engramma.model.errors import ExportFileError
from engramma.store.location import is_store_file


def refuse_store(path: Path) -> None:
    """Raises ExportFileError when a store lies at `path`."""
    if is_store_file(path):
        raise ExportFileError(
            f"{path.name} is a store, which an export would destroy.", hint="Choose another name."
        )
