"""Memories as one JSON array, with the names that the command line gives them; nothing that changes with the hour."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from engramma.model.clock import iso
from engramma.model.outgoing import Outgoing


def json_list(items: Iterable[Outgoing]) -> Iterator[str]:
    """The array, indented, one object a memory."""
    opened = False
    for item in items:
        text = json.dumps(_document(item), ensure_ascii=False, indent=2)
        yield ("[\n  " if not opened else ",\n  ") + text.replace("\n", "\n  ")
        opened = True
    yield "\n]\n" if opened else "[]\n"


def _document(item: Outgoing) -> dict[str, object]:
    memory = item.memory
    return {
        "id": memory.uid,
        "label": memory.label,
        "text": memory.text,
        "kind": memory.kind.value,
        "tier": memory.tier.value,
        "category": memory.category.value,
        "state": memory.state.value,
        "pinned": memory.pinned,
        "importance": memory.importance,
        "created_at": iso(memory.created_at),
        "updated_at": iso(memory.updated_at),
        "time_quality": memory.time_quality,
        "recalls": memory.recalls,
        "tags": list(memory.tags),
        "about": [thing.name for thing in item.things],
        "version": memory.version,
    }
