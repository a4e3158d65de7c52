"""The log file: what is too long or too technical for a person's one line. The first record makes it."""

from __future__ import annotations

import io
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_FORMAT = "%(asctime)sZ %(process)d %(levelname)s %(name)s: %(message)s"
_LARGEST = 2_000_000


class Logbook(logging.FileHandler):
    """Appends to an owner-only file; a full one makes room by becoming `.old`. `broken`: it cannot be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.broken = False
        super().__init__(path, encoding="utf-8", delay=True, errors="backslashreplace")
        formatter = logging.Formatter(_FORMAT)
        formatter.converter = time.gmtime
        self.setFormatter(formatter)

    def _open(self) -> io.TextIOWrapper:
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if self.path.exists() and self.path.stat().st_size > _LARGEST:
            self.path.replace(self.path.with_name(f"{self.path.name}.old"))
        number = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        return open(number, "a", encoding="utf-8", errors="backslashreplace")

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; a log that cannot be written must not stop the command."""
        try:
            super().emit(record)
        except OSError:
            self.broken = True

    def handleError(self, record: logging.LogRecord) -> None:
        """Note that a record was lost, instead of printing a traceback."""
        del record
        self.broken = True


@contextmanager
def logging_to(path: Path) -> Iterator[Logbook]:
    """Send the records of this program from INFO, and warnings of Python and libraries, to the file at `path`."""
    root, own = logging.getLogger(), logging.getLogger("engramma")
    level = own.level
    book = Logbook(path)
    root.addHandler(book)
    own.setLevel(logging.INFO)
    logging.captureWarnings(True)
    try:
        yield book
    finally:
        logging.captureWarnings(False)
        own.setLevel(level)
        root.removeHandler(book)
        book.close()
