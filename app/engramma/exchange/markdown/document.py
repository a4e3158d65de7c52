"""A Markdown file as lines, with its properties, sections and links. Its text is never rendered: HTML stays text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engramma.exchange.cleaning import clean_text, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.json_parts import read_text
from engramma.exchange.lines import head_text, is_text
from engramma.exchange.markdown.front_matter import FrontMatter, front_matter_of
from engramma.model.transfer import Skipped, SourceTime, TimeQuality

LARGEST_FILE = 16 * 1024 * 1024
ENDINGS = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdc"})

_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LINK = re.compile(r"\[\[([^\[\]|#\n]{1,200})(?:[#|][^\[\]\n]{0,200})?\]\]")
_GAPS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Section:
    """What stands below one heading, up to the next. `path` are the headings above it and its own, outermost first.

    `line` is that of the heading (or of the first line), `lines` are those below it, the first numbered `first`.
    """

    path: tuple[str, ...]
    line: int
    first: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The lines, trimmed."""
        return "\n".join(self.lines).strip()


@dataclass(frozen=True, slots=True)
class Document:
    """A file: its properties, its lines behind them (the first numbered `first`) and what had to be noted."""

    front: FrontMatter
    first: int
    lines: tuple[str, ...]
    notes: tuple[Skipped, ...]
    mtime: SourceTime

    @property
    def text(self) -> str:
        """All that is no property, trimmed."""
        return "\n".join(self.lines).strip()


def read_document(source: Source) -> Document:
    """The file of `source`. Raises ImportFileError when it cannot be read or is larger than `LARGEST_FILE`."""
    text, replaced = clean_text(read_text(source.path, name=source.name, largest=LARGEST_FILE))
    lines = [line.rstrip("\r") for line in text.split("\n")]
    front = front_matter_of(lines)
    notes = [Skipped(None, replaced_note(replaced))] if replaced else []
    if front.problem:
        notes.append(Skipped(1, front.problem, "\n".join(lines[: front.lines])[:2_000]))
    time = SourceTime(source.mtime, quality=TimeQuality.INFERRED)
    return Document(front, front.lines + 1, tuple(lines[front.lines :]), tuple(notes), time)


@lru_cache(maxsize=4)
def head_document(head: bytes) -> tuple[FrontMatter, tuple[str, ...]]:
    """Properties and lines of a file's beginning, for recognising it; no lines when it is no text.

    Several formats ask for the same one after another.
    """
    if not is_text(head):
        return FrontMatter(), ()
    text = head_text(head)
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "<?xml", "<!DOCTYPE")) or text.startswith(
        "SQLite format"
    ):
        return FrontMatter(), ()
    lines = [line.rstrip("\r") for line in text.split("\n")]
    front = front_matter_of(lines)
    return front, tuple(lines[front.lines :])


def sections_of(document: Document) -> Iterator[Section]:
    """The sections in order; what stands before the first heading is one, too. Code is not looked into."""
    path: list[tuple[int, str]] = []
    held: list[str] = []
    line = first = document.first
    fence = ""
    for number, text in enumerate(document.lines, document.first):
        mark = _FENCE.match(text)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1][:3]
        heading = None if fence or mark else _HEADING.match(text)
        if heading is None:
            held.append(text)
            continue
        yield Section(tuple(name for _level, name in path), line, first, tuple(held))
        level = len(heading[1])
        name = text[heading.end() :].strip().rstrip("#").rstrip()
        path = [entry for entry in path if entry[0] < level] + [(level, name)]
        held, line, first = [], number, number + 1
    yield Section(tuple(name for _level, name in path), line, first, tuple(held))


def links_in(text: str) -> tuple[str, ...]:
    """The names that `[[wikilinks]]` lead to, each once."""
    return tuple(dict.fromkeys(found[1].strip() for found in _LINK.finditer(text) if found[1].strip()))


def slug_of(name: str) -> str:
    """One name for a note however it is written: by title, permalink or file."""
    last = name.strip().rstrip("/").rpartition("/")[2]
    for ending in ENDINGS:
        last = last.removesuffix(ending)
    plain = _GAPS.sub("-", unicodedata.normalize("NFKC", last).casefold()).strip("-")
    return plain or unicodedata.normalize("NFKC", last)


def note_key(name: str) -> str:
    """The key of the thing that a note is about."""
    return f"markdown:{slug_of(name)}"
