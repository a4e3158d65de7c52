"""What Live reads and does in jobs: frozen results, no widget in sight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from engramma.model.agent import AGENT, Agent, AgentStanding
from engramma.model.answer import Answer
from engramma.model.clock import DAY
from engramma.model.operation import FieldChange, Take, UndoResult
from engramma.model.progress import CancelToken, Report
from engramma.model.recall import PARTS, ItemType, RecallParts
from engramma.model.records import dataclass
from engramma.model.watching import BARS, Act, AgentDay, Did, Touched

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

PAGE, MOST_AGAIN = 100, 600
LATELY = 30 * DAY
LONGEST_SENT = 10_000
"""Characters of a hit that an agent gets at most; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class HitLine:
    """A hit as the agent got it, with the memory as it is now; `memory` is None for a turn or one that is gone."""

    place: int
    type: ItemType
    id: int
    text: str
    score: float
    parts: RecallParts
    tokens: int
    rehearsed: bool
    memory: Touched | None

    @property
    def label(self) -> str:
        """M-12, or E-7 for a turn."""
        return f"{'M' if self.type is ItemType.MEMORY else 'E'}-{self.id}"

    @property
    def explained(self) -> bool:
        """Whether the parts of its score were kept."""
        return any(value for _name, value in self.parts.items())


@dataclass(frozen=True, slots=True)
class ActLine:
    """An act with its hits, if it is a recall."""

    act: Act
    hits: tuple[HitLine, ...] = ()

    @property
    def id(self) -> int:
        """The operation's."""
        return self.act.id

    @property
    def tokens(self) -> int:
        """Of all the hits together."""
        return sum(hit.tokens for hit in self.hits)


@dataclass(frozen=True, slots=True)
class AgentLine:
    """An agent with what it did today."""

    agent: Agent
    day: AgentDay


@dataclass(frozen=True, slots=True)
class LiveRead:
    """The agents, those that are here first, and the newest acts. `complete`: there are no older ones."""

    agents: tuple[AgentLine, ...]
    acts: tuple[ActLine, ...]
    complete: bool

    @property
    def counts(self) -> Mapping[Did, int]:
        """Acts of today by sort."""
        found = dict.fromkeys(Did, 0)
        for line in self.agents:
            for did, count in line.day.counts.items():
                found[did] += count
        return found


@dataclass(frozen=True, slots=True)
class OlderActs:
    """Acts before those that are shown."""

    acts: tuple[ActLine, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class ActChanges:
    """What an act changed, field by field."""

    act_id: int
    changes: tuple[FieldChange, ...]


def read_live(
    store: MemoryStore, actor: str, did: Did | None, loaded: int, _report: Report, cancel: CancelToken
) -> LiveRead:
    """Agents and the newest acts of one agent or all, as many as are loaded already within reason."""
    limit = min(max(PAGE, loaded), MOST_AGAIN)
    agents = read_agents(store)
    cancel.check()
    acts, found = store.agents.acts(actor=actor or AGENT, did=did, limit=limit)
    return LiveRead(agents, _lines(acts, found), complete=len(acts) < limit)


def read_older(
    store: MemoryStore, actor: str, did: Did | None, before_id: int, _report: Report, _cancel: CancelToken
) -> OlderActs:
    """The next page."""
    acts, found = store.agents.acts(actor=actor or AGENT, did=did, before_id=before_id, limit=PAGE)
    return OlderActs(_lines(acts, found), complete=len(acts) < PAGE)


def read_agents(store: MemoryStore) -> tuple[AgentLine, ...]:
    """Who is connected or was lately, and whom a person set limits; connected first, then the last seen."""
    days = {day.actor: day for day in store.agents.days()}
    known = {agent.actor: agent for agent in store.agents.list()}
    for actor, day in days.items():
        if actor not in known:
            name = actor.removeprefix(AGENT)
            known[actor] = Agent(name, AgentStanding(), first_seen_at=day.last_at, last_seen_at=day.last_at)
    nothing = (0,) * BARS
    lines = [
        AgentLine(agent, days.get(actor) or AgentDay(actor, {}, bars=nothing, last_at=agent.last_seen_at))
        for actor, agent in known.items()
    ]
    since = store.clock.now() - LATELY
    return tuple(sorted((line for line in lines if _counts(line, since)), key=_order))


def _counts(line: AgentLine, since: int) -> bool:
    agent = line.agent
    return bool(agent.connections) or agent.standing != AgentStanding() or _seen(line) >= since


def _seen(line: AgentLine) -> int:
    return max(line.agent.last_seen_at, line.day.last_at)


def _order(line: AgentLine) -> tuple[bool, int, str]:
    return (not line.agent.connections, -_seen(line), line.agent.name)


def _lines(acts: tuple[Act, ...], found: Mapping[int, Touched]) -> tuple[ActLine, ...]:
    lines = []
    for act in acts:
        hits = () if act.recall is None else act.recall.hits
        lines.append(
            ActLine(
                act,
                tuple(
                    HitLine(
                        hit.place,
                        hit.type,
                        id=hit.id,
                        text=hit.text,
                        score=hit.score,
                        parts=parts_of(hit.parts),
                        tokens=tokens_of(hit.text[:LONGEST_SENT]),
                        rehearsed=hit.rehearsed,
                        memory=found.get(hit.id) if hit.type is ItemType.MEMORY else None,
                    )
                    for hit in hits
                ),
            )
        )
    return tuple(lines)


@lru_cache(maxsize=1_024)
def tokens_of(text: str) -> int:
    """The tokens of a text. Kept, since the same acts are read again and again while agents work."""
    from engramma.embedding.tokens import token_counter

    return token_counter().count(text)


def parts_of(kept: tuple[tuple[str, float], ...]) -> RecallParts:
    """The parts of a score as they were recorded."""
    return RecallParts(**{name: value for name, value in kept if name in PARTS})


def read_changes(store: MemoryStore, act_id: int, _report: Report, _cancel: CancelToken) -> ActChanges:
    """What an act changed."""
    return ActChanges(act_id, store.history.changes(act_id))


def take_back(store: MemoryStore, act_id: int, _report: Report, _cancel: CancelToken) -> UndoResult:
    """Undo an act unless something changed since. Raises NothingToUndoError."""
    return store.history.undo(act_id, take=Take.ASK)


def decide(store: MemoryStore, proposal_id: int, accept: bool, _report: Report, _cancel: CancelToken) -> bool:
    """Answer a proposal; returns the answer. Raises NotFoundError, InvalidValueError."""
    store.consolidation.answer(proposal_id, Answer.ACCEPT if accept else Answer.REJECT)
    return accept
