"""What is foretold of another policy is what the store says once that policy is in force."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest
from sqlalchemy import select

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, FixedClock
from engramma.model.plan import PlanStep
from engramma.model.policy_effect import PolicyState
from engramma.model.progress import Cancelled, CancelToken
from engramma.store.tables import memory

THINGS = tuple(f"Somebody keeps {number} walruses in shed {number}." for number in range(26))
CHANGES: tuple[dict[str, float], ...] = (
    {"short_term_half_life": 10},
    {"long_term_half_life": 33.3, "retrieval_threshold": 0.07},
    {"short_term_half_life": 2.5, "due_dormant": 20, "due_superseded": 30, "trash_retention": 10},
    {"stale_half_lives": 1, "sensory_retention": 5},
    {"promotion_recalls": 1, "promotion_days": 1, "promotion_relevant": 1},
)


@pytest.fixture
def lived(store: MemoryStore, clock: FixedClock) -> MemoryStore:
    """Memories of many ages and fates: pinned, moved, merged, corrected, trashed, in conflict, recalled."""
    session = store.sessions.start("Ports", agent="claude")
    store.sessions.append(session, "user", "Remember: staging runs on port 5433.")
    store.sessions.end(session)
    ids = []
    for number, text in enumerate(THINGS):
        tier = "long_term" if number % 3 == 0 else "short_term"
        kind = ("semantic", "episodic", "procedural")[number % 5 % 3]
        ids.append(store.memories.remember(text, tier=tier, kind=kind).id)
        clock.advance(5 * DAY)
    store.memories.pin([ids[4]])
    # One that does not fade, so the merged one is strong without a rehearsal.
    store.memories.merge(ids[3], [ids[2], ids[5]])
    store.memories.rehearse(ids[6:8])
    store.memories.change(ids[8:10], tier="long_term")
    store.memories.change([ids[9]], tier="short_term")
    store.memories.trash(ids[10:13])
    store.memories.correct(ids[15], "Nobody keeps walruses in a shed.")
    record_recall(store.workspace, "who?", ids[21:24])
    for port in ("5432", "6543"):
        store.memories.remember(f"Staging runs Postgres on port {port}.", tier="long_term", importance=0.9)
        clock.advance(DAY)
    store.consolidation.apply(store.consolidation.plan(steps=[PlanStep.CONFLICT]))
    assert store.statistics().by_state["superseded"]
    clock.advance(40 * DAY)
    return store


def test_the_effect_is_that_of_applying_it(lived: MemoryStore, clock: FixedClock) -> None:
    preview, before = lived.policy_preview(), lived.policy()
    fading = _fades_at(lived)
    for number, change in enumerate(CHANGES):
        at = clock.now() + (30 * DAY if number % 2 else 0)
        asleep = _check(lived, preview.effect(before, before, at=at).before, at=at)
        after = before.with_values(change)
        effect = preview.effect(before, after, at=at)
        promoted = lived.policy_promotions((before, after), at=at)
        assert promoted[0] == lived.consolidation.plan(at, steps=[PlanStep.PROMOTE]).counts.get("promote", 0)
        lived.policy_set(change)
        assert promoted[1] == lived.consolidation.plan(at, steps=[PlanStep.PROMOTE]).counts.get("promote", 0)
        sleeping, fades_at = _check(lived, effect.after, at=at), _fades_at(lived)
        assert (effect.sleeps, effect.wakes) == (len(sleeping - asleep), len(asleep - sleeping))
        assert effect.moved == sum(fading[number] != fades_at[number] for number in fading)
        for example in effect.examples:
            number = example.memory_id
            assert (example.fades_before, example.fades_after) == (fading[number], fades_at[number])
            assert example.strength_after == pytest.approx(lived.forecast.memory(number, at).strength)
        lived.history.undo()
    assert preview.effect(before, before, at=clock.now()).moved == 0


def _check(store: MemoryStore, state: PolicyState, *, at: int) -> set[int]:
    """The state is what forecasts and plans of the store say; returns what is dormant at `at`."""
    forecast, week = store.forecast.store(at), store.forecast.store(at + 7 * DAY)
    assert state.recalled == sum(forecast.strong.values())
    assert state.dormant == sum(forecast.dormant.values())
    assert state.fading == sum(week.dormant.values()) - state.dormant
    assert state.strengths == forecast.strengths
    assert (state.stale, state.due, state.purge) == (forecast.stale, forecast.due, forecast.purge)
    assert min(state.stale, state.due, state.purge, state.dormant, state.recalled) > 0
    expired = store.consolidation.plan(at, steps=[PlanStep.EXPIRE]).counts.get("expire", 0)
    assert state.sessions == expired - state.due
    return {number for number in _fades_at(store) if store.forecast.memory(number, at).dormant}


def _fades_at(store: MemoryStore) -> dict[int, int | None]:
    with store.workspace.database.read() as reading:
        rows = reading.connection.execute(
            select(memory.c.id, memory.c.fades_at).where(memory.c.state == "active", memory.c.removed == 0)
        )
        return {row.id: row.fades_at for row in rows}


def test_what_fades_soon_is_counted_as_a_search_counts_it(store: MemoryStore, clock: FixedClock) -> None:
    ports = [
        store.memories.remember(f"Staging runs Postgres on port {port}.", importance=0.9).id
        for port in (5432, 6543)
    ]
    store.consolidation.apply(store.consolidation.plan(steps=[PlanStep.CONFLICT]))
    assert store.memories.get(ports[0]).conflicted
    fades_at = store.memories.get(ports[0]).fades_at
    assert fades_at is not None
    clock.advance(fades_at - clock.now() - 2 * DAY)
    state = store.policy_preview().effect(store.policy(), store.policy(), at=clock.now()).after
    assert state.fading == store.search.count("fades:<7d") == 2
    soon = next(row for row in store.search.facets("").states if row.field == "fades")
    assert soon.count == store.flow.read(None).stock.short_term.fading == 2


def test_an_empty_store_has_a_preview_and_a_cancelled_one_has_none(store: MemoryStore) -> None:
    policy = store.policy()
    effect = store.policy_preview().effect(policy, policy, at=store.clock.now())
    assert (effect.moved, effect.examples, sum(effect.before.strengths)) == (0, (), 0)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        store.policy_preview(cancel)


def test_the_history_tells_every_change_and_what_was_taken_back(store_path: Path, clock: FixedClock) -> None:
    with open_store(store_path, clock=clock, create=True) as store:
        store.policy_set({"short_term_half_life": 10, "gate_every": 3})
        store.consolidation.set_modes(store.consolidation.modes())
        store.acting_as("cli").policy_reset(["gate_every"])
        store.history.undo()
        newest, first = store.policy_history()
        assert (newest.actor, newest.undone) == ("cli", False)
        assert [(part.field, part.before, part.after) for part in newest.changes] == [
            ("gate_every", 3.0, None)
        ]
        assert (first.undone, first.actor) == (True, "person")
        assert {part.field: part.after for part in first.changes} == {
            "short_term_half_life": 10,
            "gate_every": 3,
        }
        assert store.policy_history(1) == (newest,)
        assert asdict(store.policy())["gate_every"] == 5
