"""Turns that nobody should write down: at no time, in the future, with no text, with the same text without end."""

from __future__ import annotations

import math

import pytest

from engramma.engine import MemoryStore
from engramma.model.clock import DAY, EARLIEST, LATEST, FixedClock
from engramma.model.errors import InvalidValueError

RULE = "We decided to use port 5433 for staging."


@pytest.mark.parametrize("wrong", [LATEST + 1, EARLIEST - 1, 10**30, -(10**30), math.nan, math.inf])
def test_a_time_that_is_none_is_refused(store: MemoryStore, wrong: float) -> None:
    session = store.sessions.start("Ports")
    with pytest.raises(InvalidValueError, match="no time"):
        store.sessions.append(session, "user", RULE, at=wrong)  # type: ignore[arg-type]
    assert store.sessions.event_ids(session) == ()
    if abs(wrong) > 2**62:
        with pytest.raises(InvalidValueError, match="years 1 to 9999"):
            store.consolidation.plan(wrong)  # type: ignore[arg-type]


def test_what_was_said_in_the_future_has_no_age_and_ranks_by_its_words(
    store: MemoryStore, clock: FixedClock
) -> None:
    session = store.sessions.start("Ports")
    for text, at in (
        (RULE, clock.now() + 400 * DAY),
        ("We decided to use port 6000 for tests.", clock.now()),
    ):
        store.sessions.append(session, "user", text, at=at)
    store.sessions.end(session)
    found = [line.memory for line in store.memories.page(store.search.order("").ids.tolist())]
    assert [memory.strength for memory in found] == [1.0, 1.0]
    assert max(memory.created_at for memory in found) == clock.now() + 400 * DAY
    assert "6000" in store.recall.ask("port of the tests", lexical=True).hits[0].text
    store.consolidation.run()
    assert store.consolidation.plan().items == ()


def test_an_event_without_text_or_too_long_is_none(store: MemoryStore) -> None:
    session = store.sessions.start("Ports")
    for text, words in (("", "some text"), (" \n\t", "some text"), ("x" * 1_000_001, "at most 1,000,000")):
        with pytest.raises(InvalidValueError, match=words):
            store.sessions.append(session, "user", text)
    assert store.sessions.event_ids(session) == ()


def test_what_an_event_says_a_thousand_times_is_said_once(store: MemoryStore) -> None:
    """Each repetition would be another rehearsal and another quote: the work would grow with their square."""
    session = store.sessions.start("Ports")
    store.sessions.append(session, "user", " ".join([RULE] * 1_000))
    gated = store.sessions.end(session)
    (memory,) = gated.created
    assert gated.reinforced == ()
    details = store.memories.details(memory)
    assert (len(details.segments), len(details.provenance)) == (1, 1)
    again = store.sessions.start("Ports again")
    store.sessions.append(again, "user", f"{RULE} {RULE}")
    assert store.sessions.end(again).reinforced == (memory,)
    assert len(store.memories.details(memory).segments) == 2
