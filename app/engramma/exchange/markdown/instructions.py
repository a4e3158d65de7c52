"""Files of instructions to agents: CLAUDE.md, AGENTS.md, GEMINI.md, rules of editors. Each section is one memory.

They have no format of their own, so the place and the name of a file say that it is one, and its text that it can be.
The bytes of each section are kept for telling later whether the file has changed, and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.markdown.document import (
    Document,
    Section,
    head_document,
    read_document,
    sections_of,
    slug_of,
)
from engramma.exchange.memory_records import Once, digest_of, original_json, paced, tags_of
from engramma.model.progress import CancelToken
from engramma.model.transfer import MemoryRecord, Record, Skipped

_NAMES = frozenset(
    {
        "claude.md",
        "claude.local.md",
        "agents.md",
        "agents.override.md",
        "gemini.md",
        "copilot-instructions.md",
        "global_rules.md",
        ".cursorrules",
        ".windsurfrules",
        ".clinerules",
    }
)
_RULE_FOLDERS = frozenset({".claude/rules", ".cursor/rules", ".windsurf/rules", ".clinerules/rules"})
_HOMES = frozenset({".claude", ".codex", ".gemini", "claude-code", "ClaudeCode"})
_ADDED = "gemini added memories"
_ITEM = re.compile(r"\s*[-*]\s+(.+)")


class InstructionsFormat:
    """Reader of one file of instructions."""

    name = "agent-instructions"
    title = "Instructions for agents (CLAUDE.md, AGENTS.md, rules)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By where it lies, when there is text in it."""
        if not (path.name.lower() in _NAMES or _rules_folder(path)):
            return 0.0
        _front, lines = head_document(head)
        return 0.93 if any(line.strip() and not line.startswith("#") for line in lines) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """One pinned procedural memory a section; what Gemini was told to remember is one memory a line."""
        document = read_document(source)
        records = _Instructions(source.path, document).records()
        yield from paced(records, total=len(document.lines), cancel=cancel)


def _rules_folder(path: Path) -> bool:
    parts = path.parent.as_posix().split("/")
    return path.suffix.lower() in (".md", ".mdc") and any(
        "/".join(pair) in _RULE_FOLDERS for pair in pairwise(parts)
    )


class _Instructions:
    def __init__(self, path: Path, document: Document) -> None:
        self._path = path
        self._document = document
        self._once = Once()
        self._scope = _scope_of(path)
        globs = document.front.values.get("paths", document.front.values.get("globs"))
        given = globs if isinstance(globs, list) else str(globs or "").split(",")
        self._tags = tags_of("instructions", self._scope, [f"path:{item}".strip() for item in given if item])
        self._offsets = self._line_offsets()

    def records(self) -> Iterator[Record]:
        yield from self._document.notes
        names: dict[str, int] = {}
        for section in sections_of(self._document):
            heading = section.path[-1] if section.path else ""
            if not section.text:
                if heading:
                    yield Skipped(section.line, "a heading with no text below it", excerpt(heading))
                continue
            if heading.casefold() == _ADDED:
                yield from self._added(section)
                continue
            name = "/".join(slug_of(part) for part in section.path)
            names[name] = count = names.get(name, 0) + 1
            yield self._memory(section, f"{name}~{count}" if count > 1 else name)

    def _memory(self, section: Section, name: str) -> Record:
        heading = section.path[-1] if section.path else ""
        description = self._document.front.text("description")
        text = f"{heading}\n\n{section.text}" if heading else section.text
        if not heading and description:
            text = f"{description}\n\n{text}"
        return self._once.memory(
            MemoryRecord(
                key=f"instructions:{self._place()}#{name}",
                text=text,
                kind="procedural",
                tier="long_term",
                category="instruction",
                importance=0.7,
                pinned=True,
                tags=self._tags,
                time=self._document.mtime,
                line=section.line,
                original=self._original(section),
            )
        )

    def _added(self, section: Section) -> Iterator[Record]:
        for number, line in enumerate(section.lines, section.first):
            found = _ITEM.fullmatch(line)
            if found is None:
                if line.strip():
                    yield Skipped(number, "not an item of the list of memories", excerpt(line))
                continue
            yield self._once.memory(
                MemoryRecord(
                    key=f"instructions:{self._place()}#added/{digest_of(found[1])}",
                    text=found[1],
                    tier="long_term",
                    importance=0.7,
                    pinned=True,
                    tags=tags_of("gemini-memory"),
                    time=self._document.mtime,
                    line=number,
                    original=excerpt(line, 20_000),
                )
            )

    def _place(self) -> str:
        """The file within its project: not the whole path, which differs between computers."""
        parts = self._path.parts
        return "/".join(parts[-3:] if self._scope == "rules" else parts[-2:])

    def _original(self, section: Section) -> str:
        start = section.line - self._document.first
        end = section.first - self._document.first + len(section.lines)
        text = "\n".join(self._document.lines[start:end])
        return original_json(
            {
                "heading": list(section.path),
                "bytes": [self._offsets[start], self._offsets[end]],
                "sha256": digest_of(text),
                "text": text,
            }
        )

    def _line_offsets(self) -> list[int]:
        """Where each line begins, in bytes of the text with plain line ends, behind the properties."""
        offsets = [0]
        for line in self._document.lines:
            offsets.append(offsets[-1] + len(line.encode()) + 1)
        return offsets


def _scope_of(path: Path) -> str:
    if _rules_folder(path):
        return "rules"
    if path.name.lower().endswith(".local.md"):
        return "local"
    return "user" if path.parent.name in _HOMES else "project"
