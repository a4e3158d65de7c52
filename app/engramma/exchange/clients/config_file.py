"""Another program's settings file on the disk: read, compared, backed up, and replaced at once or not at all.

Mode, owner and a symbolic link to it stay as they are. Nothing is written unless the file is still what it was when
the change was planned. Knows nothing of what stands in it.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engramma.model.errors import EngrammaError

LARGEST = 32 * 1024 * 1024
_BACKUP = ".engramma-backup"


class ConnectError(EngrammaError):
    """Another program's settings cannot be read or changed; what was there stays as it was."""


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """What lay at `path`: `content` None when there was no file."""

    path: Path
    content: bytes | None

    @property
    def text(self) -> str:
        """Its text without a mark of byte order; empty when there is no file. Raises ConnectError."""
        if self.content is None:
            return ""
        try:
            return self.content.removeprefix(codecs.BOM_UTF8).decode("utf-8")
        except UnicodeDecodeError as error:
            raise ConnectError(f"{self.path} is no UTF-8 text, so it was left alone.") from error

    def encoded(self, text: str) -> bytes:
        """`text` as bytes in the way of this file."""
        mark = codecs.BOM_UTF8 if (self.content or b"").startswith(codecs.BOM_UTF8) else b""
        return mark + text.encode("utf-8")


def read_config(path: Path) -> ConfigFile:
    """The file at `path`, or that there is none. Raises ConnectError."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ConnectError(f"{path} is no ordinary file.")
        if status.st_size > LARGEST:
            raise ConnectError(f"{path} is larger than any settings file should be.")
        return ConfigFile(path, path.read_bytes())
    except FileNotFoundError:
        return ConfigFile(path, None)
    except OSError as error:
        raise ConnectError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}.") from error


def replace_config(planned: ConfigFile, content: bytes, *, backup: bool = True) -> Path | None:
    """Put `content` in the place of what was `planned`; gives the backup, if one was made.

    Raises ConnectError when the file changed meanwhile, cannot be written, or does not read back as it was written.
    """
    with _explained(planned.path):
        target = Path(os.path.realpath(planned.path))
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        number, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        temporary = Path(name)
        try:
            with open(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            _unchanged(planned)
            kept = None
            if planned.content is not None:
                _dress(temporary, target)
                kept = _backed_up(target) if backup else None
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    if read_config(planned.path).content != content:
        raise ConnectError(
            f"{planned.path} did not keep what was written.", hint="Look at it, and at the backup."
        )
    return kept


def back_up(planned: ConfigFile) -> Path | None:
    """Copy the file aside, if there is one. Raises ConnectError."""
    with _explained(planned.path):
        return None if planned.content is None else _backed_up(Path(os.path.realpath(planned.path)))


def remove_config(planned: ConfigFile) -> None:
    """Take a file away that is still what it was when this was planned. Raises ConnectError."""
    with _explained(planned.path):
        _unchanged(planned)
        Path(os.path.realpath(planned.path)).unlink(missing_ok=True)


def _unchanged(planned: ConfigFile) -> None:
    if read_config(planned.path).content != planned.content:
        raise ConnectError(
            f"{planned.path} was changed by another program just now, so nothing was written.",
            hint="Try again.",
        )


def _dress(temporary: Path, target: Path) -> None:
    """Give the new file the mode and, where that is allowed, the owner of the old one."""
    status = target.stat()
    temporary.chmod(stat.S_IMODE(status.st_mode))
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        with contextlib.suppress(PermissionError):
            os.chown(temporary, status.st_uid, status.st_gid)


def _backed_up(target: Path) -> Path:
    for number in range(1, 1_000):
        path = target.with_name(f"{target.name}{_BACKUP}{'' if number == 1 else f'-{number}'}")
        try:
            # Settings may hold keys: for nobody else's eyes, not even until the mode is copied.
            with open(path, "xb", opener=_private) as file:
                file.write(target.read_bytes())
        except FileExistsError:
            continue
        shutil.copystat(target, path)
        return path
    raise ConnectError(f"There are too many backups of {target}.", hint="Put some of them away.")


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ConnectError(f"{path} cannot be written: {why}.") from error
