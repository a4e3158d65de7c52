"""Why a file that no format claims cannot be read, where more can be said than that it is unknown.

Looks only at containers, archives and databases, and only after every format has said no.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from engramma.exchange.sqlite_schema import problem_of
from engramma.exchange.zip_source import (
    ENCRYPTED,
    LARGEST_MEMBER,
    LEADS_OUT,
    LINK,
    SWELLS,
    TOO_LARGE,
    ZipSource,
    looks_like_zip,
    opened_zip,
)
from engramma.model.errors import ImportFileError

_UNPACK = "unpack it yourself and import the files in it."
_NOTHING_ELSE = {
    ENCRYPTED: f"is protected by a password; {_UNPACK}",
    SWELLS: f"unpacks to far more than it should, as archives made to do harm do. If you trust it, {_UNPACK}",
    TOO_LARGE: f"holds a file of more than {LARGEST_MEMBER // 1024**3} GB unpacked; {_UNPACK}",
    LEADS_OUT: "holds only files whose names lead out of the archive, and those are never read.",
    LINK: "holds only links, and those are never followed.",
}


def why_unread(path: Path, head: bytes) -> str:
    """A sentence on the file at `path`, which begins with `head`; empty when nothing is wrong with it as such."""
    if not looks_like_zip(head):
        return problem_of(path, head)
    try:
        with opened_zip(path, name=path.name) as archive:
            return _of_archive(archive, path.name)
    except ImportFileError as error:
        return str(error)


def _of_archive(archive: ZipSource, name: str) -> str:
    """By what most of its refused members are refused for, and whether there are others."""
    if not archive.refused:
        return "" if archive.members else f"{name} is an empty ZIP file."
    [(reason, count)] = Counter(refused.reason for refused in archive.refused).most_common(1)
    if not archive.members and reason in _NOTHING_ELSE:
        return f"{name} {_NOTHING_ELSE[reason]}"
    files = "1 file" if count == 1 else f"{count:,} files"
    return f"{name} holds nothing that Engramma reads; {files} in it cannot be looked into, each because {reason}."
