"""All agents are paused in one go and let go on in one go; who was paused before stays so."""

from __future__ import annotations

from engramma.model.agent import Agent
from engramma.ui.views.live.agent_card import Allowed


class PausedTogether:
    """Remembers who was paused in one go."""

    def __init__(self) -> None:
        self._names: frozenset[str] = frozenset()

    def turn(self, agents: tuple[Agent, ...]) -> tuple[Allowed, ...]:
        """Pause those that go on; when none does, let those go on that were paused together, or else all."""
        going = frozenset(agent.name for agent in agents if not agent.standing.paused)
        known = frozenset(agent.name for agent in agents)
        chosen = going or self._names & known or known
        self._names = going
        return tuple(
            Allowed(agent.name, agent.standing.scope, bool(going)) for agent in agents if agent.name in chosen
        )
