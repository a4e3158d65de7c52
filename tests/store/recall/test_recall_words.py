"""Words found by full text: their forms, their worth, how much of each a row has; any question is harmless."""

from __future__ import annotations

import math
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engramma.engine import MemoryStore, open_store
from engramma.engine.live_sessions import SaidEvent, record_session
from engramma.model.clock import FixedClock
from engramma.store.recall import words as words_module
from engramma.store.recall.words import FoundWords, find_words, stem_of


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> MemoryStore:
    with open_store(store_path, clock=frozen_clock, create=True) as made:
        yield made


def found(store: MemoryStore, question: str, **options: float) -> FoundWords:
    database = store.workspace.database
    with store.workspace.recall.connections(database).one() as driver:
        return find_words(driver, question, **options)


def say(store: MemoryStore, *texts: str, speaker: str = "Ann", role: str = "user") -> list[int]:
    said = [SaidEvent(turn, role, speaker, text, 1_000_000 * turn) for turn, text in enumerate(texts)]
    _session, ids = record_session(
        store.workspace, "talk", said, agent="", topics=[], summary="", started_at=0, ended_at=1
    )
    return list(ids)


def test_forms_of_a_word_are_one(store: MemoryStore) -> None:
    one = store.memories.remember("She is painting the garden wall.").id
    [event] = say(store, "We painted it.")
    word = found(store, "Who paints?").words[0]
    assert word.items.tolist() == [2 * one, 2 * event + 1]
    assert word.rows == 2


def test_the_name_of_who_spoke_is_found_and_a_role_is_not(store: MemoryStore) -> None:
    [event] = say(store, "Good morning.")
    say(store, "Good evening.", speaker="Assistant", role="agent")
    assert found(store, "Ann").words[0].items.tolist() == [2 * event + 1]
    assert found(store, "assistant").words[0].items.tolist() == []


def test_an_edit_and_a_purge_of_text_move_what_is_found(store: MemoryStore) -> None:
    one = store.memories.remember("The port is 8080.").id
    store.memories.edit(one, "The harbour is closed.")
    assert found(store, "port").words[0].items.tolist() == []
    assert found(store, "harbour").words[0].items.tolist() == [2 * one]


def test_shares_sum_to_what_fts5_says_of_all_words_together(store: MemoryStore) -> None:
    for number in range(40):
        store.memories.remember(
            f"note {number} about {'cats ' * (number % 4)}{'dogs ' * (number % 3)}and rain {number % 5}"
        )
    for number in range(80):
        store.memories.remember(f"filler number {number} without any of it")
    words = found(store, "cats dogs rain").words
    total = 120
    summed: dict[int, float] = {}
    for word in words:
        idf = math.log((total - word.rows + 0.5) / (word.rows + 0.5))
        for item, share in zip(word.items.tolist(), word.share.tolist(), strict=True):
            summed[item] = summed.get(item, 0.0) + 2.2 * idf * share
    rows = sqlite3.connect(store.path).execute(
        "SELECT rowid, -bm25(recall_words) FROM recall_words WHERE recall_words MATCH 'cats OR dogs OR rain'"
    )
    assert summed == pytest.approx(dict(rows.fetchall()), rel=1e-4)


def test_a_frequent_word_scores_rows_with_a_rarer_one_as_if_all_had_been_looked_at(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(100):
        common = " common" * (number % 3 != 0) * (1 + number % 2)
        rare, odd = " rare" * (number % 10 == 1), " odd" * (number % 7 == 1)
        store.memories.remember(f"note {number}{common}{rare}{odd}")
    for number in range(60):
        store.memories.remember(f"filler {number}")
    plain = {word.word: word for word in found(store, "common rare odd").words}
    monkeypatch.setattr(words_module, "COMMON_FROM", 0)
    quick = {word.word: word for word in found(store, "common rare odd", common=0.2).words}
    assert set(quick["common"].items.tolist()) == set(plain["common"].items.tolist()) & (
        set(plain["rare"].items.tolist()) | set(plain["odd"].items.tolist())
    )
    assert len(quick["common"].items) > 5
    shares = dict(zip(plain["common"].items.tolist(), plain["common"].share.tolist(), strict=True))
    wanted = [shares[item] for item in quick["common"].items.tolist()]
    np.testing.assert_allclose(quick["common"].share, wanted, atol=1e-4)
    np.testing.assert_array_equal(quick["rare"].items, plain["rare"].items)


def test_a_question_of_frequent_words_alone_still_finds(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        store.memories.remember(f"common thing {number}")
    monkeypatch.setattr(words_module, "COMMON_FROM", 0)
    assert len(found(store, "common", common=0.1).words[0].items) == 30


@pytest.mark.parametrize("question", ["", "the of and", "?!", "🙂", "I", '"', "   "])
def test_stop_words_alone_are_nothing_to_look_for(store: MemoryStore, question: str) -> None:
    store.memories.remember("the of and I")
    words = found(store, question)
    assert words.only_stop_words
    assert words.words == ()


@given(question=st.text(max_size=200))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_question_is_harmless(store: MemoryStore, question: str) -> None:
    found(store, question)


def test_a_very_long_question_keeps_its_rarest_words(store: MemoryStore) -> None:
    one = store.memories.remember("zyzzyva").id
    for number in range(50):
        store.memories.remember(f"word{number} again and word{number + 1}")
    text = " ".join(f"word{number}" for number in range(40)) + " unknown" * 20_000 + " zyzzyva"
    words = found(store, text).words
    assert len(words) == 40
    assert [word.items.tolist() for word in words if word.word == "zyzzyva"] == [[2 * one]]


@pytest.mark.parametrize(
    ("word", "stem"), [("painting", "paint"), ("Müller", "muller"), ("8080", "8080"), ("²", "²")]
)
def test_stems_are_those_of_the_index(word: str, stem: str) -> None:
    assert stem_of(word) in (stem, "")
    assert stem_of(word) or not word.isalnum() or word == "²"


def test_scripts_without_spaces_are_found_by_two_characters(store: MemoryStore) -> None:
    one = store.memories.remember("那条船是红色的。").id
    store.memories.remember("天气很好。")
    words = found(store, "红色的船在哪里 boat")
    held = {word.word: word.items.tolist() for word in words.words}
    assert held["红色"] == held["色的"] == [2 * one]
    assert held["哪里"] == []
    assert "boat" in held
    assert "红色的船在哪里" not in held
    assert not found(store, "红色").only_stop_words
