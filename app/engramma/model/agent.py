"""What is known of an agent that talks to a store: what it may do, whether it is there, when it came."""

from __future__ import annotations

import re
from enum import StrEnum

from engramma.model.errors import InvalidValueError
from engramma.model.records import dataclass

AGENT = "agent:"
_NAME = re.compile(r"\w[\w .@+-]{0,39}")


class Scope(StrEnum):
    """What an agent may do, each including the one before: read, propose (a person decides), write."""

    READ = "read"
    PROPOSE = "propose"
    WRITE = "write"

    @property
    def rank(self) -> int:
        """0 for the narrowest."""
        return tuple(Scope).index(self)


def narrower(one: Scope, other: Scope) -> Scope:
    """The one that allows less."""
    return min(one, other, key=lambda scope: scope.rank)


@dataclass(frozen=True, slots=True)
class AgentStanding:
    """What a person set for an agent in this store: its scope at most, and whether its writes are paused."""

    scope: Scope = Scope.WRITE
    paused: bool = False


@dataclass(frozen=True, slots=True)
class AgentPresence:
    """One connection of an agent to the store, in a living process: since UTC µs, with the scope it was given.

    `refused`: how many of its writes were refused since, as it was paused or may only read.
    """

    name: str
    pid: int
    scope: Scope
    since: int
    refused: int = 0


@dataclass(frozen=True, slots=True)
class Agent:
    """An agent that was connected at some time; times in UTC µs. `connections` are those that are open now."""

    name: str
    standing: AgentStanding
    first_seen_at: int
    last_seen_at: int
    connections: tuple[AgentPresence, ...] = ()

    @property
    def actor(self) -> str:
        """Its name in the history."""
        return f"{AGENT}{self.name}"


def checked_name(name: str) -> str:
    """`name` if it may name an agent: a letter or digit, then up to 39 of them, spaces and . @ + - _.

    Raises InvalidValueError.
    """
    clean = name.strip().removeprefix(AGENT)
    if not _NAME.fullmatch(clean):
        raise InvalidValueError(
            f"{name!r} cannot name an agent.", hint="Use letters, digits, spaces and . @ + - _, 40 at most."
        )
    return clean
