"""Notes in Markdown: those of basic-memory, with observations and relations, and any folder of notes.

A note is a thing; what it says are memories about it. Links lead to things that may have no note yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.markdown.document import (
    ENDINGS,
    Document,
    head_document,
    links_in,
    note_key,
    read_document,
    sections_of,
)
from engramma.exchange.markdown.note_lines import Observation, Relation, observation_of, relation_of
from engramma.exchange.markdown.note_properties import NoteProperties, properties_of
from engramma.exchange.memory_records import Once, digest_of, paced, tags_of
from engramma.model.memory import Category
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord, Skipped

_WHOLE = 2_000
_ESCAPED = re.compile(r"(?m)^([ \t]*)\\(#{1,6}\s|[-*+]\s|`{3}|~{3})")
_SAYS_ITSELF = frozenset(
    {
        *(category.value for category in Category),
        *(
            "note",
            "idea",
            "tip",
            "insight",
            "observation",
            "requirement",
            "issue",
            "problem",
            "design",
            "tech",
        ),
    }
)
_KINDS = {
    "rule": ("procedural", "instruction"),
    "method": ("procedural", "instruction"),
    "instruction": ("procedural", "instruction"),
    "technique": ("procedural", "instruction"),
    "procedure": ("procedural", "instruction"),
    "howto": ("procedural", "instruction"),
    "decision": ("procedural", "decision"),
    "preference": ("semantic", "preference"),
    "event": ("episodic", "other"),
}


class BasicMemoryFormat:
    """Reader of a note of basic-memory."""

    name = "basic-memory"
    title = "basic-memory notes"

    def sniff(self, path: Path, head: bytes) -> float:
        """By its properties, its observations or its relations."""
        front, lines = head_document(head)
        if path.suffix.lower() not in ENDINGS:
            return 0.0
        written = [line for line in lines if observation_of(line) or relation_of(line)]
        if front.text("permalink") and front.text("title"):
            return 0.9
        if front.text("title") and front.text("type"):
            return 0.85
        return 0.75 if len(written) >= 2 else 0.5 if written else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The note as a thing, then its prose, observations and relations in order."""
        document = read_document(source)
        records = _Note(source.path, document, format_name=self.name).records()
        yield from paced(records, total=len(document.lines), cancel=cancel)


class MarkdownFormat:
    """Reader of any note in Markdown: the whole of a short one, else its sections."""

    name = "markdown"
    title = "Markdown notes"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the ending of its name, when there is text in it."""
        if path.suffix.lower() not in ENDINGS:
            return 0.0
        _front, lines = head_document(head)
        return 0.35 if any(line.strip() and not line.startswith("#") for line in lines) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The note as a thing, then its text and the things that it links to."""
        document = read_document(source)
        records = _Note(source.path, document, format_name=self.name).records()
        yield from paced(records, total=len(document.lines), cancel=cancel)


class _Note:
    """One note on its way into records."""

    def __init__(self, path: Path, document: Document, *, format_name: str) -> None:
        self._document = document
        self._format = format_name
        self._structured = format_name == BasicMemoryFormat.name
        self._properties: NoteProperties = properties_of(path, document)
        self._key = note_key(self._properties.title)
        self._scope = f"{format_name}:{self._properties.permalink}"
        self._once = Once()
        self._things: set[str] = set()
        self._relations: set[tuple[str, str]] = set()
        self._about: list[str] = []

    def records(self) -> Iterator[Record]:
        yield from self._document.notes
        title = self._properties.title
        if not self._properties.is_memory:
            yield from self._thing(title, type_=self._properties.type, line=1, ghost=False)
        if not self._document.text:
            yield Skipped(None, "a note without text; the thing that it names was taken in", excerpt(title))
        elif self._structured or len(self._document.text) > _WHOLE:
            yield from self._by_sections()
        else:
            yield from self._prose(self._document.text, "", line=self._document.first, path=())

    def _by_sections(self) -> Iterator[Record]:
        titles = {self._properties.title.casefold()}
        names: dict[str, int] = {}
        for section in sections_of(self._document):
            prose: list[str] = []
            for number, line in enumerate(section.lines, section.first):
                relation = relation_of(line) if self._structured else None
                observation = observation_of(line) if self._structured and relation is None else None
                if relation is not None:
                    yield from self._relation(relation, line=number, original=line)
                elif observation is not None:
                    yield from self._observation(observation, line=number, original=line)
                else:
                    prose.append(line)
            text = "\n".join(prose).strip()
            if not text:
                continue
            path = tuple(part for part in section.path if part.casefold() not in titles)
            name = "/".join(path)
            names[name] = count = names.get(name, 0) + 1
            yield from self._prose(
                text, f"{name}~{count}" if count > 1 else name, line=section.line, path=path
            )

    def _prose(self, text: str, name: str, *, line: int, path: tuple[str, ...]) -> Iterator[Record]:
        properties = self._properties
        entities = [self._key, *self._about]
        if properties.is_memory:
            text = _ESCAPED.sub(r"\1\2", text)
        for link in links_in(text):
            yield from self._link(link, "links_to", line=line, original=link)
            entities.append(note_key(link))
        yield self._once.memory(
            MemoryRecord(
                key=f"{self._scope}#{name}" if name else self._scope,
                text=f"{path[-1]}\n\n{text}" if path else text,
                kind=properties.kind,
                tier=properties.tier,
                category=properties.category,
                importance=properties.importance,
                pinned=properties.pinned,
                tags=properties.tags,
                time=properties.time,
                entities=tuple(dict.fromkeys(entities)),
                line=line,
                original=excerpt(self._with_properties(text), 20_000),
            )
        )

    def _observation(self, found: Observation, *, line: int, original: str) -> Iterator[Record]:
        kind, category = _KINDS.get(
            found.category.casefold(), (self._properties.kind, self._properties.category)
        )
        entities = [self._key]
        for link in links_in(found.text):
            yield from self._link(link, "links_to", line=line, original=original)
            entities.append(note_key(link))
        yield self._once.memory(
            MemoryRecord(
                key=f"{self._scope}#{digest_of(f'[{found.category}] {found.text}')}",
                text=self._told(found),
                kind=kind,
                tier=self._properties.tier,
                category=category,
                importance=self._properties.importance,
                pinned=self._properties.pinned,
                tags=tags_of(found.category, found.tags, self._properties.tags),
                time=self._properties.time,
                entities=tuple(dict.fromkeys(entities)),
                line=line,
                original=excerpt(original, 20_000),
            )
        )

    def _told(self, found: Observation) -> str:
        """A field such as `[born] 1815` says nothing without its note and its name."""
        category = found.category.casefold()
        if category in _SAYS_ITSELF or category in _KINDS:
            return found.text
        return f"{self._properties.title}, {found.category}: {found.text}"

    def _relation(self, found: Relation, *, line: int, original: str) -> Iterator[Record]:
        if self._properties.is_memory and found.type == "about":
            yield from self._thing(found.target, type_="", line=line, ghost=True)
            self._about.append(note_key(found.target))
            return
        yield from self._link(found.target, found.type, line=line, original=original)

    def _link(self, target: str, type_: str, *, line: int, original: str) -> Iterator[Record]:
        key = note_key(target)
        if key == self._key:
            return
        if self._properties.is_memory:
            title = self._properties.title
            yield from self._thing(title, type_=self._properties.type, line=1, ghost=False)
        yield from self._thing(target, type_="", line=line, ghost=True)
        if (key, type_) in self._relations:
            return
        self._relations.add((key, type_))
        yield RelationRecord(self._key, key, relation=type_, line=line, original=excerpt(original, 20_000))

    def _thing(self, name: str, *, type_: str, line: int, ghost: bool) -> Iterator[Record]:
        key = note_key(name)
        if key not in self._things:
            self._things.add(key)
            yield EntityRecord(key, name, type_, ghost=ghost, line=line)

    def _with_properties(self, text: str) -> str:
        head = [f"{key}: {value}" for key, value in self._document.front.values.items()]
        return "\n".join(["---", *head, "---", text]) if head else text
