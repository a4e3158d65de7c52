"""Finds what the tools of this computer remember: looks into their known places and says what lies there.

Opens files for reading only, a few of each place and their beginnings, and imports nothing.
"""

from __future__ import annotations

import json
import logging
import stat
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from engramma.engine.finding_places import EXPORTS, FoundKind, Place, downloads, places, project_places
from engramma.exchange.clients.config_file import ConnectError, read_config
from engramma.exchange.clients.json_edits import UnsafeEditError
from engramma.exchange.clients.known import CLIENTS
from engramma.exchange.clients.placing import is_toml, values
from engramma.exchange.clients.surroundings import Surroundings, present_surroundings
from engramma.exchange.sniffer import recognise
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken, Progress, Report, silent
from engramma.model.records import dataclass
from engramma.model.transfer import Recognised

log = logging.getLogger(__name__)
MOST_FILES = 50_000
MOST_PROJECTS = 200
MOST_DOWNLOADS = 300
_LOOKED_AT = 3
_HEAD = 65_536
_GROWING = frozenset({FoundKind.SESSIONS, FoundKind.MEMORIES})
_DATABASES = frozenset({".db", ".vscdb", ".sqlite"})
__all__ = ["Found", "FoundKind", "Surroundings", "find_memories", "present_surroundings"]


@dataclass(frozen=True, slots=True)
class Found:
    """What one tool keeps in one place. `paths` are what to import; `newest` and `oldest` in UTC µs.

    `count` is how many sessions, notes, or files there probably are; `format` is what the newest was recognised as.
    """

    tool: str
    kind: FoundKind
    place: Path
    project: str
    format: str
    format_title: str
    paths: tuple[Path, ...]
    count: int
    bytes: int
    newest: int
    oldest: int

    @property
    def title(self) -> str:
        """In a few words for a person."""
        if self.kind is FoundKind.EXPORT:
            return f"{self.format_title} · {self.place.name}"
        return f"{self.tool} {self.kind.value}" + (f" · {self.project}" if self.project else "")

    @property
    def watchable(self) -> bool:
        """Whether new files can be waited for in it: a folder, and no database, which changes all the time."""
        databases = any(path.suffix in _DATABASES for path in self.paths[:1])
        return self.kind in _GROWING and self.place not in self.paths and not databases


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    bytes: int
    changed: int
    inode: tuple[int, int]


def find_memories(
    where: Surroundings | None = None, *, report: Report = silent, cancel: CancelToken | None = None
) -> tuple[Found, ...]:
    """All that is found, tool by tool, the newest first within one. Raises Cancelled."""
    where, cancel = where or present_surroundings(), cancel or CancelToken()
    known = (*places(where), *_note_folders(where))
    found: list[Found] = []
    for number, place in enumerate(known):
        cancel.check()
        report(Progress(number, len(known) + 2, f"Looking for {place.tool}"))
        found += _look(place, cancel)
    report(Progress(len(known), len(known) + 2, "Looking into projects"))
    for project in _projects(where, found):
        cancel.check()
        for place in project_places(project):
            found += _look(place, cancel)
    found += _graphs(where)
    report(Progress(len(known) + 1, len(known) + 2, "Looking into downloads"))
    found += _downloads(where, cancel)
    return tuple({item.paths: item for item in reversed(found)}.values())[::-1]


def _look(place: Place, cancel: CancelToken) -> Iterator[Found]:
    """The finds of a place, the newest first."""
    groups: dict[Path, list[_File]] = defaultdict(list)
    for number, file in enumerate(_files(place)):
        if number % 500 == 0:
            cancel.check()
        if number >= MOST_FILES:
            log.info("more than %d files in %s; the rest was not looked at", MOST_FILES, place.folder)
            break
        groups[_group(place, file.path)].append(file)
    for folder, files in sorted(groups.items(), key=lambda item: -max(file.changed for file in item[1])):
        if (made := _found(place, folder, files)) is not None:
            yield made


def _group(place: Place, path: Path) -> Path:
    return place.folder / path.relative_to(place.folder).parts[0] if place.split else place.folder


def _files(place: Place) -> Iterator[_File]:
    """The ordinary, filled files of a place, each once; links to files are followed, as those of dotfiles."""
    prefix = "*/" if place.split else ""
    seen: set[tuple[int, int]] = set()
    for pattern in place.patterns:
        try:
            for path in place.folder.glob(prefix + pattern):
                if (file := _file(path)) is not None and file.inode not in seen:
                    seen.add(file.inode)
                    yield file
        except OSError as error:
            log.info("%s cannot be looked into: %s", place.folder, error)


def _file(path: Path) -> _File | None:
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
        return None
    return _File(path, status.st_size, status.st_mtime_ns // 1_000, (status.st_dev, status.st_ino))


def _found(place: Place, folder: Path, files: list[_File]) -> Found | None:
    """The find that these files are; None when the newest of them are nothing that can be read."""
    files.sort(key=lambda file: (-file.changed, str(file.path)))
    for file in files[:_LOOKED_AT]:
        known = _recognised(file.path)
        if known is not None and (not place.formats or known.format in place.formats):
            return Found(
                tool=place.tool,
                kind=place.kind,
                place=folder,
                project=_project_name(folder, file.path) if place.split else "",
                format=known.format,
                format_title=known.title,
                paths=tuple(file.path for file in reversed(files)),
                count=len(files),
                bytes=sum(file.bytes for file in files),
                newest=files[0].changed,
                oldest=files[-1].changed,
            )
    return None


def _recognised(path: Path) -> Recognised | None:
    try:
        return recognise(path)
    except ImportFileError:
        return None


def _project_name(folder: Path, newest: Path) -> str:
    """The project that sessions in a folder are of: by what they say, since the folder's name is no path."""
    cwd = _working_folder(newest)
    if not cwd:
        cwd = next(
            (
                found
                for path in sorted(folder.glob("*.jsonl"))[:_LOOKED_AT]
                if (found := _working_folder(path))
            ),
            "",
        )
    return cwd.replace("\\", "/").rstrip("/").rpartition("/")[2] or folder.name.strip("-")


def _working_folder(transcript: Path) -> str:
    """The folder that a transcript was made in, from its beginning; empty when it does not say."""
    if transcript.suffix != ".jsonl":
        return ""
    try:
        with transcript.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return ""
    for line in head.splitlines():
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            continue
        cwd = content.get("cwd") if isinstance(content, dict) else None
        if isinstance(cwd, str) and cwd:
            return cwd[:1_000]
    return ""


def _projects(where: Surroundings, found: Iterable[Found]) -> tuple[Path, ...]:
    """The folders that agents have worked in and that are there, home aside."""
    named = [
        cwd for item in found if item.kind is FoundKind.SESSIONS for cwd in (_working_folder(item.paths[-1]),)
    ]
    try:
        state = values(read_config(where.claude_state).text, toml=False).get("projects")
        named += list(state) if isinstance(state, dict) else []
    except (ConnectError, UnsafeEditError):
        log.info("%s cannot be read", where.claude_state)
    paths = []
    for name in dict.fromkeys(named):
        path = Path(name)
        if name and path.is_absolute() and path != where.home and _is_folder(path):
            paths.append(path)
    return tuple(dict.fromkeys(paths))[:MOST_PROJECTS]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _note_folders(where: Surroundings) -> Iterator[Place]:
    """Projects of basic-memory that lie elsewhere than usual, as its settings name them."""
    try:
        projects = values(read_config(where.home / ".basic-memory" / "config.json").text, toml=False).get(
            "projects"
        )
    except (ConnectError, UnsafeEditError):
        return
    for entry in projects.values() if isinstance(projects, dict) else ():
        name = entry.get("path") if isinstance(entry, dict) else entry
        if isinstance(name, str) and (path := Path(name)).is_absolute() and _is_folder(path):
            yield Place("basic-memory", FoundKind.MEMORIES, path, ("**/*.md",))


def _graphs(where: Surroundings) -> Iterator[Found]:
    """Files of the MCP memory server, as the settings of clients name them."""
    files = [client.servers(where) for client in CLIENTS]
    files.append(where.application_data / "Claude" / "claude_desktop_config.json")
    for path in dict.fromkeys(files):
        try:
            content = values(read_config(path).text, toml=is_toml(path.name))
        except (ConnectError, UnsafeEditError):
            continue
        for key in ("mcpServers", "servers", "mcp_servers"):
            servers = content.get(key)
            for entry in servers.values() if isinstance(servers, dict) else ():
                variables = entry.get("env") if isinstance(entry, dict) else None
                name = variables.get("MEMORY_FILE_PATH") if isinstance(variables, dict) else None
                if isinstance(name, str) and Path(name).is_absolute():
                    file = Path(name)
                    place = Place(
                        "MCP server", FoundKind.MEMORIES, file.parent, (file.name,), ("mcp-memory",)
                    )
                    if (entry_file := _file(file)) is not None:
                        yield from filter(None, [_found(place, file, [entry_file])])


def _downloads(where: Surroundings, cancel: CancelToken) -> Iterator[Found]:
    """Exports among what was downloaded last, each a find of its own."""
    patterns = ("*.zip", "*.json", "*.jsonl", "*.af", "*.md", "*.txt", "*.engramma-bundle")
    exports = Place("Downloads", FoundKind.EXPORT, downloads(where), patterns, EXPORTS)
    files = sorted(_files(exports), key=lambda file: -file.changed)
    for file in files[:MOST_DOWNLOADS]:
        cancel.check()
        made = _found(exports, file.path, [file])
        if made is not None:
            yield made
