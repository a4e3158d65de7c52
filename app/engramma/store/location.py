"""Looks at where a store lies: network drives cannot carry a write-ahead log safely."""

from __future__ import annotations

from pathlib import Path

import psutil

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
