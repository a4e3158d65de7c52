"""Files inside somebody else's ZIP, without trusting it: found by their last name, bounded in size, never run away.

Nothing is ever written where a member's name says. What is read goes to a private scratch file first, so that the
readers of plain files serve for members, too.
"""

from __future__ import annotations

import lzma
import os
import shutil
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engramma.exchange.lines import reading
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken

MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
MOST_MEMBERS = 20_000
LARGEST_MEMBER = 4 * 1024**3
HIGHEST_RATIO = 200
LEADS_OUT = "its name leads out of the archive"
LINK = "it is a link"
ENCRYPTED = "it is encrypted"
TOO_LARGE = "it is too large"
SWELLS = "it swells to more than its size allows"
_RATIO_FROM = 10 * 1024**2
_STEP = 1024**2
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
"""What zipfile lets through of an archive or member that is damaged, encrypted or packed in an unknown way."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the archive. `path` is as it stands there, `name` its last part; sizes in bytes."""

    path: str
    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A member that is not read, and why, as the end of a sentence."""

    path: str
    reason: str


def looks_like_zip(head: bytes) -> bool:
    """Whether a file that begins with `head` is an archive."""
    return head.startswith(MAGIC)


class ZipSource:
    """An open archive: its members in order of their paths, and those that are refused."""

    def __init__(self, archive: zipfile.ZipFile, *, name: str) -> None:
        self._archive = archive
        self._name = name
        self._infos: dict[str, zipfile.ZipInfo] = {}
        found: list[Member] = []
        refused: list[Refused] = []
        infos = archive.infolist()
        if len(infos) > MOST_MEMBERS:
            raise ImportFileError(f"{name} holds more than {MOST_MEMBERS:,} files.")
        for info in infos:
            if info.is_dir():
                continue
            reason = _why_refused(info) or (
                "another file has its name" if info.filename in self._infos else ""
            )
            if reason:
                refused.append(Refused(info.filename, reason))
            else:
                self._infos[info.filename] = info
                found.append(Member(info.filename, PurePosixPath(info.filename).name, info.file_size))
        self.members = tuple(sorted(found, key=_by_path))
        self.refused = tuple(refused)

    def head(self, member: Member, size: int = 65_536) -> bytes:
        """The beginning of a member; empty when it cannot be read."""
        try:
            with self._archive.open(self._infos[member.path]) as file:
                return file.read(size)
        except (OSError, *_DAMAGE):
            return b""

    @contextmanager
    def extracted(self, member: Member, *, cancel: CancelToken) -> Iterator[Path]:
        """A member as a scratch file, gone after the block. Raises ImportFileError, Cancelled."""
        with tempfile.TemporaryDirectory(prefix="engramma-import-") as folder:
            target = Path(folder, "member")
            if member.size > shutil.disk_usage(folder).free:
                raise ImportFileError(
                    f"{member.path} cannot be read: there is too little space for scratch files."
                )
            try:
                with self._archive.open(self._infos[member.path]) as file, target.open("wb") as out:
                    left = member.size
                    while chunk := file.read(_STEP):
                        cancel.check()
                        left -= len(chunk)
                        if left < 0:
                            raise ImportFileError(f"{member.path} in {self._name} is larger than it says.")
                        out.write(chunk)
            except (OSError, *_DAMAGE) as error:
                raise ImportFileError(f"{member.path} in {self._name} cannot be read: {error}.") from error
            yield target


@contextmanager
def opened_zip(path: Path, *, name: str) -> Iterator[ZipSource]:
    """The archive at `path`. Raises ImportFileError when it is none, or is damaged."""
    with reading(name):
        try:
            archive = zipfile.ZipFile(path)
        except _DAMAGE as error:
            raise ImportFileError(
                f"{name} is a ZIP file that is cut off or damaged. Copy or fetch it again."
            ) from error
    with archive:
        yield ZipSource(archive, name=name)


def _why_refused(info: zipfile.ZipInfo) -> str:
    path = info.filename
    parts = path.replace("\\", "/").split("/")
    if path.startswith(("/", "\\")) or ".." in parts or (len(path) > 1 and path[1] == ":"):
        return LEADS_OUT
    if stat.S_ISLNK(info.external_attr >> 16):
        return LINK
    if info.flag_bits & 0x1:
        return ENCRYPTED
    if info.file_size > LARGEST_MEMBER:
        return TOO_LARGE
    if info.file_size > _RATIO_FROM and info.file_size > HIGHEST_RATIO * max(1, info.compress_size):
        return SWELLS
    return ""


def _by_path(member: Member) -> str:
    return os.path.normcase(member.path)
