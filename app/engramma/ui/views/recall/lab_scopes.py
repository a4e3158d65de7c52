"""What B may look at instead of everything, with the words for it. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from engramma.model.clock import DAY
from engramma.model.recall import EVERYTHING, RecallScope

SINCE_DAYS = (7, 30, 90)


@dataclass(frozen=True, slots=True)
class ScopeChoice:
    """One choice by its key; `words` end a sentence that begins with "among". `days`: only what was said since."""

    key: str
    title: str
    words: str
    scope: RecallScope = EVERYTHING
    days: int = 0

    def at(self, now: int) -> RecallScope:
        """The scope as of UTC µs `now`."""
        return RecallScope(since=now - self.days * DAY) if self.days else self.scope


SAME = ScopeChoice("", "Everything, like A", "")
_KINDS = ("episodic", "semantic", "procedural")


def scope_choices(agents: tuple[str, ...]) -> tuple[ScopeChoice, ...]:
    """All choices, the one that changes nothing first; `agents` by the name that their sessions bear."""
    return (
        SAME,
        ScopeChoice("memories", "Memories only", "memories only", RecallScope(memories_only=True)),
        ScopeChoice("long", "Long-term memories", "long-term memories", RecallScope(tiers=("long_term",))),
        ScopeChoice(
            "short", "Short-term memories", "short-term memories", RecallScope(tiers=("short_term",))
        ),
        ScopeChoice("turns", "Turns of sessions", "turns of sessions", RecallScope(tiers=("sensory",))),
        *(
            ScopeChoice(kind, f"{kind.capitalize()} memories", f"{kind} memories", RecallScope(kinds=(kind,)))
            for kind in _KINDS
        ),
        *(
            ScopeChoice(
                f"since{days}", f"What was said in the last {days} days", f"the last {days} days", days=days
            )
            for days in SINCE_DAYS
        ),
        *(
            ScopeChoice(
                f"agent:{name}", f"Sessions of {name}", f"sessions of {name}", RecallScope(agents=(name,))
            )
            for name in agents
        ),
    )
