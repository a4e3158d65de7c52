"""How fast and how large an agent's calls may be, so that one that runs wild holds up nobody else."""

from __future__ import annotations

from dataclasses import dataclass, field

from engramma.model.clock import SECOND, Clock

LONGEST_MEMORY = 10_000
LONGEST_EVENT = 200_000
LONGEST_QUESTION = 4_000
MOST_HITS = 50
LARGEST_BUDGET = 32_000


@dataclass(slots=True)
class Rate:
    """A bucket of calls: `burst` at once, refilled with `each_second`. Not safe between threads."""

    clock: Clock
    burst: float
    each_second: float
    _left: float = field(init=False)
    _at: int = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.burst
        self._at = self.clock.now()

    def take(self) -> float:
        """Seconds to wait before the call may be made; 0 when it may, and is counted.

        A clock that is set back refills nothing and takes nothing away.
        """
        now = self.clock.now()
        passed = max(0, now - self._at) / SECOND
        self._left = min(self.burst, self._left + passed * self.each_second)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.each_second
