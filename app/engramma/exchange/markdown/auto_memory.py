"""The folder that Claude Code keeps for itself: topic files with properties, an index, and dated diaries.

Each file is read for itself; links between them meet in the things that they name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import HEAD_BYTES, Source
from engramma.exchange.markdown.document import (
    Document,
    head_document,
    links_in,
    note_key,
    read_document,
    sections_of,
    slug_of,
)
from engramma.exchange.memory_records import Once, paced, tags_of
from engramma.exchange.moments import first_moment
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, Skipped, SourceTime

TYPES = ("user", "feedback", "project", "reference")
_INDEX = "MEMORY.md"
_MOST_FILES = 1_000
_ENTRY = re.compile(r"\s*[-*]\s+\[([^\]]{1,200})\]\(([^)\s]{1,200}\.md)\)\s*(?:[-–—:]+\s*)?(.*)")
_DIARY = re.compile(r"(\d{4}-\d{2}-\d{2})\.md")
_TAGS = {"user": "profile", "project": "project", "reference": "reference"}


class AutoMemoryFormat:
    """Reader of one file of such a folder."""

    name = "claude-memory"
    title = "Claude Code memory folder"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the properties of a topic, or by the lines of an index."""
        front, lines = head_document(head)
        if front.text("name") and front.text("metadata.type", "type") in TYPES:
            return 0.95 if front.text("description") else 0.85
        if front.text("name") and front.text("metadata.node_type") == "memory":
            return 0.9
        filled = [line for line in lines if line.strip() and not line.startswith("#")]
        if path.name == _INDEX and filled and not front.lines:
            return 0.9 if any(_ENTRY.fullmatch(line) for line in filled) else 0.7
        inside = path.parent.name == "memory" and path.suffix == ".md"
        return 0.6 if inside and filled and not front.text("permalink") else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The topic as one memory, an index as what no file says, prose by its sections."""
        document = read_document(source)
        yield from paced(_Memory(source, document).records(), total=len(document.lines), cancel=cancel)


class _Memory:
    def __init__(self, source: Source, document: Document) -> None:
        self._source = source
        self._document = document
        self._once = Once()
        folder = source.path.parent
        self._scope = folder.parent.name if folder.name == "memory" else folder.name

    def records(self) -> Iterator[Record]:
        yield from self._document.notes
        if self._source.path.name == _INDEX:
            yield from self._index()
        else:
            yield from self._topic()

    def _topic(self) -> Iterator[Record]:
        document = self._document
        front = document.front
        stem = self._source.path.stem
        name = front.text("name") or stem
        kind = front.text("metadata.type", "type")
        diary = _DIARY.fullmatch(self._source.path.name)
        body, description = document.text, front.text("description")
        if description and not body.casefold().startswith(description.rstrip("….").casefold()):
            body = f"{description}\n\n{body}"
        if not body.strip():
            yield Skipped(None, "a topic without text", excerpt("\n".join(document.lines)))
            return
        things: dict[str, EntityRecord] = {}
        if not diary and self._is_linked(name, stem):
            things[note_key(name)] = EntityRecord(note_key(name), name, "topic", line=1)
        for link in links_in(body):
            things.setdefault(
                note_key(link), EntityRecord(note_key(link), link, ghost=True, line=document.first)
            )
        yield from things.values()
        what = "procedural" if kind == "feedback" else "episodic" if diary else "semantic"
        yield self._once.memory(
            MemoryRecord(
                key=f"claude-memory:{self._scope}/{stem}",
                text=body,
                kind=what,
                told=kind,
                tier="long_term",
                category={"feedback": "instruction", "reference": "fact"}.get(
                    kind, "other" if diary else "fact"
                ),
                importance=0.7 if kind in ("feedback", "user") else 0.5,
                pinned=kind == "feedback",
                tags=tags_of(_TAGS.get(kind, "diary" if diary else "")),
                time=self._time(diary[1] if diary else ""),
                entities=tuple(things),
                line=document.first,
                original=self._original(),
            )
        )

    def _is_linked(self, *names: str) -> bool:
        """Whether another file of the folder leads here: only then is the topic a thing, too."""
        folder = self._source.path.parent
        try:
            changed = folder.stat().st_mtime_ns
        except OSError:
            return False
        return not _linked_in(folder, changed).isdisjoint(map(note_key, names))

    def _time(self, day: str) -> SourceTime:
        told = first_moment(self._document.front.text("metadata.modified", "modified", "created"), day)
        return told if told.at is not None else self._document.mtime

    def _original(self) -> str:
        front = self._document.front
        head = [f"{key}: {value}" for key, value in front.values.items()]
        lines = (["---", *head, "---"] if head else []) + list(self._document.lines)
        return excerpt("\n".join(lines), 20_000)

    def _index(self) -> Iterator[Record]:
        """Entries whose file is there are told by that file; the others, and prose, are memories."""
        told: list[str] = []
        for section in sections_of(self._document):
            prose: list[str] = []
            for number, line in enumerate(section.lines, section.first):
                entry = _ENTRY.fullmatch(line)
                if entry is None:
                    prose.append(line)
                elif self._is_there(entry[2]):
                    told.append(line)
                else:
                    title, hook = entry[1].strip(), entry[3].strip()
                    text = f"{title}: {hook}" if hook else title
                    yield self._of_index(text, slug_of(entry[2]), line=number, original=line, tag="index")
            text = "\n".join(prose).strip()
            if text:
                heading = " / ".join(section.path)
                whole = f"{section.path[-1]}\n{text}" if section.path else text
                yield self._of_index(
                    whole, f"#{slug_of(heading)}", line=section.line, original=whole, tag=heading
                )
        if told:
            reason = f"entries of the index, which their own files tell: {len(told):,}"
            yield Skipped(None, reason, excerpt("\n".join(told)))

    def _is_there(self, name: str) -> bool:
        """Whether an entry's file lies beside the index; a name that leads elsewhere is never followed."""
        if "/" in name or "\\" in name or ":" in name or name.startswith("."):
            return False
        return (self._source.path.parent / name).is_file()

    def _of_index(self, text: str, name: str, *, line: int, original: str, tag: str) -> Record:
        return self._once.memory(
            MemoryRecord(
                key=f"claude-memory:{self._scope}/{_INDEX}/{name}",
                text=text,
                tier="long_term",
                tags=tags_of(tag.casefold()),
                time=self._document.mtime,
                line=line,
                original=excerpt(original, 20_000),
            )
        )


@lru_cache(maxsize=4)
def _linked_in(folder: Path, changed: int) -> frozenset[str]:
    """The keys of all that files of a folder link to; a long folder is only looked at in part."""
    del changed
    found: set[str] = set()
    try:
        files = sorted(folder.glob("*.md"))[:_MOST_FILES]
        for file in files:
            if file.is_file():
                with file.open("rb") as opened:
                    text = opened.read(HEAD_BYTES).decode("utf-8", "replace")
                found.update(note_key(link) for link in links_in(text))
    except OSError:
        return frozenset(found)
    return frozenset(found)
