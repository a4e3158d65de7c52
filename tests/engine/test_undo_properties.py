"""Any random sequence of operations, undone in any legal order, gives back the exact earlier content."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.store_picture import picture

from engramma.engine import MemoryStore, open_store
from engramma.engine.links import add_entity, link
from engramma.engine.recalls import record_recall
from engramma.engine.review import mark_conflict
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import EngrammaError, NotFoundError, NothingToUndoError

TEXTS = (
    "one",
    "Staging runs on port 5433.",
    "Staging runs on port 5434.",
    "The subscription costs 49 € a month.",
    "The subscription costs 60 € a month.",
    "日本",
)
TAGS = ("red", "green", "blue")

Act = tuple[str, int, int]
Item = TypeVar("Item")

acts = st.lists(
    st.tuples(
        st.sampled_from(
            (
                "remember",
                "edit",
                "pin",
                "unpin",
                "tag",
                "untag",
                "trash",
                "restore",
                "kind",
                "tier",
                "importance",
                "correct",
                "merge",
                "rehearse",
                "recall",
                "link",
                "conflict",
                "entity",
                "save",
                "policy",
                "consolidate",
                "consolidate",
                "accept",
                "reject",
                "resolve",
                "item",
            )
        ),
        st.integers(0, 5),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=14,
)


def perform(store: MemoryStore, act: Act, ids: list[int]) -> None:
    """Do one act on memories chosen by number; acts that the rules refuse change nothing."""
    name, first, second = act
    memories = store.memories
    one = ids[first % len(ids)] if ids else 0
    other = ids[second % len(ids)] if ids else 0
    hands = store.workspace
    doing: dict[str, Callable[[], object]] = {
        "remember": lambda: ids.append(
            memories.remember(f"{TEXTS[first]} {second}", tags=[TAGS[first % 3]]).id
        ),
        "edit": lambda: memories.edit(one, f"{TEXTS[second]} again"),
        "pin": lambda: memories.pin([one, other]),
        "unpin": lambda: memories.unpin([one]),
        "tag": lambda: memories.tag([one, other], add=[TAGS[first % 3]]),
        "untag": lambda: memories.tag([one], remove=[TAGS[second % 3]]),
        "trash": lambda: memories.trash([one]),
        "restore": lambda: memories.restore([one]),
        "kind": lambda: memories.change([one], kind=("episodic", "semantic", "procedural")[second % 3]),
        "tier": lambda: memories.change([one], tier=("short", "long")[second % 2]),
        "importance": lambda: memories.change([one, other], importance=second / 5, category="decision"),
        "correct": lambda: ids.append(memories.correct(one, f"{TEXTS[second]} corrected").id),
        "merge": lambda: memories.merge(one, [other]),
        "rehearse": lambda: memories.rehearse([one]),
        "recall": lambda: record_recall(hands, "what?", [one, other]),
        "link": lambda: link(hands, one, other),
        "conflict": lambda: mark_conflict(
            hands, one, other, what="number", stakes="high", detail="1 against 2"
        ),
        "entity": lambda: add_entity(hands, TEXTS[first], type_="thing", memory_ids=[one]),
        "save": lambda: store.saved.add(TEXTS[first], "tag:red"),
        "policy": lambda: store.policy_set({"short_term_half_life": 0.25 + first, "due_dormant": 1 + second}),
        "consolidate": lambda: store.consolidation.apply(store.consolidation.plan()),
    }
    doing |= {
        "accept": lambda: store.consolidation.accept(chosen(store.consolidation.proposals(), first).id),
        "reject": lambda: store.consolidation.reject(chosen(store.consolidation.proposals(), first).id),
        "resolve": lambda: resolve(store, first, second),
        "item": lambda: undo_item(store, first),
    }
    if not ids and name not in ("remember", "save", "policy"):
        return
    if name in ("link", "conflict") and one == other:
        return
    try:
        doing[name]()
    except EngrammaError:
        return


def chosen(items: Sequence[Item], number: int) -> Item:
    """One of several; an error that `perform` expects when there is none."""
    if not items:
        raise NotFoundError("There is none.")
    return items[number % len(items)]


def resolve(store: MemoryStore, first: int, second: int) -> None:
    keep = ("left", "right", "both", "merged")[second % 4]
    text = "A new wording for both." if keep == "merged" else None
    found = chosen(store.consolidation.conflicts(), first)
    store.consolidation.resolve_conflict(found.id, keep, text=text, even_pinned=True)


def undo_item(store: MemoryStore, number: int) -> None:
    passes = [item.id for item in store.history.recent(limit=1_000) if item.kind == "consolidation"]
    for operation in passes[:1]:
        found = chosen(store.consolidation.items(operation), number)
        store.consolidation.undo_item(operation, found.number)


def run(store: MemoryStore, clock: FixedClock, sequence: list[Act]) -> list[dict[str, object]]:
    """Perform the acts a day apart; the pictures before the first and after each one that was recorded."""
    ids: list[int] = []
    pictures: list[dict[str, object]] = [dict(picture(store))]
    recorded = 0
    for act in sequence:
        clock.advance(DAY)
        perform(store, act, ids)
        count = len(store.history.recent(limit=10_000))
        if count > recorded:
            recorded = count
            pictures.append(dict(picture(store)))
    return pictures


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=acts)
def test_undo_one_by_one_gives_each_earlier_picture(sequence: list[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(1_790_000_000_000_000)
        with open_store(Path(folder) / "s.engramma", clock=clock, create=True) as store:
            pictures = run(store, clock, sequence)
            operations = [item.id for item in store.history.recent(limit=10_000)]
            assert len(operations) == len(pictures) - 1
            for number, operation in enumerate(operations):
                assert store.history.undo(operation).operation_id is not None
                assert picture(store) == pictures[len(pictures) - 2 - number]
            undos = [item.id for item in store.history.recent(limit=10_000) if item.kind == "undo"]
            for number, undo in enumerate(undos):
                assert store.history.undo(undo).operation_id is not None
                assert picture(store) == pictures[number + 1]


def is_undone(store: MemoryStore, operation: int) -> bool:
    """Undo it if that is possible; an item of a pass that was undone as a whole is back already."""
    try:
        return store.history.undo(operation).operation_id is not None
    except NothingToUndoError as over:
        return "as a whole" in str(over)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=acts, order=st.randoms(use_true_random=False))
def test_undo_in_any_legal_order_ends_where_it_began(sequence: list[Act], order) -> None:  # type: ignore[no-untyped-def]
    with tempfile.TemporaryDirectory() as folder:
        clock = FixedClock(1_790_000_000_000_000)
        with open_store(Path(folder) / "s.engramma", clock=clock, create=True) as store:
            pictures = run(store, clock, sequence)
            waiting = [item.id for item in store.history.recent(limit=10_000)]
            while waiting:
                order.shuffle(waiting)
                left = [operation for operation in waiting if not is_undone(store, operation)]
                assert len(left) < len(waiting), "every order of undoing is blocked by conflicts"
                waiting = left
            final = picture(store)
            assert final == pictures[0]
