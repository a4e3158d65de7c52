"""Says before a merge what its survivor will be: the arithmetic of section 10 of the model, value by value.

Pure. The engine carries the same out; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engramma.model.association import Association, LinkKey, link_key
from engramma.model.memory import Memory
from engramma.model.merging import (
    CarriedFact,
    CarriedLink,
    CarriedTag,
    MergeChoice,
    MergeMember,
    MergePreview,
    MergeResult,
)

CONTRADICTS = "contradicts"


class Candidate(Protocol):
    """What decides who stays of a merge."""

    @property
    def id(self) -> int: ...
    @property
    def pinned(self) -> bool: ...
    @property
    def person_edited(self) -> bool: ...
    @property
    def strength(self) -> float: ...
    @property
    def created_at(self) -> int: ...


_RULES: tuple[tuple[str, Callable[[Candidate], float]], ...] = (
    ("pinned", lambda one: one.pinned),
    ("edited", lambda one: one.person_edited),
    ("strongest", lambda one: one.strength),
    ("newest", lambda one: one.created_at),
)


def survivor_rule(candidates: Sequence[Candidate]) -> tuple[int, tuple[str, ...]]:
    """Who stays by rule, and the rules that decided it: pinned, edited, strongest, newest, in this order."""
    left = list(candidates)
    used = []
    for name, value in _RULES:
        best = max(value(one) for one in left)
        kept = [one for one in left if value(one) == best]
        if len(kept) < len(left):
            used.append(name)
            left = kept
    return max(one.id for one in left), tuple(used)


def link_keys(member: MergeMember, group: frozenset[int]) -> tuple[tuple[LinkKey, Association], ...]:
    """The associations of a member that go with it into a merge of `group`."""
    return tuple(
        (link_key(link.type, outgoing=link.outgoing, other_id=link.other_id), link)
        for link in member.links
        if link.id and link.other_id not in group
    )


def result_of(preview: MergePreview, choice: MergeChoice) -> MergeResult:
    """What the survivor will be. Raises KeyError for a survivor or member that is not in the preview."""
    found = {one.memory.id: one for one in preview.members}
    survivor = found[choice.survivor_id]
    members = [survivor, *(found[one] for one in choice.member_ids if one != choice.survivor_id)]
    memories = [one.memory for one in members]
    text = survivor.memory.text if choice.text is None else choice.text
    long_term = next((memory for memory in memories if memory.tier == "long_term"), None)
    strongest = max(memories, key=lambda memory: memory.strength)
    weightiest = max(memories, key=lambda memory: memory.importance)
    earliest = min(memories, key=lambda memory: memory.created_at)
    recalled = [memory for memory in memories if memory.last_recalled_at is not None]
    latest = max(recalled, key=lambda memory: memory.last_recalled_at or 0) if recalled else None
    written = text != survivor.memory.text
    still = survivor.memory.pinned or survivor.memory.kind == "procedural"
    own = survivor.memory.id
    return MergeResult(
        survivor=survivor.memory,
        text=text,
        written=written,
        tier=str(memories[0].tier if long_term is None else long_term.tier),
        tier_source=own if long_term is None or survivor.memory.tier == "long_term" else long_term.id,
        importance=CarriedFact(weightiest.importance, weightiest.id),
        strength=CarriedFact(1.0, own) if still or written else CarriedFact(strongest.strength, strongest.id),
        created_at=CarriedFact(earliest.created_at, earliest.id),
        last_recalled_at=CarriedFact(
            (latest.last_recalled_at or 0) if latest else 0, latest.id if latest else None
        ),
        recalls=tuple((memory.id, memory.recalls) for memory in memories if memory.recalls),
        evidence=tuple((one.memory.id, len(one.provenance)) for one in members if one.provenance),
        tags=_tags(memories, choice),
        links=_links(members, choice),
    )


def _tags(memories: Sequence[Memory], choice: MergeChoice) -> tuple[CarriedTag, ...]:
    owners: dict[str, list[int]] = {}
    for memory in memories:
        for name in memory.tags:
            owners.setdefault(name, []).append(memory.id)
    return tuple(
        CarriedTag(name, tuple(owners[name]), name not in choice.without_tags) for name in sorted(owners)
    )


def _links(members: Sequence[MergeMember], choice: MergeChoice) -> tuple[CarriedLink, ...]:
    group = frozenset(one.memory.id for one in members)
    found: dict[LinkKey, tuple[Association, list[int]]] = {}
    for member in members:
        own = member.memory.id
        for key, link in link_keys(member, group):
            if key.type == CONTRADICTS and own != choice.survivor_id:
                continue
            best, sources = found.get(key, (link, []))
            sources.append(own)
            found[key] = (max(best, link, key=lambda one: one.weight), sources)
    return tuple(
        CarriedLink(
            key, link.relation, link.weight, link.other_text, tuple(sources), key not in choice.without_links
        )
        for key, (link, sources) in sorted(
            found.items(), key=lambda item: (-item[1][0].weight, item[0].other_id, item[0].type)
        )
    )
