"""Which format a file is of, and which files of a folder can be read.

A later format is one more entry in `FORMATS`. Files are opened for reading only; extensions are not believed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engramma.exchange.bundle.format import BundleFormat
from engramma.exchange.claude_code.layout import companion_of, session_file_of, sub_agent_files
from engramma.exchange.claude_code.transcript import ClaudeCodeFormat
from engramma.exchange.conversations.formats import CONVERSATION_FORMATS
from engramma.exchange.format import HEAD_BYTES, Format, Source
from engramma.exchange.lines import reading
from engramma.exchange.locomo import LocomoFormat
from engramma.exchange.mcp_memory import McpMemoryFormat
from engramma.exchange.memory_formats import MEMORY_FORMATS, mapped_format
from engramma.exchange.portable_memory.layout import manifest_of, shown_name
from engramma.exchange.refusal import why_unread
from engramma.exchange.sqlite_schema import database_of
from engramma.model.errors import ImportFileError
from engramma.model.transfer import Recognised

FORMATS: tuple[Format, ...] = (
    BundleFormat(),
    ClaudeCodeFormat(),
    McpMemoryFormat(),
    LocomoFormat(),
    *MEMORY_FORMATS,
    *CONVERSATION_FORMATS,
)

_ENOUGH = 0.3
_EXAMPLES = ("claude-code", "chatgpt", "mcp-memory")
_LEADS_OUT = "is a link that leads out of this folder; choose what it leads to if you want that."
_SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was looked at and is not to be imported; `reason` is a sentence for a person."""

    path: Path
    reason: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What a file or folder holds that could be imported, and what not."""

    found: tuple[Recognised, ...]
    passed_over: tuple[PassedOver, ...]


def format_named(name: str) -> Format:
    """The format with that stable name; raises ImportFileError that names the known ones.

    A table's name may hold a mapping of its columns: `csv:text=Note,time=Date`.
    """
    if (table := mapped_format(name)) is not None:
        return table
    for known in FORMATS:
        if known.name == name:
            return known
    raise ImportFileError(
        f"There is no format named {name}; the formats are {_listed([f.name for f in FORMATS])}."
    )


def open_source(path: Path, name: str = "") -> Source:
    """`path` as a reader takes it; raises ImportFileError when it is not there."""
    shown = name or shown_name(path)
    with reading(shown):
        return Source(path, shown, os.stat(path).st_mtime_ns // 1_000)


def recognise(path: Path) -> Recognised:
    """The format of one file.

    Raises ImportFileError when it is missing, a folder, empty, unreadable, or of no known format.
    """
    name = path.name or str(path)
    with reading(name):
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            raise ImportFileError(f"{name} is a folder; choose a file in it, or import it as a folder.")
        if not stat.S_ISREG(status.st_mode):
            raise ImportFileError(f"{name} is no ordinary file.")
        if status.st_size == 0:
            raise ImportFileError(f"{name} is empty.")
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    if not head.strip(b"\x00 \t\r\n"):
        raise ImportFileError(f"{name} holds nothing but blanks.")
    ranked = sorted(((known.sniff(path, head), known) for known in FORMATS), key=_by_confidence, reverse=True)
    confidence, best = ranked[0]
    if confidence < _ENOUGH:
        with reading(name):
            reason = why_unread(path, head)
        raise ImportFileError(reason or f"{name} is no format that Engramma reads; {_known()}.")
    return Recognised(path, best.name, best.title, round(confidence, 3))


def recognise_all(path: Path) -> list[Recognised]:
    """All files to import from `path`: itself with its sub-agents' files, or what a folder holds, at any depth.

    Raises ImportFileError when there is none.
    """
    survey_of = survey(path)
    if not survey_of.found:
        if not path.is_dir():
            raise ImportFileError(survey_of.passed_over[0].reason)
        raise ImportFileError(
            f"No file in {path.name or path} is of a format that Engramma reads; {_known()}."
        )
    return list(survey_of.found)


def survey(path: Path) -> Survey:
    """Look at `path`, a file or a folder. Oldest files come first, a session before its sub-agents."""
    found: list[Recognised] = []
    passed_over: list[PassedOver] = []
    for file in _files(path, passed_over):
        if reason := _read_with_another(file):
            if file == path:
                passed_over.append(PassedOver(file, reason))
            continue
        try:
            found.append(recognise(file))
        except ImportFileError as error:
            passed_over.append(PassedOver(file, str(error)))
    return Survey(tuple(sorted(found, key=_import_order)), tuple(passed_over))


def _read_with_another(file: Path) -> str:
    """Why `file` is not read by itself but with another one, as a sentence; empty when it stands alone."""
    if (described := companion_of(file)) is not None and described.exists():
        return f"{file.name} only describes {described.name}; choose that file."
    if (manifest := manifest_of(file)) is not None:
        return f"{file.name} is a part of {manifest.parent.name}; choose that folder."
    if (database := database_of(file)) is not None:
        return f"{file.name} belongs to the database {database.name}; choose that file."
    return ""


def _files(path: Path, passed_over: list[PassedOver]) -> Iterator[Path]:
    """`path` and its sub-agents' files, or all files below it, each once and without going in circles.

    A link that leads out of the folder is `passed_over`: whoever chose the folder did not choose that.
    """
    if not path.is_dir():
        yield path
        yield from sub_agent_files(path)
        return
    seen: set[tuple[int, int]] = set()
    top = path.resolve()
    for folder, folders, names in os.walk(path, followlinks=True):
        if not _is_new(Path(folder), seen):
            folders.clear()
            continue
        inside = []
        for name in sorted(set(folders) - _SKIPPED_FOLDERS):
            if _leads_out(Path(folder, name), top):
                passed_over.append(PassedOver(Path(folder, name), f"{name} {_LEADS_OUT}"))
            else:
                inside.append(name)
        folders[:] = inside
        for name in sorted(names):
            file = Path(folder, name)
            if _leads_out(file, top):
                passed_over.append(PassedOver(file, f"{name} {_LEADS_OUT}"))
            elif _is_new(file, seen):
                yield file


def _leads_out(path: Path, top: Path) -> bool:
    return path.is_symlink() and path.exists() and not path.resolve().is_relative_to(top)


def _is_new(path: Path, seen: set[tuple[int, int]]) -> bool:
    """Whether `path` leads to something not yet seen. A link to nowhere is new: it will be reported."""
    try:
        status = path.stat()
    except OSError:
        return True
    mark = (status.st_dev, status.st_ino)
    if mark in seen:
        return False
    seen.add(mark)
    return True


def _import_order(found: Recognised) -> tuple[int, str, int, str]:
    """Oldest first, so that a fork finds what it was copied from; a session just before its sub-agents."""
    session = session_file_of(found.path)
    first = session if session is not None and session.exists() else found.path
    try:
        changed = first.stat().st_mtime_ns
    except OSError:
        changed = 0
    return changed, str(first), int(first != found.path), str(found.path)


def _by_confidence(ranked: tuple[float, Format]) -> float:
    return ranked[0]


def _known() -> str:
    known = [format_named(name).title for name in _EXAMPLES]
    return f"it reads {len(FORMATS)} others, such as {_listed(known)}"


def _listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
