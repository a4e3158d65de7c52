"""What a person may decide on a card, by single keys, and which of it is suggested. Values, free of Qt."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engramma.model.memory import Memory
from engramma.model.records import dataclass
from engramma.ui.views.review.cards import Card, CardKind

MOST_SIDES = 3


class Act(StrEnum):
    """What is done with a card."""

    KEEP = "keep"
    BOTH = "both"
    MERGE = "merge"
    EDIT = "edit"
    ACCEPT = "accept"
    CONFIRM = "confirm"
    PIN = "pin"
    TRASH = "trash"
    RESTORE = "restore"
    REJECT = "reject"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Choice:
    """One button: `key` is the letter on it. `memory` is the one that is kept."""

    act: Act
    key: str
    words: str
    icon: str
    memory: int | None = None
    opens_editor: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What would be a good decision, and why. `act` and `memory` name the choice."""

    act: Act
    words: str
    why: str
    outcome: str
    memory: int | None = None


LATER = Choice(Act.LATER, "L", "Later", "clock")


def choices_of(card: Card) -> tuple[Choice, ...]:
    """The buttons of a card, in the order of the keyboard."""
    sides = [
        Choice(Act.KEEP, str(number), f"Keep {number}", _arrow(number, len(card.memories)), memory)
        for number, memory in enumerate(card.memories[:MOST_SIDES], start=1)
    ]
    match card.kind:
        case CardKind.CONFLICT:
            return (
                *sides,
                Choice(Act.BOTH, "B", "Keep both", "columns"),
                Choice(Act.MERGE, "M", "Merge…", "git-merge", opens_editor=True),
                LATER,
            )
        case CardKind.DUPLICATES:
            return (
                *(
                    Choice(Act.MERGE, side.key, f"Merge into {side.key}", "git-merge", side.memory)
                    for side in sides
                ),
                Choice(Act.EDIT, "E", "Merge, edit…", "pencil-simple", opens_editor=True),
                Choice(Act.BOTH, "B", "Keep apart", "columns"),
                LATER,
            )
        case CardKind.STALE:
            return (
                Choice(Act.CONFIRM, "Y", "Still true", "check"),
                Choice(Act.EDIT, "E", "Correct…", "pencil-line", opens_editor=True),
                Choice(Act.TRASH, "T", "To Trash", "trash"),
                Choice(Act.REJECT, "N", "Don’t ask again", "prohibit"),
                LATER,
            )
        case CardKind.FADING:
            return (
                Choice(Act.CONFIRM, "Y", "Still needed", "lightning"),
                Choice(Act.PIN, "P", "Pin", "push-pin"),
                Choice(Act.REJECT, "N", "Let it fade", "trend-down"),
                LATER,
            )
        case CardKind.DUE:
            return (
                Choice(Act.TRASH, "T", "To Trash", "trash"),
                Choice(Act.CONFIRM, "Y", "Still needed", "lightning"),
                Choice(Act.REJECT, "N", "Leave it", "prohibit"),
                LATER,
            )
        case CardKind.PURGE:
            return (
                Choice(Act.ACCEPT, "P", "Erase for good…", "trash"),
                Choice(Act.RESTORE, "R", "Restore", "arrow-counter-clockwise"),
                Choice(Act.REJECT, "N", "Leave in the Trash", "prohibit"),
                LATER,
            )
        case CardKind.RESCUE:
            return (
                Choice(Act.ACCEPT, "Y", "Remember it", "plus"),
                Choice(Act.REJECT, "N", "Not worth it", "prohibit"),
                LATER,
            )
        case CardKind.PROPOSAL:
            worded = card.asked is not None and card.asked.is_worded
            change = (Choice(Act.EDIT, "E", "Change it first…", "pencil-simple", opens_editor=True),)
            return (
                Choice(Act.ACCEPT, "Y", "Do it", "check"),
                *(change if worded else ()),
                Choice(Act.REJECT, "N", "Don’t", "prohibit"),
                LATER,
            )


def suggestion_of(card: Card, memories: Sequence[Memory]) -> Suggestion | None:
    """What to suggest, None where a person had better read first."""
    if card.kind is CardKind.CONFLICT and len(memories) > 1:
        return _later_wins(memories)
    if card.kind is CardKind.DUPLICATES and len(memories) > 1:
        best = max(memories, key=survivor_rank)
        number = card.memories.index(best.id) + 1 if best.id in card.memories else 1
        why = (
            "It is pinned"
            if best.pinned
            else "You edited it"
            if best.person_edited
            else "It is the strongest"
        )
        recalls = sum(memory.recalls for memory in memories)
        outcome = (
            f"{best.label} takes over tags, links and sources, recalls: {recalls:,} in all. "
            "The others are superseded and can be split off again."
        )
        return Suggestion(Act.MERGE, f"merge into {number}", f"{why}.", outcome, best.id)
    if card.kind is CardKind.DUE:
        return Suggestion(
            Act.TRASH, "to Trash", "It has been dormant for long.", "It can be restored from the Trash."
        )
    if card.kind is CardKind.PROPOSAL and card.proposal is not None and card.proposal.from_pass:
        return Suggestion(Act.ACCEPT, "do it", f"{card.reason}.", "It can be undone.")
    return None


def survivor_rank(memory: Memory) -> tuple[bool, bool, float, int]:
    """By which the survivor of a merge is chosen: pinned, edited by a person, strongest, newest."""
    return (memory.pinned, memory.person_edited, memory.strength, memory.created_at)


def _later_wins(memories: Sequence[Memory]) -> Suggestion | None:
    protected = [memory for memory in memories if memory.pinned or memory.person_edited]
    later = max(memories, key=_created)
    if protected and later not in protected:
        return None
    earlier = next(memory for memory in memories if memory is not later)
    number = list(memories).index(later) + 1
    why = ["It is later"]
    if later.category == "correction":
        why.append("a correction")
    outcome = (
        f"{earlier.label} becomes superseded: kept, shown struck through, not recalled. "
        f"Its {earlier.recalls:,} {'recall' if earlier.recalls == 1 else 'recalls'} and links stay with it."
    )
    return Suggestion(Act.KEEP, f"keep {number}", f"{', '.join(why)}.", outcome, later.id)


def _created(memory: Memory) -> int:
    return memory.created_at


def _arrow(number: int, count: int) -> str:
    return "arrow-left" if number == 1 else "arrow-right" if number == count else "arrow-up"
