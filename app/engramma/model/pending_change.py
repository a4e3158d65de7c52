"""A change that is thought of and not made: what it would be, in values that any floor can hold.

Carrying it out, on the store or on a copy of it, is the engine's business.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from enum import StrEnum

from engramma.model.policy import Policy
from engramma.model.recall import RecallResult
from engramma.model.records import dataclass


class ChangeKind(StrEnum):
    """What a pending change does."""

    CORRECT = "correct"
    TRASH = "trash"
    PIN = "pin"
    UNPIN = "unpin"
    REHEARSE = "rehearse"
    MERGE = "merge"
    ACCEPT = "accept"
    POLICY = "policy"
    REMEMBER = "remember"


@dataclass(frozen=True, slots=True)
class PendingChange:
    """One change. `memory_ids`: which memories, of a merge the one that stays first. `policy`: (field, value)."""

    kind: ChangeKind
    memory_ids: tuple[int, ...] = ()
    text: str = ""
    proposal_id: int | None = None
    policy: tuple[tuple[str, float], ...] = ()

    @property
    def words(self) -> str:
        """What it does, in a few words, without the text itself."""
        named = ", ".join(f"M-{memory_id}" for memory_id in self.memory_ids[:3])
        if len(self.memory_ids) > 3:
            named = f"{len(self.memory_ids):,} memories"
        match self.kind:
            case ChangeKind.MERGE:
                others = ", ".join(f"M-{memory_id}" for memory_id in self.memory_ids[1:4])
                return f"{others} merged into M-{self.memory_ids[0]}"
            case ChangeKind.ACCEPT:
                return f"proposal {self.proposal_id} accepted"
            case ChangeKind.POLICY:
                if len(self.policy) > 1:
                    return f"{len(self.policy)} other policy settings"
                return ", ".join(_setting(name, value) for name, value in self.policy)
            case ChangeKind.REMEMBER:
                return "a new memory"
            case _:
                return f"{named} {_DONE[self.kind]}"


_DONE = {
    ChangeKind.CORRECT: "corrected",
    ChangeKind.TRASH: "in the Trash",
    ChangeKind.PIN: "pinned",
    ChangeKind.UNPIN: "unpinned",
    ChangeKind.REHEARSE: "rehearsed",
}


_SETTINGS = {item.name: item.metadata for item in fields(Policy)}


def _setting(name: str, value: float) -> str:
    known = _SETTINGS.get(name)
    if known is None:
        return f"{name} {value:g}"
    unit = "" if known["unit"] in ("strength", "score") else f" {known['unit']}"
    return f"{str(known['title']).lower()} {value:g}{unit}"


def correction(memory_id: int, text: str) -> PendingChange:
    """A new wording that supersedes a memory."""
    return PendingChange(ChangeKind.CORRECT, (memory_id,), text=text)


def merging(survivor_id: int, member_ids: Sequence[int]) -> PendingChange:
    """Memories that are merged into one of them."""
    return PendingChange(ChangeKind.MERGE, (survivor_id, *member_ids))


def policy_change(values: Mapping[str, float]) -> PendingChange:
    """Other values of the policy."""
    return PendingChange(ChangeKind.POLICY, policy=tuple(sorted(values.items())))


@dataclass(frozen=True, slots=True)
class ChangedRecall:
    """What a question would give with a change made.

    `created` are the ids of memories that only the change makes; as long as nothing else is written they get the
    same ids when it is really made. `gone` are those that it takes away. `notice`: in a sentence, why words alone
    decided or a new text has no vector.
    """

    change: PendingChange
    result: RecallResult
    created: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    notice: str = ""
