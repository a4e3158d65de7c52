"""The health of a store in figures: growth, tiers, recalls, categories, things, retention. All times UTC µs.

Every figure is of the memories that a search finds, or of all. What was taken back by an undo does not count.
"""

from __future__ import annotations

from engramma.model.records import dataclass

STRONG = 0.5
LATELY_DAYS, SOON_DAYS, WEEK_DAYS = 30, 7, 7
IMPORTANT = 0.7


@dataclass(frozen=True, slots=True)
class Totals:
    """Numbers of now.

    `memories` are found by the search as it stands, `made_lately` of them in the last 30 days; `fading` become
    dormant within 7 days, `fading_important` of them matter (0.7 or more); `dormant` are below the threshold.
    """

    memories: int = 0
    made_lately: int = 0
    fading: int = 0
    fading_important: int = 0
    dormant: int = 0


@dataclass(frozen=True, slots=True)
class Course:
    """What there was at the moments `at`, oldest first, the last one now.

    `made`: made before, whatever became of it; `kept`: of those, what was active then; `short_term` and `long_term`:
    where it was kept then; `dormant`: of those kept, what had faded by then, by today's threshold.
    """

    at: tuple[int, ...]
    made: tuple[int, ...]
    kept: tuple[int, ...]
    short_term: tuple[int, ...]
    long_term: tuple[int, ...]
    dormant: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of the memories found have something in common, by tier. `name`: a category, or a thing's name."""

    name: str
    short_term: int
    long_term: int

    @property
    def total(self) -> int:
        """Both tiers."""
        return self.short_term + self.long_term


@dataclass(frozen=True, slots=True)
class ImportMark:
    """An import that counts: when, and its label."""

    at: int
    label: str


@dataclass(frozen=True, slots=True)
class Retention:
    """How strong recalled memories were just before each recall, between `stops`: 0.5 or more, less, dormant."""

    stops: tuple[int, ...]
    strong: tuple[int, ...]
    weak: tuple[int, ...]
    dormant: tuple[int, ...]

    @property
    def recalled(self) -> int:
        """Memories sent, counted at every recall."""
        return sum(self.strong) + sum(self.weak) + sum(self.dormant)


@dataclass(frozen=True, slots=True)
class MemoryFigures:
    """What follows from memories, their segments and mentions, and from which were sent.

    `days` None: since the first memory.
    """

    now: int
    days: int | None
    totals: Totals
    course: Course
    categories: tuple[Tally, ...]
    things: tuple[Tally, ...]
    retention: Retention
    imports: tuple[ImportMark, ...] = ()


@dataclass(frozen=True, slots=True)
class RecallCounts:
    """Recalls between `stops`, which are local midnights, by who asked; the busiest first."""

    stops: tuple[int, ...]
    by_actor: tuple[tuple[str, tuple[int, ...]], ...]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(sum(counts) for _actor, counts in self.by_actor)


@dataclass(frozen=True, slots=True)
class RecallFigures:
    """What follows from recalls. `week`, `today`: how many there were; `woke`: memories revived in 30 days."""

    now: int
    days: int | None
    counts: RecallCounts
    week: int
    today: int
    woke: int
