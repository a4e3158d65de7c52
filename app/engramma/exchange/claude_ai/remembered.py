"""What Claude.ai remembers about a person and their projects: `memories.json` and `projects.json` of its export.

Memories are prose under bold headings and have no times; each paragraph becomes one memory under its heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engramma.exchange.claude_code.fields import id_in, short_title, text_in
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.archive import Piece
from engramma.exchange.conversations.telling import Place, Telling, digest
from engramma.exchange.conversations.times import time_of
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import MemoryRecord, Record, SessionRecord, Skipped, SourceTime

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
_HEADING = re.compile(r"(?:#{1,6}[ \t]+|(\*\*|__))(.{1,200}?)(?:\*\*|__)?:?")
_SUBHEADING = re.compile(r"[*_]([^*_\n]{1,200})[*_]:?")
_TAG_CHARACTERS = 80


class Remembered:
    """The memories and projects found so far, each once in a whole export."""

    def __init__(self, saved_at: SourceTime) -> None:
        self._saved_at = saved_at
        self._lines: dict[str, int] = {}

    def memories(self, piece: Piece, value: dict[str, Any]) -> Iterator[Record]:
        """The paragraphs of everything that an account's record remembers."""
        told = 0
        texts = [("", value.get("conversations_memory"), "")]
        for project, text in _by_project(value.get("project_memories")):
            texts.append((project, text, "project"))
        for project, text, tag in texts:
            if isinstance(text, str):
                for record in self._paragraphs(piece, text, project=project, tag=tag):
                    told += 1
                    yield record
            elif text is not None:
                yield Skipped(piece.line, "a memory that is no text", excerpt(compact_json(text)))
        if value.get("memory_files"):
            reason = "memory_files: of a shape that is not known"
            yield Skipped(piece.line, reason, excerpt(compact_json(value["memory_files"])))
        if not told:
            yield Skipped(piece.line, "nothing is remembered in this record", excerpt(piece.text))

    def project(self, piece: Piece, value: dict[str, Any], telling: Telling) -> Iterator[Record]:
        """A project: its instructions as a rule, its description as a fact, its documents as a session."""
        name = text_in(value, "name")
        uuid = id_in(value, "uuid") or digest(compact_json(value))
        original = excerpt(compact_json({key: item for key, item in value.items() if key != "docs"}), 20_000)
        if value.get("is_starter_project") is True:
            yield Skipped(piece.line, "the project that every account begins with", original)
            return
        time = time_of(value.get("updated_at") or value.get("created_at"))
        tags = tuple(filter(None, ("project", _tag(name))))
        told = 0
        for part, kind in (("prompt_template", "procedural"), ("description", "semantic")):
            text = text_in(value, part)
            key = f"claude-ai:project/{uuid}/{part}"
            if not text or (kind == "semantic" and not name) or key in self._lines:
                continue
            told += 1
            self._lines[key] = piece.line
            procedural = kind == "procedural"
            yield MemoryRecord(
                key=key,
                text=text if procedural else f"{name}: {text}",
                kind=kind,
                category="instruction" if procedural else "fact",
                importance=0.7 if procedural else 0.5,
                pinned=procedural,
                tags=tags,
                time=time,
                line=piece.line,
                original=original,
            )
        for record in self._documents(piece, value, telling, f"claude-ai:project/{uuid}", original):
            told += 1
            yield record
        if not told:
            yield Skipped(piece.line, "a project without instructions or documents", original)

    def _documents(
        self, piece: Piece, value: dict[str, Any], telling: Telling, key: str, original: str
    ) -> Iterator[Record]:
        docs = value.get("docs")
        for number, doc in enumerate(docs if isinstance(docs, list) else ()):
            text = text_in(doc, "content") if isinstance(doc, dict) else ""
            if not text:
                yield Skipped(piece.line, "a document without text", excerpt(compact_json(doc)))
                continue
            yield from telling.begin(
                SessionRecord(
                    key=key,
                    title=f"Documents of {short_title(text_in(value, 'name')) or 'a project'}",
                    source="claude-ai",
                    agent="Claude",
                    project=text_in(value, "name"),
                    started=time_of(value.get("created_at")),
                    ended=time_of(value.get("updated_at")),
                    line=piece.line,
                    original=original,
                )
            )
            name = excerpt(text_in(doc, "filename") or "document", 200)
            place = Place(
                piece.line, time_of(doc.get("created_at")), excerpt(compact_json(doc), 20_000), parent_key=""
            )
            turn = Turn(Role.TOOL, f"[file: {name}]\n{text}")
            yield from telling.say(key, f"{key}/{id_in(doc, 'uuid') or number}", [turn], place=place)

    def _paragraphs(self, piece: Piece, text: str, *, project: str, tag: str) -> Iterator[Record]:
        heading = subheading = ""
        for paragraph in _PARAGRAPHS.split(text):
            part = paragraph.strip()
            if not part:
                continue
            first, _end, rest = part.partition("\n")
            if found := _HEADING.fullmatch(first.strip()):
                heading, subheading, part = found[2].strip("*_ "), "", rest.strip()
                if not part:
                    continue
            if found := _SUBHEADING.fullmatch(part):
                subheading = found[1].strip()
                continue
            key = f"claude-ai:memory/{digest(compact_json([project, heading, part]))}"
            if key in self._lines:
                yield Skipped(piece.line, "the same memory stands before", excerpt(part))
                continue
            self._lines[key] = piece.line
            tags = (tag, _tag(heading), _tag(subheading), _tag(project))
            yield MemoryRecord(
                key=key,
                text=part,
                kind="semantic",
                importance=0.7,
                tags=tuple(dict.fromkeys(filter(None, ("claude-memory", *tags)))),
                time=self._saved_at,
                line=piece.line,
                original=excerpt(
                    compact_json({"project": project, "heading": heading, "text": part}), 20_000
                ),
            )


def _by_project(given: Any) -> Iterator[tuple[str, Any]]:
    """Pairs of a project's id and its memory; exports have them in two shapes."""
    if isinstance(given, dict):
        yield from given.items()
    for item in given if isinstance(given, list) else ():
        if isinstance(item, dict):
            yield id_in(item, "project_uuid", "uuid"), item.get("memory", item.get("content"))
        else:
            yield "", item


def _tag(text: str) -> str:
    return " ".join(text.replace(",", " ").lstrip("#").split())[:_TAG_CHARACTERS].strip()
