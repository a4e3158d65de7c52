"""The agents of a store: who is connected, and what a person allows each of them.

A person's setting only narrows what the server was started with; it holds from the agent's next call on.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager

from engramma.engine.watching import days_of_agents, watch_acts
from engramma.engine.workspace import Workspace
from engramma.model.agent import AGENT, Agent, AgentPresence, AgentStanding, Scope, checked_name
from engramma.model.errors import InvalidValueError
from engramma.model.watching import Act, AgentDay, Did, Touched
from engramma.store.agents import (
    allow,
    arrive,
    leave,
    read_agents,
    read_presences,
    read_standing,
    refuse,
    see,
)

_numbers = itertools.count(1)


class Agents:
    """What Live shows and sets, and what a server asks before it acts."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def list(self) -> tuple[Agent, ...]:
        """All that were ever connected, the last seen first."""
        with self._workspace.database.read() as reading:
            return read_agents(reading)

    def connected(self) -> tuple[AgentPresence, ...]:
        """The connections that are open now, in order of arrival."""
        with self._workspace.database.read() as reading:
            return read_presences(reading)

    def acts(
        self, *, actor: str = AGENT, did: Did | None = None, before_id: int | None = None, limit: int = 100
    ) -> tuple[tuple[Act, ...], dict[int, Touched]]:
        """What agents did, newest first, and by id the memories that their recalls found, as they are now."""
        return watch_acts(self._workspace, actor=actor, did=did, before_id=before_id, limit=limit)

    def days(self) -> tuple[AgentDay, ...]:
        """How much each agent did since midnight, the last one to do anything first."""
        return days_of_agents(self._workspace)

    def standing(self, name: str) -> AgentStanding:
        """What a person allows the agent."""
        with self._workspace.database.read() as reading:
            return read_standing(reading, name)

    def pause(self, name: str, *, paused: bool = True) -> None:
        """Stop, or let go on, what the agent would write; it may still read."""
        self._allow(name, AgentStanding(self.standing(name).scope, paused))

    def limit(self, name: str, scope: Scope) -> None:
        """Let the agent do no more than `scope`, whatever its server was started with."""
        self._allow(name, AgentStanding(scope, self.standing(name).paused))

    def _allow(self, name: str, standing: AgentStanding) -> None:
        if self._workspace.actor.startswith(AGENT):
            raise InvalidValueError("Only a person sets what an agent may do.")
        allow(self._workspace.database, checked_name(name), standing, at=self._workspace.clock.now())

    @contextmanager
    def present(self, name: str, scope: Scope) -> Iterator[str]:
        """While the block runs, the agent counts as connected; gives the name of this connection."""
        key = f"{os.getpid()}/{next(_numbers)}"
        arrive(self._workspace.database, name, scope=scope, key=key, at=self._workspace.clock.now())
        try:
            yield key
        finally:
            leave(self._workspace.database, key=key)

    def refuse(self, key: str) -> None:
        """Note that a write of a connection was refused, so that a person sees that it tried."""
        refuse(self._workspace.database, key=key)

    def see(self, name: str) -> None:
        """It did something now."""
        see(self._workspace.database, name, at=self._workspace.clock.now())
