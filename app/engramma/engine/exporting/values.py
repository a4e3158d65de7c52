"""What redaction is asked for, and what it found."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.exchange.redaction.finds import HitKind, Secret
from engramma.model.records import dataclass

_VEILED = frozenset({HitKind.KEY, HitKind.PASSWORD, HitKind.CARD, HitKind.ACCOUNT})


@dataclass(frozen=True, slots=True)
class Redaction:
    """Masks for everything private but for what a person keeps: whole kinds, or single values.

    `names` are words of one's own that are private, too. What nobody decided about is masked. `keep_key`: a file
    beside the export says which value stands behind each mask.
    """

    names: tuple[str, ...] = ()
    keep_kinds: frozenset[HitKind] = frozenset()
    keep: frozenset[Secret] = frozenset()
    keep_key: bool = False

    def keeps(self, secret: Secret) -> bool:
        """Whether a value stays as it is."""
        return secret.kind in self.keep_kinds or secret in self.keep


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: `where` in words, such as `M-12`, and what is around it in the text.

    `memory_id` or `event_id` say where a window can go to see it.
    """

    where: str
    before: str
    value: str
    after: str
    memory_id: int | None = None
    event_id: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One private value with its mask. `count` is how often it stands in what goes out, `places` the first few."""

    secret: Secret
    kind: HitKind
    label: str
    value: str
    mask: str
    sure: bool
    count: int
    places: tuple[Place, ...]

    @property
    def shown(self) -> str:
        """The value for a person's eyes: of a secret only so much as tells which one it is."""
        if self.kind not in _VEILED:
            return self.value
        ends = min(4, len(self.value) // 4)
        return f"{self.value[:ends]}…{self.value[len(self.value) - ends // 2 :]}"


@dataclass(frozen=True, slots=True)
class Findings:
    """The values that were found, in the order in which they were met, and how much text was searched."""

    hits: tuple[Hit, ...]
    texts: int
    characters: int

    def found_of(self, name: str) -> bool:
        """Whether a word of a person's own stands anywhere in it."""
        wanted = Secret(HitKind.NAME, " ".join(name.casefold().split()))
        return any(hit.secret == wanted for hit in self.hits)


def surroundings(place: Place, hits: Sequence[Hit]) -> tuple[str, str]:
    """The words before and after a value, in which no other hit shows more of itself than its own line does."""
    before, after = place.before, place.after
    for other in hits:
        if other.kind in _VEILED:
            before, after = before.replace(other.value, other.shown), after.replace(other.value, other.shown)
    return before, after
