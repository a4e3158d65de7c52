"""Who asks the memory and what was asked, from the recalls that were recorded."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Asker:
    """An actor who recalled `asked` times, last at UTC µs `last_at`; `budget` and `mode` as then."""

    actor: str
    asked: int
    last_at: int
    budget: int | None
    mode: str

    @property
    def name(self) -> str:
        """What people call it: an agent's own name."""
        return self.actor.removeprefix("agent:")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it was last asked, at UTC µs `at`, and how often it was."""

    question: str
    actor: str
    at: int
    times: int
    budget: int | None
    mode: str
