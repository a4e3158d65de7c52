"""The knowledge graph of the MCP reference memory server: a line for each thing, then one for each relation.

A memory is an observation of the first thing that it is about; one about nothing stands under its first tag.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from engramma.exchange.writing.aspects import Aspect
from engramma.model.outgoing import Cargo, Outgoing, Thing

CARRIES = frozenset({Aspect.ABOUT, Aspect.THINGS, Aspect.RELATIONS, Aspect.LINE_BREAKS})
_TOPIC = "topic"
_NO_TOPIC = "Memories"


def mcp_graph(cargo: Cargo) -> Iterator[str]:
    """The lines. A thing that only a relation names has none, as with the server."""
    observations: dict[str, list[str]] = {}
    types: dict[str, str] = {}
    names: dict[int, str] = {}
    for thing in cargo.things():
        names[thing.id] = thing.name
        if not thing.ghost:
            observations.setdefault(thing.name, [])
            types.setdefault(thing.name, thing.type)
    for item in cargo.memories():
        holder = _holder(item)
        types.setdefault(holder.name, holder.type)
        observations.setdefault(holder.name, []).append(item.memory.text)
    for name, texts in observations.items():
        yield _line(
            {
                "type": "entity",
                "name": name,
                "entityType": types[name],
                "observations": list(dict.fromkeys(texts)),
            }
        )
    for tie in cargo.relations():
        ends = (names.get(tie.source_id), names.get(tie.target_id))
        if all(ends):
            yield _line(
                {
                    "type": "relation",
                    "from": ends[0],
                    "to": ends[1],
                    "relationType": tie.relation or "related",
                }
            )


def _holder(item: Outgoing) -> Thing:
    if item.things:
        return item.things[0]
    return Thing(0, next(iter(item.memory.tags), _NO_TOPIC), _TOPIC)


def _line(value: dict[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
