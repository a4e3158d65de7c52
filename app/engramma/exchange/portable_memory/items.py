"""Items of Portable Memory into records, kind by kind. What has no counterpart here is reported, never dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.memory_records import Once, as_ours, original_json, share_of, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.model.association import AssociationType
from engramma.model.memory import Tier
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, RelationRecord, Skipped

Item = Mapping[str, Any]

_OURS = "x_engramma"
_NO_MEMORY = {
    "category": "the description of a category",
    "resource": "a reference to a document, not a memory",
    "chunk": "a piece of a document, not a memory",
    "community": "a group of things, not a memory",
    "secretRef": "a reference to a secret, which is not taken in",
}
_TYPES = frozenset(type_.value for type_ in AssociationType)
_LINKS = {type_.value: type_ for type_ in AssociationType} | {
    "evidence_of": AssociationType.DERIVED_FROM,
    "refines": AssociationType.CORRECTS,
    "supersedes": AssociationType.CORRECTS,
}


class Items:
    """The state between the files of one folder: what was given out, what is deleted, what contexts are called."""

    def __init__(self) -> None:
        self._once = Once()
        self._deleted: set[tuple[str, str]] = set()
        self._contexts: dict[str, str] = {}
        self._things: dict[str, str] = {}
        self._later: list[RelationRecord] = []
        self._readers: dict[str, Callable[[Item, int, str], Iterator[Record]]] = {
            "context": self._context,
            "preference": self._preference,
            "core": self._core,
            "entity": self._entity,
            "episode": self._episode,
            "edge": self._edge,
            "fact": self._fact,
            "factLink": self._fact_link,
            "episodeLink": self._episode_link,
            "procedure": self._procedure,
        }

    def bury(self, tombstone: Item) -> None:
        """What a tombstone names, and what was derived from it, is not taken in."""
        target = text_of(tombstone.get("targetID"))
        if target:
            self._deleted.add((text_of(tombstone.get("targetKind")), target))
        derived = tombstone.get("derived")
        given = derived.get("factIDs") if isinstance(derived, dict) else None
        self._deleted.update(("fact", text_of(item)) for item in given or () if isinstance(given, list))

    def take(self, kind: str, item: Item, *, line: int, file: str) -> Iterator[Record]:
        """The records of one item."""
        original = original_json({"file": file, "item": dict(item)})
        if (kind, text_of(item.get("id"))) in self._deleted or item.get("deletedAt") or item.get("prunedAt"):
            yield Skipped(line, f"{file}: deleted in its source", excerpt(original))
        elif kind in self._readers:
            yield from self._readers[kind](item, line, original)
        else:
            why = _NO_MEMORY.get(kind, f"unknown kind {excerpt(kind, 80)}")
            yield Skipped(line, f"{file}: {why}", excerpt(original))

    def rest(self) -> Iterator[Record]:
        """Links that items have to others that may come behind them."""
        for record in self._later:
            yield self._once.relation(record)

    def _context(self, item: Item, line: int, original: str) -> Iterator[Record]:
        label = text_of(item.get("label"))
        if label:
            self._contexts[text_of(item.get("id"))] = label
        if not label:
            yield Skipped(line, "a context without a label", excerpt(original))

    def _preference(self, item: Item, line: int, original: str) -> Iterator[Record]:
        name, value = text_of(item.get("key")), text_of(item.get("value"))
        record = _memory(
            item, f"preference:{name}", f"{name}: {value}" if value else "", line=line, original=original
        )
        yield self._once.memory(replace(record, category="preference"))

    def _core(self, item: Item, line: int, original: str) -> Iterator[Record]:
        name = text_of(item.get("id"))
        record = _memory(item, f"core:{name}", text_of(item.get("content")), line=line, original=original)
        yield self._once.memory(replace(record, pinned=True, tags=tags_of(name, record.tags)))

    def _entity(self, item: Item, line: int, original: str) -> Iterator[Record]:
        name = text_of(item.get("canonicalName"))
        number = text_of(item.get("id"))
        # Programs number their things from 1, so the number alone is not the same thing in another folder.
        key = f"portable-memory:{number}/{name}"
        if not name:
            yield Skipped(line, "a thing without a name", excerpt(original))
        elif number in self._things:
            yield Skipped(line, "the same thing stands before", excerpt(original))
        else:
            self._things[number] = key
            yield EntityRecord(key, name, text_of(item.get("type")), line=line, original=original)
            summary = text_of(item.get("summary"))
            if summary and summary != name:
                record = _memory(
                    item, f"entity:{text_of(item.get('id'))}", summary, line=line, original=original
                )
                yield self._once.memory(replace(record, entities=(key,)))

    def _episode(self, item: Item, line: int, original: str) -> Iterator[Record]:
        summary, details = text_of(item.get("summary")), text_of(item.get("details"))
        parts = [details] if details.startswith(summary) else [summary, details]
        text = "\n".join(part for part in parts if part)
        key = f"episode:{text_of(item.get('id'))}"
        record = _memory(item, key, text, line=line, original=original)
        kind = "semantic" if text_of(item.get("sourceType")).lower() == "note" else "episodic"
        context = self._contexts.get(text_of(item.get("contextID")), "")
        record = replace(record, kind=kind, tags=tags_of(record.tags, context))
        yield self._once.memory(as_ours(record, item.get(_OURS)))

    def _fact(self, item: Item, line: int, original: str) -> Iterator[Record]:
        told = [text_of(item.get(part)) for part in ("subject", "predicate", "object")]
        text = text_of(item.get("text")) or " ".join(part for part in told if part)
        key = f"fact:{text_of(item.get('id'))}"
        record = _memory(item, key, text, line=line, original=original)
        ended = ("no longer valid",) if item.get("tValidTo") else ()
        record = replace(record, tags=tags_of(record.tags, told[1], ended))
        yield self._once.memory(as_ours(record, item.get(_OURS)))
        episode, newer = text_of(item.get("episodeID")), text_of(item.get("supersededBy"))
        if episode and (self._once.has(f"portable-memory:episode:{episode}")):
            self._later.append(
                RelationRecord(
                    record.key, f"portable-memory:episode:{episode}", "derived_from", "derived_from"
                )
            )
        if newer:
            self._later.append(
                RelationRecord(
                    f"portable-memory:fact:{newer}", record.key, "corrects", "supersedes", line=line
                )
            )

    def _procedure(self, item: Item, line: int, original: str) -> Iterator[Record]:
        steps = item.get("steps")
        told = [text for step in steps if (text := text_of(step))] if isinstance(steps, list) else []
        numbered = [f"{number}. {step}" for number, step in enumerate(told, 1)]
        name, trigger = text_of(item.get("name")), text_of(item.get("triggerPattern"))
        head = f"{name} (when: {trigger})" if trigger and trigger != name else name
        text = "\n".join([head, *numbered] if head else numbered)
        key = f"procedure:{text_of(item.get('id'))}"
        record = _memory(item, key, text, line=line, original=original)
        off = ("disabled",) if item.get("enabled") is False else ()
        record = replace(record, kind="procedural", category="instruction", tags=tags_of(record.tags, off))
        yield self._once.memory(as_ours(record, item.get(_OURS)))

    def _edge(self, item: Item, line: int, original: str) -> Iterator[Record]:
        ends = [self._things.get(text_of(item.get(part)), "") for part in ("srcEntityID", "dstEntityID")]
        if not all(ends):
            yield Skipped(line, "a link to a thing that is not there", excerpt(original))
            return
        word = text_of(item.get("edgeType"))
        yield RelationRecord(ends[0], ends[1], relation=word, line=line, original=original)

    def _fact_link(self, item: Item, line: int, original: str) -> Iterator[Record]:
        self._link(item, ("fact", "srcFactID", "dstFactID"), line=line, original=original)
        return iter(())

    def _episode_link(self, item: Item, line: int, original: str) -> Iterator[Record]:
        self._link(item, ("episode", "srcEpisodeID", "dstEpisodeID"), line=line, original=original)
        return iter(())

    def _link(self, item: Item, names: tuple[str, str, str], *, line: int, original: str) -> None:
        """Links wait for the end, as they may name facts or procedures that come behind them."""
        kind, source, target = names
        word = text_of(item.get("linkType"))
        self._later.append(
            RelationRecord(
                f"portable-memory:{kind}:{text_of(item.get(source))}",
                f"portable-memory:{kind}:{text_of(item.get(target))}",
                _LINKS.get(word.lower(), AssociationType.RELATED).value,
                "" if word in _TYPES else word,
                share_of(item.get("weight"), otherwise=1.0),
                line=line,
                original=original,
            )
        )


def _memory(item: Item, key: str, text: str, *, line: int, original: str) -> MemoryRecord:
    """What is alike in all kinds."""
    metadata = item.get("metadata")
    return MemoryRecord(
        key=f"portable-memory:{key}",
        text=text,
        tier=Tier.LONG_TERM.value,
        importance=share_of(item.get("importance")),
        pinned=item.get("pinned") is True,
        tags=tags_of(item.get("categories"), metadata.get("tags") if isinstance(metadata, dict) else None),
        time=first_moment(
            *(
                item.get(name)
                for name in ("eventTime", "tValidFrom", "mentionTime", "createdAt", "ingestionTime")
            )
        ),
        line=line,
        original=original,
    )
