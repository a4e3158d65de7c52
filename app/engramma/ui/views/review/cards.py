"""A card: one thing that waits for a decision. Values and words, free of Qt."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.asked import Asked
from engramma.model.clock import DAY
from engramma.model.plan import Proposal
from engramma.model.records import dataclass


class CardKind(StrEnum):
    """What sort of decision a card asks for, in the order of what is at stake."""

    CONFLICT = "conflict"
    DUPLICATES = "duplicates"
    STALE = "stale"
    FADING = "fading"
    PROPOSAL = "proposal"
    DUE = "due"
    PURGE = "purge"
    RESCUE = "rescue"


@dataclass(frozen=True, slots=True)
class KindWords:
    """How a kind of card is called: one, many, its icon, and the question it asks."""

    one: str
    many: str
    icon: str
    question: str


KINDS = {
    CardKind.CONFLICT: KindWords("Conflict", "Conflicts", "warning", "Two values for one thing"),
    CardKind.DUPLICATES: KindWords("Duplicates", "Duplicates", "copy", "The same said more than once"),
    CardKind.STALE: KindWords("Stale", "Stale", "hourglass-medium", "Does this still hold?"),
    CardKind.FADING: KindWords(
        "Fading soon", "Fading", "trend-down", "It matters, and is about to fade. Keep it?"
    ),
    CardKind.PROPOSAL: KindWords("Proposal", "Proposals", "flow-arrow", "A change that was proposed"),
    CardKind.DUE: KindWords("Due for the Trash", "Due", "moon", "Nobody has needed this for long"),
    CardKind.PURGE: KindWords("In the Trash", "Purge", "trash", "Erase this for good?"),
    CardKind.RESCUE: KindWords("Dropped", "Dropped", "lifebuoy", "Should this have been remembered?"),
}
ORDER = tuple(CardKind)
AGENT = "agent:"
PAIRS = (CardKind.CONFLICT, CardKind.DUPLICATES)
LAPSES = (CardKind.STALE, CardKind.FADING, CardKind.DUE, CardKind.PURGE)


@dataclass(frozen=True, slots=True)
class Card:
    """`key` names it as long as it waits. `memories` and `sessions` are what it is about, the first the earlier.

    `since` is the UTC µs from which it waits. `high`: much is at stake, so it comes first. `proposal` is what is
    decided, `conflict` the conflict's id, `pinned` those of the memories that are, `verdict` the gate's verdict on a
    dropped statement, `asked` what an agent asks for; `text` is the statement that was dropped or is proposed.
    """

    key: str
    kind: CardKind
    title: str
    reason: str
    since: int
    memories: tuple[int, ...] = ()
    sessions: tuple[int, ...] = ()
    badge: str = ""
    high: bool = False
    proposal: Proposal | None = None
    conflict: int | None = None
    pinned: frozenset[int] = frozenset()
    verdict: int | None = None
    event: int | None = None
    text: str = ""
    asked: Asked | None = None

    @property
    def is_pair(self) -> bool:
        """Whether two or more memories stand side by side."""
        return len(self.memories) > 1 and self.kind in PAIRS


def kind_of(proposal: Proposal) -> CardKind:
    """Which sort of card a proposal makes."""
    if proposal.step in ("conflict", "conflicts") and len(proposal.targets) == 2:
        return CardKind.CONFLICT
    if proposal.step in ("merge", "duplicates") and len(proposal.targets) > 1:
        return CardKind.DUPLICATES
    if proposal.action == "confirm" or proposal.action.startswith("Check"):
        return CardKind.STALE
    if proposal.action in ("purge", "erase"):
        return CardKind.PURGE
    if (
        proposal.step in ("staleness", "expire")
        and means_trash(proposal)
        and not proposal.actor.startswith(AGENT)
    ):
        return CardKind.DUE
    return CardKind.PROPOSAL


def means_trash(proposal: Proposal) -> bool:
    """Whether it proposes to put memories away, in whatever words."""
    return proposal.action.casefold().removeprefix("to ").startswith("trash")


def sort_key(card: Card) -> tuple[int, int, int, str]:
    """Stakes first: what is high, then by kind, then what has waited longest."""
    return (0 if card.high else 1, ORDER.index(card.kind), card.since, card.key)


def waiting_words(since: int, now: int) -> str:
    """How long a card has waited: "138 d", empty below a day."""
    days = (now - since) // DAY
    return f"{days:,} d" if days > 0 else ""
