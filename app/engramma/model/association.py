"""Associations between memories, and the entities that memories are about."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass


class AssociationType(StrEnum):
    """How two memories hang together."""

    FOLLOWS = "follows"
    SAME_SESSION = "same_session"
    SIMILAR = "similar"
    CO_RECALLED = "co_recalled"
    ABOUT = "about"
    DERIVED_FROM = "derived_from"
    CORRECTS = "corrects"
    CONTRADICTS = "contradicts"
    RELATED = "related"


MOST_FADING = 64
"""How many associations that fade a memory has at most: the weakest make room."""

EITHER_WAY = frozenset({AssociationType.CO_RECALLED, AssociationType.CONTRADICTS})


@dataclass(frozen=True, slots=True)
class Association:
    """One edge as seen from a memory: `other_*` is the far end, `outgoing` its direction, `weight` that of now.

    `id` is 0 for one that is computed; `via` names the things that both memories are about.
    """

    id: int
    type: str
    relation: str
    weight: float
    outgoing: bool
    other_id: int
    other_uid: str
    other_text: str
    other_tier: str
    other_state: str
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkKey:
    """An association as seen from the memory that has it; of what has no direction, `outgoing` is True."""

    type: str
    outgoing: bool
    other_id: int


def link_key(type_: str, *, outgoing: bool, other_id: int) -> LinkKey:
    """The key of an association."""
    return LinkKey(type_, outgoing or type_ in EITHER_WAY, other_id)


@dataclass(frozen=True, slots=True)
class Entity:
    """A thing that memories are about: a service, a person, a file."""

    id: int
    name: str
    type: str
    memories: int
    ghost: bool
