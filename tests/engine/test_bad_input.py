"""What nobody should give a store: wrong clocks, wrong numbers, texts too short or too long, circles."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, LATEST, FixedClock
from engramma.model.errors import EngrammaError, InvalidValueError
from engramma.theory.forgetting import strength

TEXT = "Staging runs on port 5433."


def all_of(store: MemoryStore) -> list[int]:
    return [int(each) for each in store.search.order("is:active OR is:superseded OR is:trashed").ids]


def lives_on(store: MemoryStore, clock: FixedClock) -> None:
    """Everything that looks at all memories still works, and gives numbers that are none of the impossible ones."""
    for line in store.memories.page(all_of(store)):
        assert 0.0 <= line.memory.strength <= 1.0
        assert 0.0 <= strength(line.segments, clock.now()) <= 1.0
        store.memories.details(line.memory.id)
    store.search.order("is:dormant OR is:due OR is:stale")
    store.search.facets("")
    store.statistics()
    store.consolidation.plan()
    store.consolidation.plan(clock.now() + 400 * DAY)
    for _plan, applied in store.consolidation.run():
        assert applied.dropped == ()
    assert store.consolidation.plan().items == ()


@pytest.mark.parametrize("back", [1, DAY, 4_000 * DAY])
def test_a_clock_that_was_set_back(store: MemoryStore, clock: FixedClock, back: int) -> None:
    """What was written in the future has no age yet; what is written now is not older than it."""
    one = store.memories.remember(TEXT).id
    record_recall(store.workspace, "which port?", [one])
    store.memories.remember("The subscription costs 49 € a month.")
    clock.advance(-back)
    other = store.memories.remember("The subscription costs 60 € a month.").id
    assert store.memories.get(one).strength == 1.0
    store.memories.edit(one, f"{TEXT} Still.")
    store.memories.pin([other])
    store.memories.unpin([other])
    new = store.memories.correct(one, "Staging runs on port 5434.")
    lives_on(store, clock)
    for _time in range(6):
        assert store.history.undo().operation_id is not None
    assert store.memories.get(one).text == TEXT
    assert new.id not in all_of(store)
    clock.advance(2 * back)
    lives_on(store, clock)


def test_times_to_come_never_rank_as_older_and_overflow_nothing(
    store: MemoryStore, clock: FixedClock
) -> None:
    clock.advance(LATEST - clock.now() - 400 * DAY)
    one = store.memories.remember(TEXT, tier="long").id
    store.memories.remember("The port of staging is 5433.")
    assert store.memories.get(one).fades_at is not None
    lives_on(store, clock)
    clock.advance(200 * DAY)
    lives_on(store, clock)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, -math.inf, -0.1, 1.1, 1e308])
def test_an_importance_that_is_none(store: MemoryStore, wrong: float) -> None:
    known = store.memories.remember(TEXT).id
    before = picture(store)
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        store.memories.remember("Another.", importance=wrong)
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        store.memories.change([known], importance=wrong)
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        store.acting_as("agent:claude").memories.change([known], importance=wrong)
    assert picture(store) == before


@pytest.mark.parametrize("empty", ["", " ", "\n\t ", "\u200b", "\u2028\ufeff"])
def test_a_text_that_says_nothing(store: MemoryStore, empty: str) -> None:
    known = store.memories.remember(TEXT).id
    for act in (
        lambda: store.memories.remember(empty),
        lambda: store.memories.edit(known, empty),
        lambda: store.memories.correct(known, empty),
    ):
        with pytest.raises(InvalidValueError, match="needs some text"):
            act()
    assert all_of(store) == [known]


def test_a_text_of_a_megabyte(store: MemoryStore, clock: FixedClock) -> None:
    words = "staging runs on port 5433 and "
    long = (words * (1_000_000 // len(words) + 1))[:1_000_000].strip()
    one = store.memories.remember(long).id
    other = store.memories.remember(long[:-7] + "5434 or").id
    with pytest.raises(InvalidValueError, match="at most 1,000,000 characters"):
        store.memories.remember("x" * 1_000_001)
    with pytest.raises(InvalidValueError, match="at most"):
        store.memories.edit(one, "x" * 1_000_001)
    store.memories.edit(other, long[:-12] + " and more")
    lives_on(store, clock)
    assert store.memories.get(one).text == long


def test_circles_of_supersession_are_refused(store: MemoryStore, clock: FixedClock) -> None:
    """A correction of a correction is a chain; nothing that is superseded takes the place of anything again."""
    first = store.memories.remember(TEXT).id
    second = store.memories.correct(first, "Staging runs on port 5434.").id
    with pytest.raises(InvalidValueError, match="superseded already"):
        store.memories.correct(first, "Staging runs on port 5435.")
    with pytest.raises(EngrammaError, match="not an active memory"):
        store.memories.merge(first, [second])
    with pytest.raises(EngrammaError, match="not an active memory"):
        store.memories.merge(second, [first])
    with pytest.raises(InvalidValueError, match="at least two"):
        store.memories.merge(second, [second])
    back = store.memories.correct(second, TEXT).id
    assert store.memories.get(second).superseded_by == back
    lives_on(store, clock)


@pytest.mark.parametrize("column", ["superseded_by", "merged_into"])
def test_a_circle_that_stands_in_the_file_breaks_nothing(
    store: MemoryStore, clock: FixedClock, store_path: Path, column: str
) -> None:
    one, other, third = (store.memories.remember(f"{TEXT[:-5]}{number}.").id for number in (1, 2, 3))
    store.close()
    with sqlite3.connect(store_path) as raw:
        for loser, winner in ((one, other), (other, third), (third, one)):
            raw.execute(f"UPDATE memory SET state = 'superseded', {column} = ? WHERE id = ?", (winner, loser))
            raw.execute("UPDATE memory SET state_at = created_at WHERE id = ?", (loser,))
    raw.close()
    with open_store(store_path, clock=clock) as again:
        record_recall(again.workspace, "which port?", [one, other])
        again.memories.tag([one], add=["circle"])
        lives_on(again, clock)
        again.memories.trash([one, other, third])
        again.memories.restore([one])
        lives_on(again, clock)


def test_ids_that_are_nobodys(store: MemoryStore) -> None:
    for act in (
        lambda: store.consolidation.accept(7),
        lambda: store.consolidation.reject(7),
        lambda: store.consolidation.resolve_conflict(7, "both"),
        lambda: store.consolidation.undo_item(7, 1),
        lambda: store.history.undo(7),
        lambda: store.memories.correct(7, TEXT),
    ):
        with pytest.raises(EngrammaError):
            act()
    assert store.history.recent() == ()


@pytest.mark.parametrize("now", [10**30, -(10**30)])
def test_a_recall_for_a_moment_beyond_all_dates(store: MemoryStore, now: int) -> None:
    store.memories.remember("The staging port is 8081.")
    assert [hit.label for hit in store.recall.ask("staging port", now=now).hits] == ["M-1"]
    assert "8081" in store.recall.context("staging port", now=now).text


def test_an_importance_that_is_no_number(store: MemoryStore) -> None:
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        store.memories.remember("A thing.", importance="high")  # type: ignore[arg-type]


def test_an_event_that_shows_nothing(store: MemoryStore) -> None:
    session = store.sessions.start("Talk")
    with pytest.raises(InvalidValueError, match="needs some text"):
        store.sessions.append(session, "user", "\u200b\u2060 \ufeff")
