"""Puts a file or a folder in its place only when it is complete; both are for their owner alone.

What lay there before is replaced if it is a file, and never if it is a folder with something in it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engramma.model.errors import ExportFileError

_BLOCK = 1 << 18


@contextmanager
def replacing_file(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that takes its place if all goes well, and is gone if not."""
    with _explained(path):
        handle, made = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        temporary = Path(made)
        try:
            os.close(handle)
            yield temporary
            with temporary.open("rb+") as file:
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def replacing_folder(path: Path) -> Iterator[Path]:
    """A temporary folder beside `path` that gets its name if all goes well, and is gone if not.

    Raises ExportFileError when there is a file or a folder that is not empty.
    """
    with _explained(path):
        if path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
            raise ExportFileError(
                f"{path.name} exists and is not empty, so it was left alone.", hint="Choose another name."
            )
        temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent))
        try:
            yield temporary
            if path.exists():
                path.rmdir()
            temporary.replace(path)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def write_text(path: Path, chunks: Iterable[str]) -> None:
    """Write UTF-8 text with line feeds; a new file is readable by its owner only. Lone surrogates become U+FFFD."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, 0o600), "wb", buffering=_BLOCK) as file:
        for chunk in chunks:
            file.write(chunk.encode("utf-8", "replace"))


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ExportFileError(
            f"{path.name} cannot be written: {why}.", hint="Choose another place."
        ) from error
