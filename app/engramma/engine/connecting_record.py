"""What `connect` wrote where: kept in the home folder, so that `disconnect` takes exactly that out again.

Without it our entries are still recognised by their form; it only knows more.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engramma.engine.home import home_folder
from engramma.exchange.clients.config_file import read_config, replace_config

log = logging.getLogger(__name__)
_FILE = "connections.json"
_VERSION = 1


def digest(content: bytes | None) -> str:
    """The SHA-256 of a file; empty for a file that is not there."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """One file that was changed: its digests before and after, the backup, and the containers that were made in it.

    `exact`: while it still has the digest `after`, what was `before` may be put back as it was.
    """

    path: str
    before: str
    after: str
    backup: str = ""
    exact: bool = True
    made: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Connected:
    """What was written for one client."""

    server: Mapping[str, Any]
    hooks: Mapping[str, Any]
    files: tuple[WrittenFile, ...] = ()

    def file(self, path: Path) -> WrittenFile | None:
        """The one at `path`."""
        return next((item for item in self.files if item.path == str(path)), None)

    def with_file(self, written: WrittenFile) -> Connected:
        """The same with this file in place of what was known of it."""
        others = tuple(item for item in self.files if item.path != written.path)
        return replace(self, files=(*others, written))

    def without_file(self, path: Path) -> Connected:
        """The same without the file at `path`."""
        return replace(self, files=tuple(item for item in self.files if item.path != str(path)))


def recorded(client: str) -> Connected | None:
    """What was written for `client`, as far as it can be read."""
    kept = _read().get(client)
    try:
        return None if kept is None else _connected(kept)
    except (TypeError, ValueError, LookupError, AttributeError):
        log.info("what is known of the connection of %s cannot be read", client)
        return None


def record(client: str, connected: Connected | None) -> None:
    """Keep what was written for `client`; None forgets it. Raises ConnectError when it cannot be kept."""
    planned = read_config(_path())
    everything = _read()
    everything.pop(client, None)
    if connected is not None:
        everything[client] = {
            "server": dict(connected.server),
            "hooks": dict(connected.hooks),
            "files": [
                {
                    "path": item.path,
                    "before": item.before,
                    "after": item.after,
                    "backup": item.backup,
                    "exact": item.exact,
                    "made": [list(keys) for keys in item.made],
                }
                for item in connected.files
            ],
        }
    document = {"version": _VERSION, "clients": everything}
    content = json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8")
    replace_config(planned, content, backup=False)


def _path() -> Path:
    return home_folder() / _FILE


def _read() -> dict[str, Any]:
    try:
        kept = json.loads(_path().read_text("utf-8"))["clients"]
        return dict(kept)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        log.info("%s cannot be read", _FILE)
        return {}


def _connected(kept: Mapping[str, Any]) -> Connected:
    files = tuple(
        WrittenFile(
            path=str(item["path"]),
            before=str(item["before"]),
            after=str(item["after"]),
            backup=str(item["backup"]),
            exact=bool(item["exact"]),
            made=tuple(tuple(map(str, keys)) for keys in item["made"]),
        )
        for item in kept["files"]
    )
    return Connected(dict(kept["server"]), dict(kept["hooks"]), files)
