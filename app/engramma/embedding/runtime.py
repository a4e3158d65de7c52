"""Where the shared process is met: a folder of this user alone, short enough for a socket's path.

One folder a model, a protocol and a scope, so that what does not fit together never meets.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from engramma.embedding.embedder import EmbeddingUnavailableError
from engramma.model.records import dataclass

PROTOCOL = 1
IDLE_SECONDS = 600.0
_WINDOWS = sys.platform == "win32"


@dataclass(frozen=True, slots=True)
class MeetingPlace:
    """The folder of one host, and what lies in it."""

    folder: Path

    @property
    def lock(self) -> Path:
        """Held by the living host."""
        return self.folder / "lock"

    @property
    def key(self) -> Path:
        """The secret by which host and clients know each other."""
        return self.folder / "key"

    @property
    def log(self) -> Path:
        """What the host has to say, for a person who looks for a fault."""
        return self.folder / "log"

    @property
    def address(self) -> str:
        """The address of its socket, or of its pipe on Windows."""
        if _WINDOWS:
            return rf"\\.\pipe\engramma-{self.folder.parent.name}-{self.folder.name}"
        return str(self.folder / "socket")

    def is_intact(self) -> bool:
        """Whether clients can still find the host: cleaners of temporary folders take away what is old."""
        return self.lock.exists() and self.key.exists() and (_WINDOWS or os.path.exists(self.address))

    @property
    def family(self) -> str:
        """The kind of address, as multiprocessing names it."""
        return "AF_PIPE" if _WINDOWS else "AF_UNIX"


def meeting_place(model: str, *, scope: str = "") -> MeetingPlace:
    """The place for hosts of `model` in `scope`; creates its folder.

    Raises EmbeddingUnavailableError when no folder can be had that nobody else may enter.
    """
    named = "\0".join((str(PROTOCOL), scope, model, sys.version.split()[0], os.path.realpath(sys.prefix)))
    digest = hashlib.blake2b(named.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    folder = _user_folder() / digest
    _make_private(folder)
    return MeetingPlace(folder)


def _user_folder() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR", "").strip()
    if runtime and not _WINDOWS and os.path.isabs(runtime) and os.access(runtime, os.W_OK):
        folder = Path(runtime) / "engramma"
    else:
        who = str(os.getuid()) if hasattr(os, "getuid") else _login()
        folder = Path(tempfile.gettempdir()) / f"engramma-{who}"
    _make_private(folder)
    return folder


def _login() -> str:
    return hashlib.blake2b(str(Path.home()).encode(), digest_size=4).hexdigest()


def _make_private(folder: Path) -> None:
    """Create `folder` for this user alone, or see that it is so: in a shared place another could have made it."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if _WINDOWS:
            return
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise _refusal(folder)
        if stat.S_IMODE(found.st_mode) != 0o700:
            folder.chmod(0o700)
    except OSError as error:
        raise _refusal(folder) from error


def _refusal(folder: Path) -> EmbeddingUnavailableError:
    return EmbeddingUnavailableError(
        f"The model's process has no place of its own, as {folder} is not a folder of this user.",
        hint="Remove it.",
    )
