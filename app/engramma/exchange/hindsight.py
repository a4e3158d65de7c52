"""A transfer archive of Hindsight: documents with the facts taken from them, and observations over several facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import LARGEST_FILE, JsonFile, Part
from engramma.exchange.memory_records import Once, Things, digest_of, original_json, paced, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.exchange.zip_source import Member, ZipSource, looks_like_zip, opened_zip
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord, Skipped

_MANIFEST = "manifest.json"
_OBSERVATIONS = "observations.json"
_KINDS = {"world": "semantic", "observation": "semantic", "opinion": "semantic", "experience": "episodic"}
_CLUES = (b'"source_bank_id"', b'"archive_type"')


class HindsightFormat:
    """Reader of `….zip` as the document transfer of a bank gives it."""

    name = "hindsight"
    title = "Hindsight transfer (ZIP)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the manifest in it."""
        if not looks_like_zip(head):
            return 0.0
        try:
            with opened_zip(path, name=path.name) as archive:
                for member in archive.members:
                    if member.name == _MANIFEST:
                        begin = archive.head(member)
                        return 0.95 if all(clue in begin for clue in _CLUES) else 0.0
        except ImportFileError:
            return 0.0
        return 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The facts of each document, then observations and causes."""
        with opened_zip(source.path, name=source.name) as archive:
            total = sum(member.size for member in archive.members)
            yield from paced(_Archive(archive, source.name, cancel).records(), total=total, cancel=cancel)


class _Archive:
    def __init__(self, archive: ZipSource, name: str, cancel: CancelToken) -> None:
        self._archive = archive
        self._name = name
        self._cancel = cancel
        self._once = Once()
        self._things: set[str] = set()
        self._links: list[RelationRecord] = []

    def records(self) -> Iterator[Record]:
        for refused in self._archive.refused:
            yield Skipped(None, f"{excerpt(refused.path, 80)}: {refused.reason}")
        last: list[Member] = []
        for member in self._archive.members:
            if member.name == _OBSERVATIONS:
                last.append(member)
            elif "documents/" in f"/{member.path}" and member.name.endswith(".json"):
                yield from self._documents(member)
            elif member.name != _MANIFEST:
                yield Skipped(None, f"{excerpt(member.path, 80)}: not facts")
        for member in last:
            for part in self._parts(member):
                yield from self._observation(part) if isinstance(part, Part) else iter((part,))
        for link in self._links:
            yield self._once.relation(link)

    def _parts(self, member: Member) -> Iterator[Part | Skipped]:
        with self._archive.extracted(member, cancel=self._cancel) as path:
            yield from JsonFile(path, name=self._name, largest=LARGEST_FILE).parts()

    def _documents(self, member: Member) -> Iterator[Record]:
        """A file holds one document, whose keys stand at the top, or a list of them."""
        whole: dict[str, Any] = {}
        for part in self._parts(member):
            if isinstance(part, Skipped):
                yield part
            elif not part.key:
                yield from self._document(_object(part.value), part.line)
            elif part.index is None:
                whole[part.key] = part.value
            else:
                whole.setdefault(part.key, []).append(part.value)
        if whole:
            yield from self._document(whole, 1)

    def _document(self, document: Mapping[str, Any], line: int) -> Iterator[Record]:
        name = text_of(document.get("id")) or digest_of(text_of(document.get("original_text")))
        facts = document.get("facts")
        if not isinstance(facts, list) or not facts:
            yield Skipped(
                line, f"the document {excerpt(name, 80)} has no facts", excerpt(original_json(dict(document)))
            )
            return
        for number, given in enumerate(facts):
            yield from self._fact(_object(given), document, key=_fact_key(name, number), line=line)
            for cause in _items(_object(given).get("causal_relations")):
                target = _object(cause).get("target_fact_index")
                word = text_of(_object(cause).get("relation_type"))
                self._links.append(
                    RelationRecord(
                        _fact_key(name, number),
                        _fact_key(name, target),
                        "related",
                        word,
                        line=line,
                        original=original_json(cause),
                    )
                )

    def _fact(
        self, fact: Mapping[str, Any], document: Mapping[str, Any], *, key: str, line: int
    ) -> Iterator[Record]:
        kind = text_of(fact.get("fact_type"))
        entities = yield from self._named(fact.get("entities"), line)
        opinion = "opinion" if kind == "opinion" else ""
        yield self._once.memory(
            MemoryRecord(
                key=key,
                text=text_of(fact.get("text")),
                kind=_KINDS.get(kind, "semantic"),
                told=kind,
                tier="long_term",
                category="other" if kind in ("experience", "opinion") else "fact",
                tags=tags_of(opinion, fact.get("tags"), document.get("tags")),
                time=first_moment(
                    *(fact.get(name) for name in ("occurred_start", "event_date", "mentioned_at")),
                    document.get("created_at"),
                ),
                entities=entities,
                line=line,
                original=original_json({"document": document.get("id"), "fact": dict(fact)}),
            )
        )

    def _observation(self, part: Part) -> Iterator[Record]:
        row = _object(part.value)
        text = text_of(row.get("text"))
        key = f"hindsight:observation/{digest_of(text)}"
        yield self._once.memory(
            MemoryRecord(
                key=key,
                text=text,
                tier="long_term",
                importance=0.6,
                tags=tags_of("observation", row.get("tags")),
                time=first_moment(row.get("occurred_start"), row.get("event_date"), row.get("mentioned_at")),
                line=part.line,
                original=original_json(part.value),
            )
        )
        for given in _items(row.get("sources")):
            target = _fact_key(text_of(_object(given).get("document_id")), _object(given).get("fact_index"))
            self._links.append(
                RelationRecord(
                    key, target, "derived_from", "source", line=part.line, original=original_json(given)
                )
            )

    def _named(self, given: Any, line: int) -> Things:
        """The things that a fact is about; returns their keys."""
        keys: dict[str, None] = {}
        for item in _items(given):
            name = text_of(item)
            if name:
                key = f"hindsight:{name}"
                keys.setdefault(key)
                if key not in self._things:
                    self._things.add(key)
                    yield EntityRecord(key, name, line=line)
        return tuple(keys)


def _fact_key(document: str, number: Any) -> str:
    return f"hindsight:{document}/{text_of(number)}"


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
