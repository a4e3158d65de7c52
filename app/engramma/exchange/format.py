"""What a format of memories looks like to the rest: a name, a nose for its content, and a reader.

Holds the protocol only; which formats exist is the sniffer's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from engramma.model.progress import CancelToken
from engramma.model.transfer import Record

HEAD_BYTES = 65_536
"""How much of a file's beginning a format is shown for recognising it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read. `name` is how to show it; `mtime` is its modification time in UTC microseconds."""

    path: Path
    name: str
    mtime: int


class Format(Protocol):
    """One kind of file that memories or sessions can come from."""

    @property
    def name(self) -> str:
        """Stable id, as in `--format claude-code` and in stored provenance."""
        ...

    @property
    def title(self) -> str:
        """What a person reads."""
        ...

    def sniff(self, path: Path, head: bytes) -> float:
        """Confidence in 0..1 that the file is of this format, by its content; never raises."""
        ...

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """Stream the records of `source` in flat memory.

        A session comes before its events, a memory after the event it quotes, a relation after its ends.
        What cannot be taken in is yielded as Skipped. Raises Cancelled, and ImportFileError when the file
        cannot be opened or read on.
        """
        ...
