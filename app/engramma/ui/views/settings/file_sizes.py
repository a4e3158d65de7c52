"""Which files Engramma keeps on this computer, in words, and how large they are. Free of Qt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.model.progress import CancelToken, Report


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file, or the files of a pattern in a folder, and what is in it."""

    key: str
    title: str
    about: str
    folder: Path
    pattern: str

    @property
    def path(self) -> Path:
        """The file, or the folder of several."""
        return self.folder if "*" in self.pattern else self.folder / self.pattern


def files_of(
    store: Path | None, *, home: Path, settings_file: Path, log: Path, backups: Path
) -> tuple[KeptFile, ...]:
    """All files, those of the store first."""
    of_store = (
        ()
        if store is None
        else (
            KeptFile(
                "store", "Store", "Memories, turns, history, vectors: one file", store.parent, store.name
            ),
            KeptFile(
                "wal",
                "Write-ahead log",
                "The newest writes, until the store is closed",
                store.parent,
                f"{store.name}-*",
            ),
            KeptFile(
                "vectors",
                "Vector sidecars",
                "Copies of the vectors, made anew when they are missing",
                store.parent,
                f"{store.name}.vectors-*",
            ),
        )
    )
    return (
        *of_store,
        KeptFile("backups", "Backups", "Copies of stores, whole and checked", backups, "**/*"),
        KeptFile(
            "settings",
            "Settings of the window",
            "Layout, searches, keys; no memories",
            settings_file.parent,
            settings_file.name,
        ),
        KeptFile("log", "Log", "What went wrong; no texts of memories", log.parent, f"{log.name}*"),
        KeptFile("home", "Folder of Engramma", "Everything that belongs to no store", home, "*"),
    )


def read_sizes(files: tuple[KeptFile, ...], _report: Report, cancel: CancelToken) -> dict[str, int]:
    """Bytes by key; 0 for what is not there."""
    sizes: dict[str, int] = {}
    for file in files:
        cancel.check()
        total = 0
        for found in file.folder.glob(file.pattern):
            try:
                total += found.stat().st_size if found.is_file() else 0
            except OSError:
                # It went away between the two looks.
                continue
        sizes[file.key] = total
    return sizes


def size_text(count: int) -> str:
    """ "none", "3 kB", "1.2 MB"."""
    if not count:
        return "none"
    for unit, size in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            return f"{count / size:,.1f} {unit}" if size > 1_000 else f"{count / size:,.0f} {unit}"
    return f"{count} bytes"
