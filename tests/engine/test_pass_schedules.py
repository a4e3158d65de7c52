"""Whatever the schedule of passes, the store ends the same: one at the end, one after each act, any between."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, HOUR, MINUTE, FixedClock
from engramma.model.errors import EngrammaError

BIRTH = 1_790_000_000_000_000
SENTENCES = (
    ("user", "Remember: staging runs on port 5433."),
    ("user", "We decided to drop Redis in favour of Postgres queues."),
    ("agent", "The invoice job failed with error E1042 because the token had expired."),
    ("user", "I prefer small pull requests with one change each."),
    ("agent", "Deploys happen on Tuesdays from the release branch."),
    ("user", "Thanks!"),
    ("tool", "ok"),
    ("user", "Important: never commit secrets to the repository."),
    ("user", "Remember: staging runs on port 5434."),
    ("user", "Remember that the staging port is 5433."),
    ("user", "Remember: the subscription costs 49 € a month."),
    ("user", "Remember: the subscription costs 60 € a month."),
)
LAST = len(SENTENCES) - 1
Act = tuple[str, int, int]
ACTS = (
    "talk",
    "talk",
    "remember",
    "recall",
    "recall",
    "recall",
    "pin",
    "unpin",
    "rehearse",
    "edit",
    "trash",
    "restore",
    "correct",
    "merge",
    "decide",
    "kind",
    "importance",
    "wait",
)
lives = st.lists(
    st.tuples(st.tuples(st.sampled_from(ACTS), st.integers(0, LAST), st.integers(0, LAST)), st.booleans()),
    min_size=3,
    max_size=12,
)


REFERRING = ("memory_id", "source_id", "target_id", "superseded_by", "merged_into", "a_id", "b_id")


def own(store: MemoryStore) -> list[int]:
    """The memories that are not summaries, in an order that has nothing to do with when passes ran."""
    ids = store.search.order("is:active OR is:trashed OR is:superseded").ids.tolist()
    memories = [line.memory for line in store.memories.page(ids)]
    return [
        item.id
        for item in sorted(memories, key=lambda item: (item.created_at, item.text))
        if item.category != "summary"
    ]


def perform(store: MemoryStore, clock: FixedClock, act: Act) -> None:
    name, first, second = act
    ids = own(store)
    one, other = (ids[first % len(ids)], ids[second % len(ids)]) if ids else (0, 0)
    doing: dict[str, Callable[[], object]] = {
        "talk": lambda: talk(store, clock, first, second),
        "remember": lambda: store.memories.remember(SENTENCES[first][1], importance=second / LAST),
        "recall": lambda: record_recall(store.workspace, "what?", [one, other]),
        "pin": lambda: store.memories.pin([one]),
        "unpin": lambda: store.memories.unpin([one]),
        "rehearse": lambda: store.memories.rehearse([one]),
        "edit": lambda: store.memories.edit(one, f"{SENTENCES[second][1]} Edited."),
        "trash": lambda: store.memories.trash([one]),
        "restore": lambda: store.memories.restore([one]),
        "correct": lambda: store.memories.correct(one, SENTENCES[second][1]),
        "merge": lambda: store.memories.merge(one, [other]),
        "decide": lambda: decide(store, first, second),
        "kind": lambda: store.memories.change([one], kind=("semantic", "episodic", "procedural")[second % 3]),
        "importance": lambda: store.memories.change([one], importance=second / LAST),
        "wait": lambda: clock.advance((first % 8 + 1) * (second % 8 + 1) * 4 * DAY),
    }
    if ids or name in ("talk", "remember", "wait"):
        try:
            doing[name]()
        except EngrammaError:
            return


def decide(store: MemoryStore, first: int, second: int) -> None:
    """A person looks at what passes found, whenever these were, and decides on one thing of it."""
    store.consolidation.run()
    waiting = [item for item in store.consolidation.proposals() if item.step in ("merge", "conflict")]
    named = {line.memory.id: line.memory.text for line in store.memories.page(own(store))}
    waiting.sort(key=lambda item: (item.made_at, item.action, [named[target] for target in item.targets]))
    conflicts = sorted(
        store.consolidation.conflicts(), key=lambda item: (item.found_at, item.left.text, item.right.text)
    )
    if waiting and second % 2:
        found = waiting[first % len(waiting)]
        (store.consolidation.accept if second % 4 == 1 else store.consolidation.reject)(found.id)
    elif conflicts:
        keep = ("left", "right", "both", "merged")[second // 2 % 4]
        text = "A new wording for both." if keep == "merged" else None
        store.consolidation.resolve_conflict(conflicts[first % len(conflicts)].id, keep, text=text)


def talk(store: MemoryStore, clock: FixedClock, first: int, second: int) -> None:
    session = store.sessions.start(f"Talk {first}", agent="claude")
    for turn in range(4 + second % 8):
        clock.advance(MINUTE)
        role, text = SENTENCES[(first + turn * (1 + second % 3)) % len(SENTENCES)]
        store.sessions.append(session, role, text)
    store.sessions.end(session)


def content(store: MemoryStore) -> dict[str, list[object]]:
    """What a store shows, without ids, uids, operations, and proposals and conflicts that no longer hold."""
    shown = picture(store)
    names = {row_id: (row["text"], row["created_at"]) for row_id, row in shown["memory"].items()}
    things = {row_id: row["normal_name"] for row_id, row in shown["entity"].items()}
    technical = {"id", "uid", "content_key", "source_key", "pass_id", "actor", "event_id", "decided_at"}
    found: dict[str, list[object]] = {}
    for table, rows in shown.items():
        kept: list[object] = []
        for row in rows.values():
            if table == "proposal":
                if row["status"] == "dropped":
                    continue
                targets = row["targets"]
                assert isinstance(targets, str)
                row = {
                    **row,
                    "targets": [names[int(part)] for part in targets.strip("[]").split(",") if part],
                }
            if row.get("resolution") == "lapsed":
                continue
            clean = {
                name: names.get(value, value) if name in REFERRING and isinstance(value, int) else value
                for name, value in row.items()
                if name not in technical
            }
            if table == "mention":
                clean["entity_id"] = things[clean["entity_id"]]
            kept.append(sorted(clean.items(), key=lambda item: item[0]))
        found[table] = sorted(kept, key=repr)
    return found


def live(life: Sequence[tuple[Act, bool]], *, passes: Callable[[bool], int]) -> dict[str, list[object]]:
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(BIRTH)
        with open_store(Path(folder) / "s.engramma", clock=clock, create=True) as store:
            for act, chosen in life:
                clock.advance(11 * HOUR)
                perform(store, clock, act)
                for _time in range(passes(chosen)):
                    store.consolidation.run()
            clock.advance(DAY)
            store.consolidation.run()
            assert store.consolidation.plan().items == ()
            return content(store)


def often(*acts: Act) -> list[tuple[Act, bool]]:
    return [(act, number % 2 == 0) for number, act in enumerate(acts)]


TURNED_AND_TURNED_BACK = often(
    ("talk", 6, 6), ("correct", 2, 8), ("kind", 5, 4), ("pin", 8, 7), ("kind", 5, 6), ("pin", 1, 0)
)
MERGED_BEFORE_THE_FIRST_PASS = often(
    ("talk", 3, 6), ("merge", 4, 8), ("correct", 2, 8), ("remember", 4, 6), ("merge", 8, 5)
)
LESS_IMPORTANT_SINCE = often(
    ("talk", 10, 7), ("talk", 10, 7), ("trash", 9, 10), ("importance", 2, 1), ("importance", 1, 2)
)
AT_ODDS_AND_RESOLVED = often(
    ("remember", 10, 5),
    ("remember", 11, 5),
    ("recall", 0, 1),
    ("wait", 0, 0),
    ("recall", 0, 1),
    ("decide", 0, 6),
    ("remember", 8, 5),
    ("remember", 0, 5),
    ("remember", 9, 5),
    ("pin", 0, 0),
    ("decide", 1, 5),
    ("unpin", 0, 0),
)


@pytest.mark.timeout(400)
@settings(max_examples=5)
@example(life=TURNED_AND_TURNED_BACK)
@example(life=MERGED_BEFORE_THE_FIRST_PASS)
@example(life=LESS_IMPORTANT_SINCE)
@example(life=AT_ODDS_AND_RESOLVED)
@given(life=lives)
def test_any_schedule_of_passes_ends_in_the_same_store(life: list[tuple[Act, bool]]) -> None:
    at_the_end = live(life, passes=lambda _chosen: 0)
    assert live(life, passes=lambda _chosen: 1) == at_the_end
    assert live(life, passes=lambda chosen: 2 * chosen) == at_the_end
