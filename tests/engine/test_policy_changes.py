"""A policy change re-values what fades now from its own beginning, nothing closed; undo gives the old curves."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.store_picture import picture
from tests.engine.test_undo_properties import Act, acts, perform

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError
from engramma.store.derive import derive_memories
from engramma.store.journal.pace import Pace
from engramma.store.policy import load_policy
from engramma.store.policy_changes import change_setting
from engramma.store.revaluing import revalue
from engramma.store.tables import memory
from engramma.theory.forgetting import strength

BIRTH = 1_790_000_000_000_000


def strength_at(store: MemoryStore, clock: FixedClock, memory_id: int, at: int) -> float:
    """By the stored columns, and the same by the segments."""
    earlier, clock.instant = clock.instant, at
    line = store.memories.page([memory_id])[0]
    clock.instant = earlier
    assert line.memory.strength == pytest.approx(strength(line.segments, at))
    return line.memory.strength


def curves(store: MemoryStore, clock: FixedClock) -> dict[int, list[float]]:
    """The strength of every memory by its segments on many days, and when it fades."""
    ids = store.search.order("is:active OR is:superseded OR is:trashed").ids.tolist()
    moments = [BIRTH + day * DAY // 2 for day in range(80)]
    return {
        line.memory.id: [
            *(strength(line.segments, moment) for moment in moments),
            line.memory.fades_at or 0.0,
            *(strength_at(store, clock, line.memory.id, clock.now() + ahead * DAY) for ahead in (0, 30, 200)),
        ]
        for line in store.memories.page(ids)
    }


def check_derived(store: MemoryStore) -> None:
    """What the chunks computed is what a derivation of each memory computes."""
    columns = (memory.c.id, memory.c.t0, memory.c.log2_s0, memory.c.half_life, memory.c.fades_at)
    database = store.workspace.database
    with database.write() as connection:
        before = connection.execute(memory.select().with_only_columns(*columns)).all()
        derive_memories(connection, [row.id for row in before], policy=load_policy(connection))
        assert connection.execute(memory.select().with_only_columns(*columns)).all() == before


def test_strength_follows_the_half_lives(store: MemoryStore, clock: FixedClock) -> None:
    born = clock.now()
    short = store.memories.remember("Short.").id
    long = store.memories.remember("Long.", tier="long").id
    for days, of_short, of_long in ((7, 0.5, 2 ** (-7 / 60)), (14, 0.25, 2 ** (-14 / 60))):
        assert strength_at(store, clock, short, born + days * DAY) == pytest.approx(of_short)
        assert strength_at(store, clock, long, born + days * DAY) == pytest.approx(of_long)
    assert strength_at(store, clock, long, born + 60 * DAY) == pytest.approx(0.5)
    assert strength_at(store, clock, long, born + 120 * DAY) == pytest.approx(0.25)


def test_a_change_re_values_open_segments_and_no_closed_one(store: MemoryStore, clock: FixedClock) -> None:
    born = clock.now()
    kept = store.memories.remember("Rehearsed after four days.").id
    pinned = store.memories.remember("Pinned.").id
    store.memories.pin([pinned])
    clock.advance(4 * DAY)
    store.memories.rehearse([kept])
    policy = store.policy_set({"short_term_half_life": 14, "retrieval_threshold": 0.25})
    assert (policy.short_term_half_life, store.policy().retrieval_threshold) == (14.0, 0.25)
    closed, opened = store.memories.page([kept])[0].segments
    assert (closed.half_life, opened.half_life) == (7.0, 14.0)
    assert strength_at(store, clock, kept, born + 18 * DAY) == pytest.approx(0.5)
    assert store.memories.get(kept).fades_at == clock.now() + 28 * DAY
    assert store.memories.get(pinned).fades_at is None
    clock.advance(DAY)
    store.memories.rehearse([kept])
    store.policy_reset()
    assert [part.half_life for part in store.memories.page([kept])[0].segments] == [7.0, 14.0, 7.0]
    assert store.policy().retrieval_threshold == 0.1


def test_a_reinforcement_dated_earlier_changes_nothing_later(store: MemoryStore, clock: FixedClock) -> None:
    session = store.sessions.start("Ports", agent="claude")
    store.policy_set({"gate_every": 1000})
    store.sessions.append(session, "user", "Remember: staging runs on port 5433.")
    clock.advance(10 * DAY)
    known = store.memories.remember("Remember: staging runs on port 5433.").id
    before = store.memories.get(known)
    store.sessions.end(session)
    lines = {line.memory.id: line for line in store.memories.page(store.search.order("").ids.tolist())}
    assert lines[known].memory.fades_at == before.fades_at
    assert lines[known].segments[-1].t0 == clock.now()


def test_changes_are_one_operation_each_and_refused_as_a_whole(store: MemoryStore) -> None:
    for values in (
        {"short_term_half_life": float("nan")},
        {"short_term_half_life": 10, "retrieval_threshold": 2},
        {"gate_every": 2.5},
        {"no_such_setting": 1},
        {},
    ):
        with pytest.raises(InvalidValueError):
            store.policy_set(values)
    with pytest.raises(InvalidValueError):
        store.policy_reset(["no_such_setting"])
    assert store.history.recent() == ()
    store.policy_set({"short_term_half_life": 10, "gate_every": 3})
    store.policy_set({"short_term_half_life": 10})
    first = store.history.recent()
    assert [item.label for item in first] == ["policy: short-term half-life 10 days, gate every 3 events"]
    store.policy_set({"short_term_half_life": 12})
    assert store.history.undo(first[0].id).operation_id is None, "a later decision stands in the way"
    store.history.undo()
    assert store.policy().short_term_half_life == 10
    store.history.undo(first[0].id)
    assert store.policy().short_term_half_life == 7


def test_an_unfinished_change_is_taken_back_with_its_values(store: MemoryStore, clock: FixedClock) -> None:
    known = store.memories.remember("Known.").id
    before = curves(store, clock)

    def begin_and_fail() -> None:
        with store.workspace.journal.long("policy", "policy", actor="person") as running:
            with running.step() as step:
                change_setting(step, "short_term_half_life", 70.0, actor="person")
            revalue(store.workspace.database, pace=running.pace)
            assert store.memories.get(known).fades_at != before[known][-4]
            raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        begin_and_fail()
    assert curves(store, clock) == before
    check_derived(store)


POLICIES = (
    {"short_term_half_life": 3.5},
    {"long_term_half_life": 33.3},
    {"retrieval_threshold": 0.37},
    {"short_term_half_life": 20, "long_term_half_life": 90, "retrieval_threshold": 0.05},
)
lives = st.lists(st.one_of(acts.map(lambda found: found[0]), st.integers(0, 4)), min_size=2, max_size=14)


@settings(max_examples=15)
@given(life=lives)
def test_undo_gives_exactly_the_earlier_strengths(life: list[Act | int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(BIRTH)
        with open_store(Path(folder) / "s.engramma", clock=clock, create=True) as store:
            ids: list[int] = []
            seen = [(curves(store, clock), picture(store))]
            moments = [clock.now()]
            for act in life:
                clock.advance(DAY)
                count = len(store.history.recent(limit=1_000))
                if isinstance(act, int):
                    store.policy_reset() if act == len(POLICIES) else store.policy_set(POLICIES[act])
                    check_derived(store)
                else:
                    perform(store, act, ids)
                if len(store.history.recent(limit=1_000)) > count:
                    moments.append(clock.now())
                    seen.append((curves(store, clock), picture(store)))
            for number, operation in enumerate(store.history.recent(limit=1_000)):
                assert store.history.undo(operation.id).operation_id is not None
                clock.instant = moments[-2 - number]
                assert (curves(store, clock), picture(store)) == seen[-2 - number]
                check_derived(store)


DYING = """
import os, sys
from pathlib import Path
from engramma.engine import open_store
from engramma.store.journal.pace import Pace
from engramma.store.policy_changes import change_setting
from engramma.store.revaluing import revalue

class Dying(Pace):
    def stop(self, count):
        os._exit(9)

store = open_store(Path(sys.argv[1]))
with store.workspace.journal.long("policy", "policy", actor="person") as running:
    with running.step() as step:
        change_setting(step, "short_term_half_life", 70.0, actor="person")
    revalue(store.workspace.database, pace=Dying(rows=20))
"""


def test_a_change_that_died_half_way_is_taken_back_by_whoever_opens(
    store: MemoryStore, clock: FixedClock, store_path: Path
) -> None:
    for number in range(30):
        store.memories.remember(f"Statement {number}.")
    before = curves(store, clock)
    store.close()
    assert subprocess.run([sys.executable, "-c", DYING, str(store_path)], timeout=60).returncode == 9
    with open_store(store_path, clock=clock) as opened:
        assert opened.policy().short_term_half_life == 7
        assert curves(opened, clock) == before
        check_derived(opened)


def test_others_write_while_everything_is_re_valued(store: MemoryStore, clock: FixedClock) -> None:
    ids = [store.memories.remember(f"Statement {number}.").id for number in range(100)]
    inside, written = threading.Event(), []

    def write() -> None:
        inside.wait(10)
        written.append(store.acting_as("agent:claude").memories.remember("Said meanwhile.").id)

    thread = threading.Thread(target=write)
    thread.start()

    class Slow(Pace):
        def stop(self, count: int) -> None:
            inside.set()
            thread.join(10)

    with store.workspace.journal.long("policy", "policy", actor="person") as running:
        with running.step() as step:
            change_setting(step, "short_term_half_life", 70.0, actor="person")
        revalue(store.workspace.database, pace=Slow(rows=20))
    assert written
    fades = {line.memory.fades_at for line in store.memories.page([*ids, *written])}
    assert len(fades) == 1, "what came in between fades by the new policy, too"
    check_derived(store)


def test_why_recall_goes_by_words_says_first_that_meaning_is_off(store: MemoryStore) -> None:
    assert not store.embedding.embedder.ready()
    for said in (store.embedding.why_by_words(), store.embedding.embed_query("what?").notice):
        assert said == "Meaning is switched off, so recall goes by words alone."
