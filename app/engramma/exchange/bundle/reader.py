"""Reads bundles with distrust: nothing is unpacked to disk, and what the manifest does not name is refused.

Guards against paths that lead outside, links, encryption, and archives that are small only from outside.
"""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from engramma.exchange.bundle.manifest import MANIFEST, BundleFile, Manifest, read_manifest
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

TOTAL_BYTES = 4 * 1024**3
"""What all members of a bundle may have unpacked."""

_ROW_BYTES = 64 * 1024**2
_MANIFEST_BYTES = 16 * 1024**2
_RATIO = 200
_RATIO_FROM_BYTES = 16 * 1024**2
_ENCRYPTED = 0x1
_PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGE = (OSError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError)


class BundleReader:
    """An open bundle. Opening checks structure and manifest, reading a table checks its hash.

    Raises ImportFileError for everything that is wrong with the file.
    """

    def __init__(self, path: Path) -> None:
        self._name = path.name
        try:
            self._archive = zipfile.ZipFile(path)
        except FileNotFoundError as error:
            raise ImportFileError(f"{self._name} does not exist.") from error
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise ImportFileError(
                f"{self._name} is no bundle, or is cut off: it cannot be opened as ZIP."
            ) from error
        except OSError as error:
            raise ImportFileError(
                f"{self._name} cannot be read: {(error.strerror or str(error)).lower()}."
            ) from error
        try:
            self._members = self._checked_members()
            self.manifest = self._read_manifest()
            self._compare()
        except BaseException:
            self._archive.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._archive.close()

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables, sorted."""
        return tuple(file.table for file in self.manifest.files)

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """The rows of `table` in their order; an absent table has none.

        A wrong hash, size or number of rows shows only at the end: what was made of the rows must be taken back then.
        """
        for file in self.manifest.files:
            if file.table == table:
                yield from self._rows(file)

    def verify(self, *, cancel: CancelToken | None = None) -> None:
        """Read everything once, so that damage is known before anything is done with the rows."""
        for file in self.manifest.files:
            for _row in self._rows(file):
                if cancel is not None:
                    cancel.check()

    def _rows(self, file: BundleFile) -> Iterator[dict[str, Any]]:
        digest = hashlib.sha256()
        size = count = 0
        with self._open(file.member) as member:
            while line := self._read_line(member, file):
                digest.update(line)
                size += len(line)
                count += 1
                yield self._row(line, file, count)
        if (size, count, digest.hexdigest()) != (file.bytes, file.rows, file.sha256):
            raise ImportFileError(f"{self._name} is damaged: {file.member} is not what the manifest says.")

    def _open(self, member: str) -> IO[bytes]:
        try:
            return self._archive.open(member)
        except _DAMAGE as error:
            raise ImportFileError(f"{self._name} is damaged: {member} cannot be read.") from error

    def _read_line(self, member: IO[bytes], file: BundleFile) -> bytes:
        try:
            line = member.readline(_ROW_BYTES + 1)
        except _DAMAGE as error:
            raise ImportFileError(f"{self._name} is damaged: {file.member} cannot be read.") from error
        if len(line) > _ROW_BYTES:
            raise ImportFileError(f"{self._name} is refused: a row of {file.member} is longer than 64 MiB.")
        return line

    def _row(self, line: bytes, file: BundleFile, number: int) -> dict[str, Any]:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ImportFileError(
                f"{self._name} is damaged: {file.member}, line {number}, is no JSON."
            ) from error
        if not isinstance(row, dict):
            raise ImportFileError(f"{self._name} is damaged: {file.member}, line {number}, is no row.")
        return row

    def _checked_members(self) -> dict[str, zipfile.ZipInfo]:
        members: dict[str, zipfile.ZipInfo] = {}
        total = 0
        for info in self._archive.infolist():
            shown = ascii(info.filename[:80])
            # orig_filename is what stands in the file: zipfile turns backslashes round and cuts at NUL.
            if info.filename != info.orig_filename or _leads_away(info.filename):
                raise ImportFileError(f"{self._name} is refused: its member {shown} has an unsafe name.")
            if stat.S_ISLNK(info.external_attr >> 16):
                raise ImportFileError(f"{self._name} is refused: its member {shown} is a link.")
            if info.flag_bits & _ENCRYPTED or info.compress_type not in _PACKINGS:
                raise ImportFileError(
                    f"{self._name} is refused: its member {shown} is encrypted or packed oddly."
                )
            if info.filename in members:
                raise ImportFileError(f"{self._name} is damaged: its member {shown} stands in it twice.")
            if info.file_size > max(_RATIO_FROM_BYTES, _RATIO * info.compress_size):
                raise ImportFileError(
                    f"{self._name} is refused: its member {shown} unpacks to far more than it should."
                )
            total += info.file_size
            members[info.filename] = info
        if total > TOTAL_BYTES:
            raise ImportFileError(f"{self._name} is refused: it unpacks to more than 4 GiB.")
        return members

    def _read_manifest(self) -> Manifest:
        info = self._members.get(MANIFEST)
        if info is None:
            raise ImportFileError(f"{self._name} is a ZIP file, but no Engramma bundle.")
        if info.file_size > _MANIFEST_BYTES:
            raise ImportFileError(f"{self._name} is refused: its manifest is longer than 16 MiB.")
        with self._open(MANIFEST) as member:
            try:
                text = member.read()
            except _DAMAGE as error:
                raise ImportFileError(f"{self._name} is damaged: its manifest cannot be read.") from error
        return read_manifest(text, name=self._name)

    def _compare(self) -> None:
        """The manifest names every member, and every member is named."""
        named = {file.member: file for file in self.manifest.files}
        for file in named.values():
            info = self._members.get(file.member)
            if info is None:
                raise ImportFileError(f"{self._name} is damaged: {file.member} is missing.")
            if info.file_size != file.bytes:
                raise ImportFileError(
                    f"{self._name} is damaged: {file.member} is not what the manifest says."
                )
        for member in self._members:
            if member != MANIFEST and member not in named:
                raise ImportFileError(f"{self._name} is refused: its manifest does not name {member[:80]!a}.")


def _leads_away(name: str) -> bool:
    """Whether a member's name is anything but a plain file name."""
    return not name or name in (".", "..") or any(letter in name for letter in "/\\:\x00")
