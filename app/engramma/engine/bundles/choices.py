"""What becomes of what a bundle and a store say differently: one policy for all, and others for single memories."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engramma.model.records import dataclass
from engramma.model.transfer import CollisionPolicy


@dataclass(frozen=True, slots=True)
class MergeChoices:
    """Policies by the outside id of a memory of the bundle; `default` is for all others.

    `rivals` are new memories of the bundle that contradict a memory of the store, with its id: SKIP leaves them out,
    REPLACE lets them supersede it, BOTH lets both stay.
    """

    default: CollisionPolicy = CollisionPolicy.SKIP
    by_uid: Mapping[str, CollisionPolicy] = field(default_factory=dict)
    rivals: Mapping[str, int] = field(default_factory=dict)

    def of(self, uid: str) -> CollisionPolicy:
        """The policy for one memory."""
        return self.by_uid.get(uid, self.default)

    def leaves_out(self, uid: str) -> bool:
        """Whether a new memory stays out because it contradicts one of the store."""
        return uid in self.rivals and self.of(uid) is CollisionPolicy.SKIP

    def superseded(self, uid: str) -> int | None:
        """The memory of the store that a new one supersedes."""
        return self.rivals.get(uid) if self.of(uid) is CollisionPolicy.REPLACE else None

    def without_replacing(self) -> MergeChoices:
        """The same, but nothing is replaced: masks never take the place of words that a store knows."""
        kept = {
            uid: CollisionPolicy.SKIP if policy is CollisionPolicy.REPLACE else policy
            for uid, policy in self.by_uid.items()
        }
        default = CollisionPolicy.SKIP if self.default is CollisionPolicy.REPLACE else self.default
        return MergeChoices(default, kept, self.rivals)
