"""A folder of Markdown notes as basic-memory keeps them: one note a memory, what it is in the properties at its head.

Things and tied memories stand as relations at the end of a note. A line that would be a heading, an observation or a
relation there gets a backslash: the words of a memory are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engramma.exchange.writing.aspects import Aspect
from engramma.exchange.writing.front_matter import file_name, front_matter, title_of
from engramma.model.clock import iso
from engramma.model.outgoing import Cargo, Outgoing

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
        Aspect.ABOUT,
        Aspect.MORE_ABOUT,
    }
)
_MARK = re.compile(r"(?m)^(\s*)(#{1,6}\s|[-*+]\s|`{3}|~{3})")
_RELATION_SAFE = re.compile(r'[\[\]"#]+')


def note_folder(cargo: Cargo) -> Iterator[tuple[str, str]]:
    """File names and texts. The memories are gone through twice, so that ties can name notes by their titles."""
    titles = {item.memory.id: title_of(item.memory) for item in cargo.memories()}
    for item in cargo.memories():
        yield file_name(item.memory), _note(item, titles)


def _note(item: Outgoing, titles: dict[int, str]) -> str:
    memory = item.memory
    head = front_matter(
        {
            "title": titles[memory.id],
            "type": "memory",
            "permalink": f"engramma/{memory.label.lower()}",
            "tags": list(memory.tags),
            "created": iso(memory.created_at),
            "modified": iso(memory.updated_at),
            "id": memory.uid,
            "kind": memory.kind.value,
            "tier": memory.tier.value,
            "category": memory.category.value,
            "importance": memory.importance,
            "pinned": memory.pinned,
        }
    )
    relations = [f"- about [[{_name(thing.name)}]]" for thing in item.things if _name(thing.name)]
    relations += [
        f"- {_name(tie.relation) or tie.type} [[{titles[tie.target_id]}]]"
        for tie in item.ties
        if tie.target_id in titles
    ]
    body = _MARK.sub(r"\1\\\2", memory.text.strip())
    return (
        head + "\n" + body + "\n" + ("\n" + "\n".join(dict.fromkeys(relations)) + "\n" if relations else "")
    )


def _name(name: str) -> str:
    return " ".join(_RELATION_SAFE.sub(" ", name).split())[:120]
