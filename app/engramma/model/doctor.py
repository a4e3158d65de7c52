"""What a look at a store's health found, check by check, and what mending it changed. Values only."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check. `ok` with a `count` is something to know, not damage.

    `detail` is one sentence for a person; `repair` says what a repair would do, "" when it can do nothing, and
    `detail` then says what to do instead. `memories` are the ids of some that are concerned.
    """

    name: str
    ok: bool
    count: int
    detail: str
    repair: str
    memories: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All checks in order; `full` when it was the long look."""

    checks: tuple[CheckResult, ...]
    full: bool
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether nothing is damaged."""
        return all(check.ok for check in self.checks)

    @property
    def failed(self) -> tuple[CheckResult, ...]:
        """The checks that found damage."""
        return tuple(check for check in self.checks if not check.ok)


@dataclass(frozen=True, slots=True)
class RepairReport:
    """What a repair did: the store before and after it, and the names of the checks that it mended.

    `operation_id` is the one operation that holds all changes of content, None when there were none. `refused` are
    (name of a check, why it could not be mended).
    """

    before: Diagnosis
    after: Diagnosis
    operation_id: int | None
    mended: tuple[str, ...]
    refused: tuple[tuple[str, str], ...] = ()
