"""A question that a person keeps, with what should come for it and what should not: a check of recall."""

from __future__ import annotations

from engramma.model.recall import ItemType
from engramma.model.records import dataclass

Item = tuple[ItemType, int]


@dataclass(frozen=True, slots=True)
class RecallCheck:
    """`expected` should be among the first hits, `rejected` should not. `last_run_at`: UTC µs, None for never.

    `last_passed` is None, too, when the check was changed since. `last_mode`: whether meaning took part then.
    `passed_sequence`: the newest operation when it last passed, None for never.
    """

    id: int
    question: str
    expected: tuple[Item, ...]
    rejected: tuple[Item, ...]
    created_at: int
    last_run_at: int | None
    last_passed: bool | None
    last_words: str
    last_mode: str = ""
    passed_sequence: int | None = None

    def verdict(self, item: Item) -> bool | None:
        """What the person said of an item: right, wrong, or nothing."""
        return True if item in self.expected else False if item in self.rejected else None


@dataclass(frozen=True, slots=True)
class CheckRun:
    """How a check went: whether all that is expected came and nothing that is rejected, in a sentence.

    `check` is as it was before this run. `mode`: whether meaning took part.
    """

    check: RecallCheck
    passed: bool
    words: str
    mode: str = ""

    @property
    def broke(self) -> bool:
        """Whether it passed when the same was last asked in the same way, and does not now."""
        return not self.passed and self.check.last_passed is True and self.check.last_mode == self.mode
