"""Where the files of a Portable Memory folder lie, and which paths are refused.

A manifest comes from anywhere: what it names is only opened when it stays inside its folder.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

MANIFEST = "manifest.json"
CHECKSUMS = "CHECKSUMS"
LARGEST_FILE = 256 * 1024 * 1024
ORDER = (
    "context",
    "category",
    "preference",
    "core",
    "entity",
    "episode",
    "resource",
    "chunk",
    "edge",
    "fact",
    "factLink",
    "episodeLink",
    "procedure",
    "community",
    "secretRef",
)
TOMBSTONES = "audit/tombstones.jsonl"
_PARTS = frozenset({"items", "audit", "embeddings"})
_CLUES = (b'"conformanceLevel"', b'"exportMode"')
_HEAD = 65_536
_KIND = re.compile(r"items/([A-Za-z0-9_-]{1,80})\.jsonl", re.ASCII)


def is_manifest(head: bytes) -> bool:
    """Whether a file that begins so is the manifest of such a folder."""
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and all(clue in head for clue in _CLUES)


def manifest_of(file: Path) -> Path | None:
    """The manifest of the folder that `file` is another part of, if it is part of one."""
    if file.name == MANIFEST:
        return None
    folder = file.parent.parent if file.parent.name in _PARTS else file.parent
    manifest = folder / MANIFEST
    return manifest if _is_manifest_file(manifest) else None


def _is_manifest_file(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return is_manifest(file.read(_HEAD))
    except OSError:
        return False


def shown_name(path: Path) -> str:
    """What to call a file: a manifest by the folder that it stands for."""
    is_folder = path.name == MANIFEST and path.parent.suffix == ".mem"
    return path.parent.name if is_folder else path.name


def why_refused(folder: Path, path: str) -> str:
    """Why the file that a manifest names is not opened, as the end of a sentence; empty when it may be."""
    parts = path.split("/")
    if not path or "\\" in path or ":" in path or path.startswith("/") or "\x00" in path:
        return "its name leads out of the folder"
    if any(part in ("", ".", "..") for part in parts):
        return "its name leads out of the folder"
    place = folder
    for part in parts:
        place = place / part
        try:
            status = os.lstat(place)
        except (OSError, ValueError):
            return "it is not there"
        if stat.S_ISLNK(status.st_mode):
            return "it is a link"
    if not stat.S_ISREG(status.st_mode):
        return "it is no ordinary file"
    return "it is too large" if status.st_size > LARGEST_FILE else ""


def kind_of(path: str) -> str:
    """The kind of the items in a file; empty when it holds none."""
    found = _KIND.fullmatch(path)
    return found[1] if found else ""


def in_order(paths: list[str]) -> list[str]:
    """Files of items, parents before what names them; unknown kinds last."""
    return sorted(paths, key=_place)


def _place(path: str) -> tuple[int, str]:
    kind = kind_of(path)
    return (ORDER.index(kind) if kind in ORDER else len(ORDER)), path
