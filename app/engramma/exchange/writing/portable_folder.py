"""A Portable Memory folder (`.mem`, format 1.0): episodes, things, relations and links, a manifest and checksums.

Every memory is an episode, as only episodes carry importance, pins and links; what the format has no field for stands
in `x_engramma`. Lines are sorted as the format asks for, so that the same content gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from engramma.exchange.writing.aspects import Aspect
from engramma.model.clock import iso
from engramma.model.memory import Kind, Memory
from engramma.model.outgoing import Cargo, Outgoing, Thing

CARRIES = frozenset(
    {
        Aspect.KINDS,
        Aspect.TIERS,
        Aspect.CATEGORIES,
        Aspect.IMPORTANCE,
        Aspect.PINS,
        Aspect.TAGS,
        Aspect.CREATED,
        Aspect.UPDATED,
        Aspect.LINE_BREAKS,
        Aspect.TIES,
        Aspect.THINGS,
        Aspect.RELATIONS,
    }
)
_VERSION = "1.0.0"


def portable_folder(cargo: Cargo) -> Iterator[tuple[str, str]]:
    """The files of the folder, the manifest last. The memories are gone through twice."""
    latest = 0
    counts: dict[str, int] = {}
    files: list[tuple[str, str, int]] = []

    def told(kind: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
        found = list(lines)
        if found:
            text = "".join(found)
            data = text.encode("utf-8", "replace")
            path = f"items/{kind}.jsonl"
            counts[kind] = len(found)
            files.append((path, hashlib.sha256(data).hexdigest(), len(data)))
            yield path, text

    def episodes() -> Iterator[str]:
        nonlocal latest
        for item in sorted(cargo.memories(), key=_uid):
            latest = max(latest, item.memory.updated_at)
            yield _line(_episode(item.memory))

    yield from told("episode", episodes())
    yield from told("entity", sorted(_line(_entity(thing, latest)) for thing in cargo.things()))
    yield from told("edge", sorted(set(_edges(cargo, latest))))
    yield from told("episodeLink", sorted(_links(cargo)))
    sums = "".join(f"{digest}  {path}\n" for path, digest, _size in sorted(files))
    yield "CHECKSUMS", sums
    yield (
        "manifest.json",
        _line(
            {
                "format": _VERSION,
                "generator": "engramma",
                "conformanceLevel": "L0",
                "createdAt": iso(latest),
                "exportMode": "full",
                "schemaVersion": 1,
                "embeddingModel": "none",
                "embeddingDim": 0,
                "embeddingsIncluded": False,
                "capabilities": ["ext"],
                "counts": counts,
                "files": [
                    {"path": path, "sha256": digest, "bytes": size} for path, digest, size in sorted(files)
                ],
            }
        ),
    )


def _uid(item: Outgoing) -> str:
    return item.memory.uid


def _episode(memory: Memory) -> dict[str, object]:
    return {
        "id": memory.uid,
        "eventTime": iso(memory.created_at),
        "mentionTime": iso(memory.created_at),
        "ingestionTime": iso(memory.updated_at),
        "sourceType": "message" if memory.kind is Kind.EPISODIC else "note",
        "actors": [],
        "summary": _summary(memory),
        "details": memory.text,
        "sensitivity": "normal",
        "metadata": {},
        "categories": list(memory.tags),
        "importance": memory.importance,
        "confidence": 1.0,
        "lifecycleState": "active",
        "extractionState": "done",
        "accessCount": memory.recalls,
        "pinned": memory.pinned,
        "vaultRefs": [],
        "x_engramma": {
            "label": memory.label,
            "kind": memory.kind.value,
            "tier": memory.tier.value,
            "category": memory.category.value,
            "importance": memory.importance,
            "pinned": memory.pinned,
            "tags": list(memory.tags),
            "time_quality": memory.time_quality,
        },
    }


def _summary(memory: Memory) -> str:
    """The beginning of the text and nothing else, so that readers that join both say nothing twice."""
    return memory.text.strip()[:120].rstrip()


def _entity(thing: Thing, at: int) -> dict[str, object]:
    return {
        "id": _thing_id(thing.id),
        "type": thing.type or "thing",
        "canonicalName": thing.name,
        "aliases": [],
        "summary": "",
        "sensitivity": "normal",
        "updatedAt": iso(at),
    }


def _edges(cargo: Cargo, at: int) -> Iterator[str]:
    for tie in cargo.relations():
        ends = (_thing_id(tie.source_id), _thing_id(tie.target_id))
        yield _line(
            {
                "id": hashlib.sha256("\n".join((*ends, tie.relation)).encode()).hexdigest()[:24],
                "srcEntityID": ends[0],
                "dstEntityID": ends[1],
                "edgeType": tie.relation or "related",
                "tValidFrom": iso(at),
                "ingestionTime": iso(at),
                "confidence": 1.0,
                "evidenceEpisodeIDs": [],
            }
        )


def _links(cargo: Cargo) -> Iterator[str]:
    for item in cargo.memories():
        for tie in item.ties:
            yield _line(
                {
                    "srcEpisodeID": item.memory.uid,
                    "dstEpisodeID": tie.target_uid,
                    "linkType": tie.relation or tie.type,
                    "weight": tie.weight,
                }
            )


def _thing_id(number: int) -> str:
    return f"thing_{number}"


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True) + "\n"
