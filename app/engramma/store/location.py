"""Looks at where a store lies: network drives cannot carry a write-ahead log safely; a store is not written over."""

from __future__ import annotations

from pathlib import Path

import psutil

from engramma.store.pragmas import looks_like_sqlite

_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smbfs", "smb3", "afpfs", "webdav", "davfs", "fuse.sshfs", "9p", "afs"}
)


def network_filesystem(path: Path) -> str | None:
    """The kind of network file system that `path` lies on, or None when it is local."""
    best, kind = "", ""
    target = str(path.resolve())
    for partition in psutil.disk_partitions(all=True):
        mount = partition.mountpoint
        inside = target == mount or target.startswith(mount.rstrip("/\\") + ("\\" if "\\" in mount else "/"))
        if inside and len(mount) > len(best):
            best, kind = mount, partition.fstype.lower()
    return kind if kind in _NETWORK else None


def is_store_file(path: Path) -> bool:
    """Whether a SQLite file lies at `path`."""
    try:
        with path.open("rb") as file:
            return looks_like_sqlite(file.read(16))
    except (OSError, ValueError):
        return False
