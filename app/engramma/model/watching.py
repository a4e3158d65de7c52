"""What agents do in a store, as a person watches it: acts one by one, and how many there were of late.

Values only. An act is an operation of an agent with what belongs to it.
"""

from __future__ import annotations

from enum import StrEnum

from engramma.model.agent import AGENT
from engramma.model.asked import WORDED
from engramma.model.operation import Operation
from engramma.model.recall import RecordedRecall
from engramma.model.records import dataclass

BARS = 24
BAR_SPAN = 3_600_000_000
"""A day has a bar for each hour; the length of one in µs."""


class Did(StrEnum):
    """The sort of an act: asked the memory, changed it, asked a person for a change, wrote a conversation down."""

    RECALL = "recall"
    WRITE = "write"
    PROPOSAL = "proposal"
    TALK = "talk"


_UNDOABLE = WORDED | {"trash", "restore", "merge", "link", "unlink", "pin", "unpin", "tag", "change"}
_SORTS = {"recall": Did.RECALL, "proposal": Did.PROPOSAL, "session": Did.TALK}


def did_of(kind: str) -> Did:
    """The sort of an operation's kind."""
    return _SORTS.get(kind, Did.WRITE)


def kinds_of(did: Did) -> tuple[str, ...]:
    """The kinds of operations of a sort; of a write, those that it does not have."""
    if did is Did.WRITE:
        return tuple(_SORTS)
    return tuple(kind for kind, sort in _SORTS.items() if sort is did)


@dataclass(frozen=True, slots=True)
class Touched:
    """A memory that an act found or changed, as it is now. `disputed`: an open conflict holds it."""

    id: int
    text: str
    kind: str
    tier: str
    state: str
    pinned: bool
    disputed: bool = False

    @property
    def label(self) -> str:
        """The short name a person reads."""
        return f"M-{self.id}"


@dataclass(frozen=True, slots=True)
class ProposalMade:
    """What an agent asked for: `text` is the wording it wants, `status` pending, accepted, rejected or dropped."""

    id: int
    action: str
    reason: str
    status: str
    text: str
    targets: tuple[int, ...]

    @property
    def waits(self) -> bool:
        """Whether a person has to decide."""
        return self.status == "pending"

    @property
    def undoable(self) -> bool:
        """Whether agreeing is one step that can be taken back; what erases, or is put in words, is for Review."""
        return self.action in _UNDOABLE


@dataclass(frozen=True, slots=True)
class Act:
    """One operation of an agent. `touched`: the memories that a write is about, the first few of them."""

    operation: Operation
    did: Did
    recall: RecordedRecall | None = None
    proposal: ProposalMade | None = None
    touched: tuple[Touched, ...] = ()

    @property
    def id(self) -> int:
        """The operation's."""
        return self.operation.id

    @property
    def agent(self) -> str:
        """The agent's own name."""
        return self.operation.actor.removeprefix(AGENT)


@dataclass(frozen=True, slots=True)
class AgentDay:
    """What one agent did since the local midnight, by sort, and in each hour of the day."""

    actor: str
    counts: dict[Did, int]
    bars: tuple[int, ...]
    last_at: int

    @property
    def total(self) -> int:
        """All acts of the day."""
        return sum(self.counts.values())
