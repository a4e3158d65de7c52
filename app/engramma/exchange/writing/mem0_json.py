"""What `get_all()` of mem0 returns: an object with `results`, one entry a memory."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from engramma.exchange.writing.aspects import Aspect
from engramma.model.clock import iso
from engramma.model.memory import Kind
from engramma.model.outgoing import Cargo, Outgoing

CARRIES = frozenset({Aspect.IMPORTANCE, Aspect.TAGS, Aspect.CREATED, Aspect.UPDATED, Aspect.LINE_BREAKS})


def mem0_json(cargo: Cargo) -> Iterator[str]:
    """The object, one entry a line. What mem0 has no field for stands in `metadata`."""
    opened = False
    for item in cargo.memories():
        yield ('{"results": [\n' if not opened else ",\n") + json.dumps(_entry(item), ensure_ascii=False)
        opened = True
    yield "\n]}\n" if opened else '{"results": []}\n'


def _entry(item: Outgoing) -> dict[str, object]:
    memory = item.memory
    return {
        "id": memory.uid,
        "memory": memory.text,
        "hash": hashlib.md5(memory.text.encode("utf-8", "replace"), usedforsecurity=False).hexdigest(),
        "created_at": iso(memory.created_at),
        "updated_at": iso(memory.updated_at),
        "categories": list(memory.tags),
        "metadata": _metadata(item),
    }


def _metadata(item: Outgoing) -> dict[str, object]:
    memory = item.memory
    metadata: dict[str, object] = {
        "importance": memory.importance,
        "engramma": {
            "kind": memory.kind.value,
            "tier": memory.tier.value,
            "category": memory.category.value,
            "pinned": memory.pinned,
        },
    }
    if memory.kind is Kind.PROCEDURAL:
        metadata["memory_type"] = "procedural_memory"
    return metadata
