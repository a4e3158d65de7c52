"""What a person decides about one file before it is imported: how it is read, and which kinds and tiers it gets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engramma.model.transfer import MemoryRecord


@dataclass(frozen=True, slots=True)
class FileChoice:
    """How one file comes in. `format`: read it so (a table takes columns: `csv:text=Note`); empty: as recognised.

    `kinds` maps the source's words (see `kind_word`) to kinds, `tiers` the tiers as read to tiers.
    """

    format: str = ""
    kinds: tuple[tuple[str, str], ...] = ()
    tiers: tuple[tuple[str, str], ...] = ()

    def with_kind(self, word: str, kind: str) -> FileChoice:
        """The same with one word of the source mapped to another kind."""
        return replace(self, kinds=_with(self.kinds, word, kind))

    def with_tier(self, tier: str, other: str) -> FileChoice:
        """The same with one tier mapped to another."""
        return replace(self, tiers=_with(self.tiers, tier, other))

    def kind_of(self, word: str, kind: str) -> str:
        """The kind that a memory of the source's `word` gets; `kind` is what its reader made of it."""
        return dict(self.kinds).get(word, kind)

    def tier_of(self, tier: str) -> str:
        """The tier that a memory gets whose reader said `tier`."""
        return dict(self.tiers).get(tier, tier)

    def applied(self, record: MemoryRecord) -> MemoryRecord:
        """The record as it is to come in."""
        if not (self.kinds or self.tiers):
            return record
        kind = self.kind_of(kind_word(record), record.kind)
        return replace(record, kind=kind, tier=self.tier_of(record.tier))


def kind_word(record: MemoryRecord) -> str:
    """The source's word for the kind of a memory; where it has none, the kind as its reader says."""
    return record.told or record.kind


def _with(pairs: tuple[tuple[str, str], ...], key: str, value: str) -> tuple[tuple[str, str], ...]:
    return (*(pair for pair in pairs if pair[0] != key), (key, value))
