"""A plan writes nothing, a pass is one operation that can be undone, and nobody's decision is taken from them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict, propose
from engramma.model.clock import DAY, HOUR, MINUTE, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError, StoreBusyError
from engramma.model.plan import PlanStep, StepMode
from engramma.model.progress import Cancelled, CancelToken

TURNS = (
    ("user", "Remember: staging runs on port 5433."),
    ("agent", "The staging database uses port 5433 from now on."),
    ("user", "We decided to drop Redis in favour of Postgres queues."),
    ("agent", "Redis is removed and the jobs run on Postgres queues."),
    ("tool", "ok"),
    ("user", "I prefer small pull requests with one change each."),
    ("agent", "Understood, one change a pull request."),
    ("user", "Thanks!"),
)


def talk(store: MemoryStore, clock: FixedClock, title: str = "Queues and ports") -> int:
    session = store.sessions.start(title, agent="claude")
    for role, text in TURNS:
        clock.advance(MINUTE)
        store.sessions.append(session, role, text)
    clock.advance(MINUTE)
    store.sessions.end(session)
    return session


def recalled(store: MemoryStore, clock: FixedClock, memory_id: int, *, times: int = 2) -> None:
    for _time in range(times):
        clock.advance(HOUR)
        record_recall(store.workspace, "which port?", [memory_id])


def steps(store: MemoryStore, at: int | None = None) -> dict[str, int]:
    return dict(store.consolidation.plan(at).counts)


def test_a_memory_recalled_twice_among_the_first_is_promoted_when_it_was(
    store: MemoryStore, clock: FixedClock
) -> None:
    known = store.memories.remember("Staging runs on port 5433.").id
    recalled(store, clock, known)
    deciding = clock.now()
    recalled(store, clock, known, times=1)
    clock.advance(10 * DAY)
    plan = store.consolidation.plan()
    assert [(item.step, item.targets, item.at) for item in plan.items] == [
        (PlanStep.PROMOTE, (known,), deciding)
    ]
    applied = store.consolidation.apply(plan)
    assert applied.applied == (1,)
    details = store.memories.details(known)
    assert details.memory.tier == "long_term"
    assert details.tier_reason == "relevant: 2 recalls among the first 3 hits"
    assert [(part.reason, part.half_life) for part in details.segments] == [
        ("created", 7.0),
        ("rehearsed", 7.0),
        ("rehearsed", 7.0),
        ("promoted", 60.0),
        ("rehearsed", 60.0),
    ]
    assert details.segments[3].t0 == deciding
    assert store.history.recent(limit=1)[0].label == "consolidation pass, 1 change"
    assert store.consolidation.plan().items == ()


def test_a_conflict_a_demotion_and_an_undo_hold_promotion_back(store: MemoryStore, clock: FixedClock) -> None:
    known = store.memories.remember("Staging runs on port 5433.").id
    other = store.memories.remember("Staging runs on port 5434.").id
    conflict = mark_conflict(store.workspace, known, other, what="number", stakes="high", detail="")
    assert conflict
    recalled(store, clock, known)
    assert store.consolidation.plan().items == ()
    store.history.undo(next(item.id for item in store.history.recent() if item.kind == "conflict"))
    done = store.consolidation.run()
    assert store.memories.get(known).tier == "long_term"
    operation = done[0][1].operation_id
    assert operation is not None
    store.history.undo(operation)
    assert store.memories.get(known).tier == "short_term"
    assert store.consolidation.plan().items == (), "what a person took back is not done again"
    recalled(store, clock, known)
    store.consolidation.run()
    assert store.memories.get(known).tier == "long_term"
    clock.advance(HOUR)
    store.memories.change([known], tier="short")
    assert store.consolidation.plan().items == ()


def test_a_closed_session_gets_one_summary(store: MemoryStore, clock: FixedClock) -> None:
    session = talk(store, clock)
    ended = clock.now()
    clock.advance(DAY)
    store.consolidation.run()
    found = store.search.order("category:summary").ids.tolist()
    assert len(found) == 1
    details = store.memories.details(found[0])
    assert (details.memory.kind, details.memory.created_at) == ("episodic", ended)
    assert details.memory.session_id == session
    sources = {edge.other_id for edge in details.associations if edge.type == "derived_from"}
    assert sources == set(store.sessions.memory_ids(session)) - {found[0]}
    assert store.sessions.get(session).summary == details.memory.text
    assert store.sessions.get(session).topics
    assert store.consolidation.run() == ()
    for operation in [item.id for item in store.history.recent() if item.kind == "consolidation"]:
        store.history.undo(operation)
    assert store.sessions.get(session).summary == ""
    assert PlanStep.SUMMARISE.value not in steps(store)


def test_a_given_summary_is_kept_and_short_or_open_sessions_have_none(
    store: MemoryStore, clock: FixedClock
) -> None:
    store.sessions.start("Open")
    brief = store.sessions.start("Brief")
    store.sessions.append(brief, "user", "Remember: staging runs on port 5433.")
    store.sessions.end(brief)
    long = store.sessions.start("Long")
    for role, text in TURNS:
        store.sessions.append(long, role, text)
    store.sessions.end(long, summary="In the agent's words.")
    store.consolidation.run()
    assert len(store.search.order("category:summary").ids) == 1
    assert store.sessions.get(long).summary == "In the agent's words."


def test_turns_that_nobody_read_are_read_and_then_summarised(store: MemoryStore, clock: FixedClock) -> None:
    session = talk(store, clock)
    for item in store.history.recent():
        if item.kind == "gate":
            store.history.undo(item.id)
    assert store.sessions.gate_counts(session).unjudged == len(TURNS)
    first = store.consolidation.plan()
    assert first.counts == {"gate": 1}
    done = store.consolidation.run()
    assert [plan.counts for plan, _applied in done][:2] == [{"gate": 1}, {"summarise": 1}]
    assert store.sessions.gate_counts(session).unjudged == 0


def lapsed(store: MemoryStore, clock: FixedClock) -> dict[str, int]:
    """Memories of which each but the pinned, the procedural and the conflicted one lapses."""
    ids = {name: store.memories.remember(f"The {name} one.").id for name in ("stale", "pinned", "trashed")}
    ids["procedural"] = store.memories.remember("The procedural one.", kind="procedural").id
    ids["edited"] = store.memories.remember("The first form.").id
    store.memories.edit(ids["edited"], "The edited one.")
    store.memories.pin([ids["pinned"]])
    store.memories.trash([ids["trashed"]])
    clock.advance(15 * DAY)
    return ids


def test_what_lapses_is_proposed_never_done(store: MemoryStore, clock: FixedClock) -> None:
    ids = lapsed(store, clock)
    before = {name: store.memories.get(memory_id).state for name, memory_id in ids.items()}
    for days in (0, 20, 100, 300):
        clock.advance(days * DAY)
        store.consolidation.run()
    assert {name: store.memories.get(memory_id).state for name, memory_id in ids.items()} == before
    waiting = {(item.action, item.targets) for item in store.consolidation.proposals()}
    assert waiting == {
        ("confirm", (ids["stale"],)),
        ("confirm", (ids["edited"],)),
        ("trash", (ids["stale"],)),
        ("trash", (ids["edited"],)),
        ("purge", (ids["trashed"],)),
    }
    assert store.memories.get(ids["edited"]).text == "The edited one."


def test_a_person_decides_on_proposals(store: MemoryStore, clock: FixedClock) -> None:
    ids = lapsed(store, clock)
    clock.advance(300 * DAY)
    store.consolidation.run()
    waiting = {(item.action, item.targets[0]): item.id for item in store.consolidation.proposals()}
    store.consolidation.accept(waiting["trash", ids["stale"]])
    assert store.memories.get(ids["stale"]).state == "trashed"
    store.history.undo()
    assert store.memories.get(ids["stale"]).state == "active"
    store.consolidation.accept(waiting["trash", ids["stale"]])
    store.consolidation.reject(waiting["trash", ids["edited"]])
    with pytest.raises(InvalidValueError, match="was rejected already"):
        store.consolidation.accept(waiting["trash", ids["edited"]])
    store.consolidation.accept(waiting["purge", ids["trashed"]])
    with pytest.raises(NotFoundError):
        store.memories.get(ids["trashed"])
    with pytest.raises(NotFoundError):
        store.consolidation.reject(999)
    store.consolidation.accept(waiting["confirm", ids["edited"]])
    assert store.memories.get(ids["edited"]).strength == 1.0
    store.consolidation.run()
    assert store.consolidation.proposals() == ()


def test_a_proposal_that_no_longer_holds_is_not_done_and_goes_away(
    store: MemoryStore, clock: FixedClock
) -> None:
    known = store.memories.remember("Dormant for long.").id
    clock.advance(300 * DAY)
    store.consolidation.run()
    trash = next(item for item in store.consolidation.proposals() if item.action == "trash")
    store.memories.pin([known])
    with pytest.raises(InvalidValueError, match="no longer holds"):
        store.consolidation.accept(trash.id)
    store.consolidation.run()
    assert store.consolidation.proposals() == ()
    assert {item.status for item in store.consolidation.proposals(status=None)} == {"dropped"}
    store.history.undo(next(item.id for item in store.history.recent() if item.kind == "pin"))
    store.consolidation.run()
    assert {item.action for item in store.consolidation.proposals()} == {"trash", "confirm"}
    assert len(store.consolidation.proposals(status=None)) == 2


def test_a_proposal_of_others_is_left_alone_by_passes_and_a_merge_can_be_accepted(
    store: MemoryStore, clock: FixedClock
) -> None:
    one = store.memories.remember("Staging runs on port 5433.").id
    two = store.memories.remember("The port of staging is 5433.").id
    store.memories.pin([two])
    merge = propose(store.workspace, [one, two], step_name="merge", action="Merge both", reason="alike")
    look = propose(store.workspace, [one], step_name="staleness", action="Look at it", reason="old")
    store.consolidation.run()
    assert [item.id for item in store.consolidation.proposals()] == [merge, look]
    store.consolidation.accept(merge)
    assert store.memories.get(one).merged_into == two
    with pytest.raises(InvalidValueError, match="“Look at it” cannot be done"):
        store.consolidation.accept(look)


def test_modes_are_kept_undone_and_obeyed(store: MemoryStore, clock: FixedClock) -> None:
    known = store.memories.remember("Staging runs on port 5433.").id
    recalled(store, clock, known)
    store.consolidation.set_modes({PlanStep.PROMOTE: StepMode.PROPOSE, PlanStep.STALENESS: StepMode.OFF})
    assert store.consolidation.modes()[PlanStep.PROMOTE] is StepMode.PROPOSE
    store.consolidation.run()
    assert store.memories.get(known).tier == "short_term"
    store.consolidation.accept(store.consolidation.proposals()[0].id)
    details = store.memories.details(known)
    assert (details.memory.tier, details.tier_reason) == (
        "long_term",
        "relevant: 2 recalls among the first 3 hits",
    )
    assert store.history.recent(limit=1)[0].actor == "person"
    assert store.consolidation.proposals() == ()
    with pytest.raises(InvalidValueError, match="can only propose"):
        store.consolidation.set_modes({PlanStep.EXPIRE: StepMode.AUTO})
    store.history.undo(next(item.id for item in store.history.recent() if item.kind == "policy"))
    assert store.consolidation.modes()[PlanStep.PROMOTE] is StepMode.AUTO


def rich(store: MemoryStore, clock: FixedClock) -> int:
    """A store in which every step finds something; returns a memory that is to be promoted."""
    lapsed(store, clock)
    talk(store, clock)
    known = store.memories.remember("Staging lives in Frankfurt.").id
    recalled(store, clock, known)
    clock.advance(90 * DAY)
    return known


def test_the_same_picture_gives_the_same_plan_and_planning_writes_nothing(
    store: MemoryStore, clock: FixedClock, store_path: Path
) -> None:
    rich(store, clock)
    with open_store(store_path, clock=clock) as other:
        version = other.workspace.database.data_version()
        files = {path.name: path.read_bytes() for path in store_path.parent.glob(f"{store_path.name}*")}
        plan = store.consolidation.plan()
        assert set(plan.counts) == {"associate", "promote", "summarise", "staleness", "expire", "purge"}
        assert other.consolidation.plan() == plan
        ahead = store.consolidation.plan(clock.now() + 400 * DAY)
        assert len(ahead.items) > len(plan.items)
        assert other.workspace.database.data_version() == version
        for name, content in files.items():
            if not name.endswith("-shm"):
                assert (store_path.parent / name).read_bytes() == content
    with pytest.raises(InvalidValueError, match="a day to come"):
        store.consolidation.apply(ahead)
    clock.advance(400 * DAY)
    assert store.consolidation.plan() == ahead


def test_apply_then_undo_is_the_identity_and_a_pass_is_over_when_nothing_is_new(
    store: MemoryStore, clock: FixedClock
) -> None:
    rich(store, clock)
    before = picture(store)
    done = store.consolidation.run()
    after = picture(store)
    assert after != before
    count = len(store.history.recent(limit=1_000))
    assert store.consolidation.run() == ()
    assert len(store.history.recent(limit=1_000)) == count
    for _plan, applied in reversed(done):
        assert applied.operation_id is not None
        assert store.history.undo(applied.operation_id).operation_id is not None
    assert picture(store) == before
    for undo in [item.id for item in store.history.recent() if item.kind == "undo"]:
        store.history.undo(undo)
    assert picture(store) == after


@pytest.mark.parametrize(
    "change",
    [
        lambda store, known: store.memories.pin([known]),
        lambda store, known: store.memories.edit(known, "Staging moved to Paris."),
        lambda store, known: store.memories.trash([known]),
        lambda store, known: record_recall(store.workspace, "where?", [known]),
    ],
)
def test_an_item_whose_target_changed_is_dropped(
    store: MemoryStore, clock: FixedClock, change: Callable[[MemoryStore, int], object]
) -> None:
    known = rich(store, clock)
    plan = store.consolidation.plan()
    numbers = {item.number for item in plan.items if known in item.targets}
    assert numbers
    change(store, known)
    applied = store.consolidation.apply(plan)
    assert {number for number, _note in applied.dropped} == numbers
    assert len(applied.applied) + len(applied.proposed) == len(plan.items) - len(numbers)


def test_one_pass_at_a_time_and_a_cancelled_one_leaves_nothing(store: MemoryStore, clock: FixedClock) -> None:
    rich(store, clock)
    before = picture(store)
    plan = store.consolidation.plan()
    cancel = CancelToken()
    inside, go_on = threading.Event(), threading.Event()

    def wait(progress: object) -> None:
        inside.set()
        go_on.wait(10)

    failed: list[BaseException] = []

    def work() -> None:
        try:
            store.consolidation.apply(plan, report=wait, cancel=cancel)
        except Cancelled as stop:
            failed.append(stop)

    thread = threading.Thread(target=work)
    thread.start()
    assert inside.wait(10)
    with pytest.raises(StoreBusyError, match="running already"):
        store.consolidation.apply(plan)
    cancel.cancel()
    go_on.set()
    thread.join(10)
    assert failed
    assert picture(store) == before
    assert store.consolidation.run()


DYING = """
import os, sys
from pathlib import Path
from engramma.engine import open_store
from engramma.model.clock import FixedClock

def die(progress):
    if progress.done > 0:
        os._exit(9)

store = open_store(Path(sys.argv[1]), clock=FixedClock(int(sys.argv[2])))
store.consolidation.apply(store.consolidation.plan(), report=die)
"""


def test_a_pass_that_died_is_rolled_back_and_its_lease_taken_over(
    store: MemoryStore, clock: FixedClock, store_path: Path
) -> None:
    rich(store, clock)
    before = picture(store)
    ended = subprocess.run([sys.executable, "-c", DYING, str(store_path), str(clock.now())], timeout=60)
    assert ended.returncode == 9
    store.recover()
    assert picture(store) == before
    done = store.consolidation.run()
    assert done[0][1].operation_id is not None
    assert done[0][1].dropped == ()
