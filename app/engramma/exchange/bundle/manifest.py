"""What a bundle says of itself: its version, and for each table its file, rows, size and SHA-256.

`manifest.json` is the only member with a meaning of its own; every other one is a table named in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engramma.model.errors import ImportFileError

FORMAT = "engramma-bundle"
VERSION = 1
MANIFEST = "manifest.json"
SUFFIX = ".engramma-bundle"

JSON = str | int | float | bool | None | Sequence["JSON"] | Mapping[str, "JSON"]

_TABLE = re.compile(r"[a-z][a-z0-9_]{0,62}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class BundleFile:
    """One table of a bundle; `bytes` and `sha256` are of its unpacked JSONL."""

    table: str
    rows: int
    bytes: int
    sha256: str

    @property
    def member(self) -> str:
        """The name inside the ZIP."""
        return f"{self.table}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a bundle, tables sorted by name. `redacted`: masks stand in the place of private words."""

    version: int
    files: tuple[BundleFile, ...]
    redacted: bool = False

    def to_json(self) -> bytes:
        """The bytes of `manifest.json`, the same for the same contents."""
        files = {
            file.member: {"table": file.table, "rows": file.rows, "bytes": file.bytes, "sha256": file.sha256}
            for file in self.files
        }
        whole: dict[str, object] = {"format": FORMAT, "version": self.version, "files": files}
        if self.redacted:
            whole["redacted"] = True
        return json.dumps(whole, ensure_ascii=False, sort_keys=True, indent=1).encode() + b"\n"


def is_table_name(name: str) -> bool:
    """Whether `name` can be a table: lower-case letters, digits and underscores."""
    return _TABLE.fullmatch(name) is not None


def read_manifest(text: bytes, *, name: str) -> Manifest:
    """The manifest in the bundle shown as `name`.

    Raises ImportFileError when it is none, is damaged, or was made by a newer version.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ImportFileError(f"{name} is damaged: its manifest cannot be read.") from error
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise ImportFileError(f"{name} is a ZIP file, but no Engramma bundle.")
    version = whole.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise ImportFileError(f"{name} is damaged: its manifest gives no version.")
    if version > VERSION:
        raise ImportFileError(
            f"{name} was made by a newer Engramma (bundle version {version}; this one reads {VERSION}).",
            hint="Update Engramma to import it.",
        )
    files = whole.get("files")
    if not isinstance(files, dict):
        raise ImportFileError(f"{name} is damaged: its manifest names no files.")
    return Manifest(
        version,
        tuple(sorted((_file(*item, name=name) for item in files.items()), key=_by_table)),
        redacted=whole.get("redacted") not in (None, False),
    )


def _file(member: str, told: object, *, name: str) -> BundleFile:
    match told:
        case {"table": str(table), "rows": int(rows), "bytes": int(size), "sha256": str(digest)}:
            file = BundleFile(table, rows, size, digest)
            sound = is_table_name(table) and min(rows, size) >= 0 and _SHA256.fullmatch(digest) is not None
            if sound and file.member == member:
                return file
    raise ImportFileError(f"{name} is damaged: its manifest is wrong about {member[:80]!r}.")


def _by_table(file: BundleFile) -> str:
    return file.table
