"""What the new items of a file are, before it is imported: kinds, tiers and time qualities with their counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KindGroup:
    """How many new memories have one word of the source for their kind, one kind and one tier, as read."""

    word: str
    kind: str
    tier: str
    count: int


@dataclass(frozen=True, slots=True)
class FileOutlook:
    """What the new items of one file are: memories by kind and tier, and times (of turns as well) by quality."""

    groups: tuple[KindGroup, ...] = ()
    times: tuple[tuple[str, int], ...] = ()

    def words(self) -> tuple[tuple[str, str, int], ...]:
        """The source's words for kinds, with the kind as read and counts, most frequent first."""
        found: dict[tuple[str, str], int] = {}
        for group in self.groups:
            key = (group.word, group.kind)
            found[key] = found.get(key, 0) + group.count
        return tuple(
            (word, kind, count)
            for (word, kind), count in sorted(found.items(), key=lambda item: (-item[1], item[0]))
        )

    def tiers(self) -> tuple[tuple[str, int], ...]:
        """The tiers as read, with counts, most frequent first."""
        found: dict[str, int] = {}
        for group in self.groups:
            found[group.tier] = found.get(group.tier, 0) + group.count
        return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))
