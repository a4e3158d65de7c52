"""What a person decided about each conflict of a merge: ours, theirs, or both. Free of Qt."""

from __future__ import annotations

from collections.abc import Iterable

from engramma.engine.bundles.choices import MergeChoices
from engramma.model.merging_stores import CONTRADICTS, MergeConflict
from engramma.model.transfer import CollisionPolicy

OURS, THEIRS, BOTH = CollisionPolicy.SKIP, CollisionPolicy.REPLACE, CollisionPolicy.BOTH
ORDER = (OURS, THEIRS, BOTH)
WORDS = {OURS: "Ours", THEIRS: "Theirs", BOTH: "Both"}


class Verdicts:
    """Ours until somebody says otherwise; theirs never takes the place of what is guarded."""

    def __init__(self) -> None:
        self._said: dict[str, CollisionPolicy] = {}

    def of(self, conflict: MergeConflict) -> CollisionPolicy:
        """What becomes of it."""
        return self._said.get(conflict.uid, OURS)

    def decide(self, conflicts: Iterable[MergeConflict], verdict: CollisionPolicy) -> int:
        """The same for all of them, but for those where it cannot be; returns how many those are."""
        refused = 0
        for conflict in conflicts:
            if verdict is THEIRS and conflict.guarded:
                refused += 1
            else:
                self._said[conflict.uid] = verdict
        return refused

    def counts(self, conflicts: Iterable[MergeConflict]) -> dict[CollisionPolicy, int]:
        """How many of each."""
        found = dict.fromkeys(ORDER, 0)
        for conflict in conflicts:
            found[self.of(conflict)] += 1
        return found

    def choices(self, conflicts: Iterable[MergeConflict]) -> MergeChoices:
        """As the engine takes it."""
        known = tuple(conflicts)
        return MergeChoices(
            by_uid={conflict.uid: self.of(conflict) for conflict in known},
            rivals={conflict.uid: conflict.ours.id for conflict in known if conflict.what == CONTRADICTS},
        )

    def forget(self) -> None:
        """Another merge."""
        self._said.clear()
