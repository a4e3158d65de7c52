"""A folder as Claude Code keeps its own memory: a file a topic with properties, and the index MEMORY.md.

Only the beginning of the index is read by its tool, so it names the most important ones and no more.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from engramma.exchange.writing.aspects import Aspect
from engramma.exchange.writing.front_matter import file_name, front_matter, title_of
from engramma.model.clock import iso
from engramma.model.memory import Category, Kind, Memory
from engramma.model.outgoing import Cargo

CARRIES = frozenset({Aspect.UPDATED, Aspect.LINE_BREAKS})
INDEX = "MEMORY.md"
_INDEX_ENTRIES = 190
_INDEX_BYTES = 24_000
_DESCRIPTION = 150


def claude_folder(cargo: Cargo) -> Iterator[tuple[str, str]]:
    """File names and texts, the index last."""
    best: list[tuple[float, int, str]] = []
    for item in cargo.memories():
        memory = item.memory
        name = file_name(memory)
        yield name, _topic(memory, name)
        entry = (memory.importance + memory.pinned, -memory.id, f"- [{title_of(memory)}]({name})\n")
        (heapq.heappushpop if len(best) >= _INDEX_ENTRIES else heapq.heappush)(best, entry)
    lines, size = ["# Memory\n\n"], 10
    for _rank, _id, line in sorted(best, reverse=True):
        size += len(line.encode())
        if size > _INDEX_BYTES:
            break
        lines.append(line)
    yield INDEX, "".join(lines)


def _topic(memory: Memory, name: str) -> str:
    head = front_matter(
        {
            "name": name.removesuffix(".md"),
            "description": _description(memory.text),
            "metadata": {
                "node_type": "memory",
                "type": _type(memory),
                "modified": iso(memory.updated_at),
            },
        }
    )
    return f"{head}\n{memory.text.strip()}\n"


def _description(text: str) -> str:
    """The beginning of its first line, so that it says nothing that the text does not."""
    line = text.strip().splitlines()[0] if text.strip() else ""
    return line if len(line) <= _DESCRIPTION else line[:_DESCRIPTION].rstrip() + "…"


def _type(memory: Memory) -> str:
    if memory.kind is Kind.PROCEDURAL:
        return "feedback"
    return "user" if memory.category is Category.PREFERENCE else "project"
