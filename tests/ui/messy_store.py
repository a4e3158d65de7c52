"""A store in which much waits for a person: conflicts, duplicates, stale memories, an agent's wish."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from engramma.engine import MemoryStore, open_store
from engramma.engine.review import mark_conflict, propose
from engramma.model.clock import DAY, HOUR, MINUTE, FixedClock
from engramma.model.plan import PlanStep

THINGS = (
    "checkout", "basket", "invoice", "voucher", "courier", "webhook", "backup", "search index", "newsletter",
    "returns", "gift card", "wish list", "rate limit", "log file", "staging server", "payment run", "price list",
    "stock sync", "order mail", "label printer",
)  # fmt: skip


OLD = ("Somebody asked about", "There is a page on", "Nobody owns", "The handbook names")


@dataclass(frozen=True, slots=True)
class Messy:
    """The store, its clock; pairs of ids (earlier, later) and single ids."""

    store: MemoryStore
    clock: FixedClock
    conflicts: tuple[tuple[int, int], ...]
    duplicates: tuple[tuple[int, int], ...]
    stale: tuple[int, ...]


_built: dict[tuple[int, ...], tuple[bytes, Messy]] = {}
"""What `make_messy` made in this process, by the moment and the counts: the file, and the ids in it."""


def make_messy(
    path: Path, clock: FixedClock, *, conflicts: int = 3, duplicates: int = 4, stale: int = 3
) -> Messy:
    """Some of each, made on the days before the clock's; once, and from then on copied."""
    wanted = (clock.now(), conflicts, duplicates, stale)
    if wanted not in _built:
        made = _fill(path, clock, conflicts=conflicts, duplicates=duplicates, stale=stale)
        made.store.close()
        assert not list(path.parent.glob(f"{path.name}-*")), "all of it is in the one file"
        _built[wanted] = (path.read_bytes(), made)
    content, made = _built[wanted]
    path.write_bytes(content)
    path.chmod(0o600)
    return replace(made, store=open_store(path, clock=clock), clock=clock)


def _fill(path: Path, clock: FixedClock, *, conflicts: int, duplicates: int, stale: int) -> Messy:
    end = clock.now()
    store = open_store(path, clock=clock, create=True)
    agent = store.acting_as("agent:claude")
    clock.instant = end - 200 * DAY
    old = []
    for number in range(stale):
        clock.advance(MINUTE)
        old.append(agent.memories.remember(f"{OLD[number % 4]} the {THINGS[number % 20]}, case {number}.").id)
    clock.instant = end - 5 * DAY
    disputed = []
    for number in range(conflicts):
        clock.advance(MINUTE)
        thing = f"{THINGS[number % 20]} {number}"
        one = agent.memories.remember(f"The {thing} waits for {10 + number} minutes.").id
        clock.advance(HOUR // 2)
        other = agent.memories.remember(f"The {thing} waits for {60 + number} minutes.").id
        disputed.append((one, other))
        mark_conflict(
            store.acting_as("worker").workspace,
            one,
            other,
            what="number",
            stakes="high",
            detail=f"{10 + number} against {60 + number} minutes",
        )
    clock.instant = end - 2 * DAY
    alike = []
    for number in range(duplicates):
        clock.advance(MINUTE)
        thing = f"{THINGS[number % 20]} {number}"
        one = agent.memories.remember(f"Each {thing} is checked twice.", tags=["shop"]).id
        clock.advance(MINUTE)
        other = agent.memories.remember(f"We check each {thing} two times.").id
        alike.append((one, other))
        propose(
            store.acting_as("worker").workspace,
            [one, other],
            step_name="merge",
            action="merge",
            reason="same meaning, nothing differs",
        )
    clock.instant = end
    return Messy(store, clock, tuple(disputed), tuple(alike), tuple(old))


def propose_stale(store: MemoryStore) -> None:
    """What a pass proposes about old memories, and nothing else of it."""
    plan = store.consolidation.plan(steps=(PlanStep.STALENESS, PlanStep.EXPIRE))
    store.consolidation.apply(plan)
