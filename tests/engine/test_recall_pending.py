"""Recall with a change that is not made: equal to what really making it gives, and the store knows nothing of it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.engine.recall import pending
from engramma.engine.review import propose
from engramma.model.clock import DAY, FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.pending_change import (
    ChangeKind,
    PendingChange,
    correction,
    merging,
    policy_change,
)
from engramma.model.progress import Cancelled, CancelToken
from engramma.model.recall import RecallResult
from engramma.store.private_copy import PREFIX

QUESTION = "From which order value is shipping free, and on which day do we ship?"
Picture = list[tuple[str, int, float, float, bool]]


@pytest.fixture
def shop(store: MemoryStore, clock: FixedClock, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A dozen memories of several ages, each with a vector."""
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    remember = store.memories.remember
    clock.instant -= 30 * DAY
    remember("Shipping is free from an order value of 49 euros.", tier="long_term")
    remember("Free shipping also covers Austria.")
    clock.advance(20 * DAY)
    for number in range(8):
        remember(f"Order {number} was shipped on a Friday of week {number}.", importance=number / 10)
    clock.advance(10 * DAY)
    remember("We ship on Mondays and Thursdays.")
    remember("Shipping days are Monday and Thursday.")
    store.embedding.run()
    return store


LONG = "Shipping is free from 70 euros. " + "The order value counts before the gift card is taken off. " * 60

CHANGES: dict[str, tuple[PendingChange, Callable[[MemoryStore], object]]] = {
    "correct": (
        correction(1, "Shipping is free from an order value of 60 euros since September."),
        lambda store: store.memories.correct(
            1, "Shipping is free from an order value of 60 euros since September."
        ),
    ),
    "correct at length": (correction(2, LONG), lambda store: store.memories.correct(2, LONG)),
    "trash": (PendingChange(ChangeKind.TRASH, (1, 11)), lambda store: store.memories.trash([1, 11])),
    "pin": (PendingChange(ChangeKind.PIN, (2,)), lambda store: store.memories.pin([2])),
    "rehearse": (PendingChange(ChangeKind.REHEARSE, (2,)), lambda store: store.memories.rehearse([2])),
    "merge": (merging(12, [11]), lambda store: store.memories.merge(12, [11])),
    "remember": (
        PendingChange(ChangeKind.REMEMBER, text="Free shipping ends on Friday."),
        lambda store: store.memories.remember("Free shipping ends on Friday."),
    ),
    "policy": (
        policy_change({"short_term_half_life": 1.0, "retrieval_threshold": 0.4}),
        lambda store: store.policy_set({"short_term_half_life": 1.0, "retrieval_threshold": 0.4}),
    ),
}


def picture(result: RecallResult) -> Picture:
    shown = (*result.hits, *(miss.hit for miss in result.misses))
    return [(hit.label, hit.place, round(hit.score, 6), round(hit.strength, 6), hit.dormant) for hit in shown]


def dump(store: MemoryStore) -> str:
    with sqlite3.connect(store.path) as raw:
        return "\n".join(raw.iterdump())


def test_it_is_what_really_making_the_change_gives(
    shop: MemoryStore, clock: FixedClock, tmp_path: Path
) -> None:
    vector = shop.embedding.embed_query(QUESTION).vector
    assert vector is not None
    before, later = picture(shop.recall.ask(QUESTION, vector=vector, limit=6)), clock.now() + 40 * DAY
    shop.checkpoint()
    whole = dump(shop)
    for name, (change, really) in CHANGES.items():
        tried = picture(shop.recall.with_change(QUESTION, change, limit=6).result)
        tried_later = picture(shop.recall.with_change(QUESTION, change, limit=6, now=later).result)
        path = tmp_path / f"{name}.engramma"
        shutil.copy(shop.path, path)
        with open_store(path, clock=clock) as other:
            really(other)
            other.embedding.run()
            made = picture(other.recall.ask(QUESTION, vector=vector, limit=6))
            made_later = picture(other.recall.ask(QUESTION, vector=vector, limit=6, now=later))
        assert (tried, tried_later) == (made, made_later), name
        assert tried != before, name
    assert dump(shop) == whole
    assert picture(shop.recall.ask(QUESTION, vector=vector, limit=6)) == before


def test_what_it_makes_gets_the_id_that_it_then_really_has(shop: MemoryStore) -> None:
    change, _really = CHANGES["correct"]
    tried = shop.recall.with_change(QUESTION, change, lexical=True)
    assert tried.result.hits[0].id in tried.created
    assert tried.result.hits[0].supersedes[0].id == 1
    assert shop.recall.make_change(change) == tried.created
    assert picture(shop.recall.ask(QUESTION, lexical=True)) == picture(tried.result)


def test_a_proposal_can_be_tried_and_still_waits(shop: MemoryStore) -> None:
    propose(shop.workspace, [1], step_name="forget", action="trash", reason="tried")
    (waiting,) = shop.consolidation.proposals()
    change = PendingChange(ChangeKind.ACCEPT, proposal_id=waiting.id)
    tried = shop.recall.with_change(QUESTION, change, lexical=True)
    assert "M-1" in {hit.label for hit in shop.recall.ask(QUESTION, lexical=True).hits}
    assert "M-1" not in {hit.label for hit in tried.result.hits}
    assert shop.consolidation.proposals() == (waiting,)


def test_without_a_model_words_decide_and_it_says_so(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.memories.remember("We ship on Mondays.")
    tried = store.recall.with_change(QUESTION, correction(1, "We ship on Tuesdays."))
    assert tried.notice
    assert [hit.text for hit in tried.result.hits] == ["We ship on Tuesdays."]


def test_more_new_texts_than_it_embeds_are_said(shop: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    change = correction(1, "Shipping is free from 60 euros.")
    assert shop.recall.with_change(QUESTION, change).notice == ""
    monkeypatch.setattr(pending, "_MOST_EMBEDDED", 0)
    assert "Only 0 of the new texts have vectors here" in shop.recall.with_change(QUESTION, change).notice


def test_nothing_is_left_behind_even_when_it_cannot_be_made_or_is_stopped(shop: MemoryStore) -> None:
    with pytest.raises(NotFoundError):
        shop.recall.with_change(QUESTION, correction(99, "Nothing."), lexical=True)
    with pytest.raises(InvalidValueError):
        shop.recall.with_change(QUESTION, PendingChange(ChangeKind.MERGE, (1,)), lexical=True)
    stop = CancelToken()
    stop.cancel()
    with pytest.raises(Cancelled):
        shop.recall.with_change(QUESTION, CHANGES["pin"][0], lexical=True, cancel=stop)

    assert not list(Path(tempfile.gettempdir()).glob(f"{PREFIX}{os.getpid()}-*"))


def test_changes_are_named_in_words() -> None:
    assert correction(3, "x").words == "M-3 corrected"
    assert merging(3, [4, 5]).words == "M-4, M-5 merged into M-3"
    assert CHANGES["policy"][0].words == "2 other policy settings"
    assert policy_change({"retrieval_threshold": 0.4}).words == "retrieval threshold 0.4"
    assert policy_change({"short_term_half_life": 3}).words == "short-term half-life 3 days"
