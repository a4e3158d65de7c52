"""Checks of recall: what a person says of hits is kept, undoable, and asked again without leaving a trace."""

from __future__ import annotations

import pytest

from engramma.engine import MemoryStore
from engramma.model.clock import FixedClock
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.recall import ItemType

QUESTION = "When do we deploy?"


@pytest.fixture
def memory_id(store: MemoryStore) -> int:
    return store.memories.remember("We deploy on Tuesdays.").id


def test_a_check_passes_until_what_it_expects_is_gone(
    store: MemoryStore, memory_id: int, clock: FixedClock
) -> None:
    check = store.recall.checks.judge(QUESTION, (ItemType.MEMORY, memory_id), right=True)
    assert check is not None
    (run,) = store.recall.checks.run()
    assert (run.passed, run.words) == (True, f"M-{memory_id} was hit 1")
    store.memories.trash([memory_id])
    (run,) = store.recall.checks.run([check.id])
    assert not run.passed
    assert "did not come" in run.words
    (kept,) = store.recall.checks.list()
    assert (kept.last_passed, kept.last_words, kept.last_run_at) == (False, run.words, clock.now())


def test_a_check_fails_when_what_it_rejects_comes(store: MemoryStore, memory_id: int) -> None:
    store.recall.checks.judge(QUESTION, (ItemType.MEMORY, memory_id), right=False)
    (run,) = store.recall.checks.run()
    assert not run.passed
    assert "should not come" in run.words


def test_a_verdict_can_be_undone_and_running_leaves_no_operation(store: MemoryStore, memory_id: int) -> None:
    store.recall.checks.judge(QUESTION, (ItemType.MEMORY, memory_id), right=True)
    operations = len(store.history.recent())
    store.recall.checks.run()
    assert len(store.history.recent()) == operations
    store.history.undo()
    assert store.recall.checks.list() == ()
    store.history.redo()
    assert store.recall.checks.of(f"  {QUESTION} ") is not None


def test_a_check_without_a_question_or_that_is_gone_is_refused(store: MemoryStore, memory_id: int) -> None:
    with pytest.raises(InvalidValueError):
        store.recall.checks.judge("  ", (ItemType.MEMORY, memory_id), right=True)
    check = store.recall.checks.judge(QUESTION, (ItemType.MEMORY, memory_id), right=True)
    assert check is not None
    store.recall.checks.remove(check.id)
    with pytest.raises(NotFoundError):
        store.recall.checks.run([check.id])


def test_a_check_that_passed_and_fails_now_broke_and_says_what_was_done_since(
    store: MemoryStore, memory_id: int
) -> None:
    item = (ItemType.MEMORY, memory_id)
    check = store.recall.checks.judge(QUESTION, item, right=True)
    assert check is not None
    runs = store.recall.checks.run_quietly()
    assert runs is not None
    assert [run.broke for run in runs] == [False]
    assert store.recall.checks.changed_since(check.id) == ()
    store.memories.trash([memory_id])
    runs = store.recall.checks.run_quietly()
    assert runs is not None
    assert [run.broke for run in runs] == [True]
    (since,) = store.recall.checks.changed_since(check.id)
    assert since.kind == "trash"
    runs = store.recall.checks.run_quietly()
    assert runs is not None
    assert [run.broke for run in runs] == [False], "it is told once"


def test_another_verdict_breaks_nothing(store: MemoryStore, memory_id: int) -> None:
    item = (ItemType.MEMORY, memory_id)
    store.recall.checks.judge(QUESTION, item, right=True)
    store.recall.checks.run()
    changed = store.recall.checks.judge(QUESTION, item, right=False)
    assert changed is not None
    assert (changed.last_passed, changed.last_words) == (None, "not run since it was changed")
    (run,) = store.recall.checks.run()
    assert (run.passed, run.broke) == (False, False)


def test_a_check_gets_another_question(store: MemoryStore, memory_id: int) -> None:
    item = (ItemType.MEMORY, memory_id)
    check = store.recall.checks.judge(QUESTION, item, right=True)
    other = store.recall.checks.judge("What else?", item, right=True)
    assert check is not None
    assert other is not None
    store.recall.checks.rename(check.id, "Which day is for deploying?")
    assert [kept.question for kept in store.recall.checks.list()] == [
        "Which day is for deploying?",
        "What else?",
    ]
    with pytest.raises(InvalidValueError):
        store.recall.checks.rename(check.id, " what else? ".replace("what", "What"))
    store.history.undo()
    assert store.recall.checks.of(QUESTION) is not None


def test_checks_wait_for_a_model_that_would_have_to_be_loaded(
    store: MemoryStore, memory_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    store.recall.checks.judge(QUESTION, (ItemType.MEMORY, memory_id), right=True)
    store.embedding.run()
    assert store.recall.checks.run_quietly() is not None
    monkeypatch.setattr(type(store.embedding.embedder), "awake", lambda _self: False)
    assert store.recall.checks.run_quietly() is None
