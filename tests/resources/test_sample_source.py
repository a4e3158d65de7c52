"""The source of the sample store: well formed, in time order, true to the model, and enough for every view.

Pure: no engine and no store; what the story comes to is worked out in sample_story.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from sample_story import DAY, Source, minute, read_all

from engramma.model.memory import Category, Kind
from engramma.model.search.parser import parse

# The afternoon of the last day, after all that happens in the story.
NOW = 15 * 60
THRESHOLD = 0.10
ACTORS = {"agent:shop-agent", "agent:ops-agent", "person", "worker"}


@pytest.fixture(scope="module")
def source() -> Source:
    return read_all()


def test_lines_have_their_shape_and_keys_are_unique(source: Source) -> None:
    assert source.misshapen == []
    assert source.repeated == []
    assert {line["actor"] for line in source.lives} == ACTORS


def test_sessions_run_in_order(source: Source) -> None:
    for key, session in source.sessions.items():
        turns = source.turns(key)
        times = [minute(0, event["at"]) for event in turns]
        assert [event["turn"] for event in turns] == list(range(1, len(turns) + 1)), key
        assert [event["key"] for event in turns] == [f"{key}/{event['turn']}" for event in turns], key
        assert times == sorted(times), key
        assert minute(0, session["start"]) <= times[0] <= times[-1] <= minute(0, session["end"]), key
        assert 8 <= len(turns) <= 64, key
        assert -160 <= session["day"] <= 0, key
        assert not session["open"] or session["day"] == 0, key
    assert sum(session["open"] for session in source.sessions.values()) <= 1
    roles = {event["role"] for event in source.events.values()}
    assert roles == {"user", "agent", "tool", "decision", "error", "note"}


def test_memories_rest_on_what_was_said(source: Source) -> None:
    for key, memory in source.memories.items():
        event = source.events[memory["event"]]
        assert memory["quote"], key
        assert memory["quote"] in event["text"], key
        assert memory["kind"] in set(Kind), key
        assert memory["category"] in set(Category), key
        most = 1.0 if event["role"] in ("user", "decision") else 0.79
        assert 0.0 < memory["importance"] <= most, key
        assert memory["tags"], key
        assert len(set(memory["tags"])) == len(memory["tags"]), key


def test_verdicts_add_up(source: Source) -> None:
    dropped = {verdict["event"] for verdict in source.verdicts if not verdict["kept"]}
    for verdict in source.verdicts:
        total = sum(round(reason["points"] * 100) for reason in verdict["reasons"])
        assert total == round(verdict["score"] * 100), verdict
        assert verdict["kept"] == (verdict["score"] >= 0.5), verdict
        assert source.events[verdict["event"]]["role"] != "tool", verdict
        if verdict["kept"]:
            assert source.memories[verdict["memory"]]["event"] == verdict["event"], verdict
            assert verdict["event"] not in dropped, verdict


def test_lives_are_in_time_order_and_nothing_happens_before_its_birth(source: Source) -> None:
    moments = [minute(line["day"], line["at"]) for line in source.lives]
    assert moments == sorted(moments)
    assert moments[-1] < NOW
    assert source.story.offences == []


def test_recalls_in_a_session_are_of_its_agent_and_within_its_hours(source: Source) -> None:
    for line in source.lives:
        if line["do"] == "recall" and line["session"] is not None:
            session = source.sessions[line["session"]]
            assert line["actor"] == f"agent:{session['agent']}", line
            assert line["day"] == session["day"], line
            assert session["start"] <= line["at"] <= session["end"], line
            assert len(set(line["hits"])) == len(line["hits"]) >= 1, line


def test_there_is_enough_of_everything(source: Source) -> None:
    lives = source.story.lives
    active = [life for life in lives.values() if life.state == "active"]
    fading = [life for life in active if life.fades]
    kinds = Counter(life.kind for life in lives.values())
    does = Counter(line["do"] for line in source.lives)
    states = Counter(life.state for life in lives.values())
    assert 44 <= len(source.sessions) <= 52
    assert 900 <= len(source.events) <= 1300
    assert 320 <= len(lives) <= 380
    assert 0.12 <= kinds["procedural"] / len(lives) <= 0.2
    assert 0.24 <= kinds["episodic"] / len(lives) <= 0.36
    assert set(Counter(memory["category"] for memory in source.memories.values())) == set(Category)
    assert 0.4 <= sum(life.tier == "long_term" for life in lives.values()) / len(lives) <= 0.5
    assert sum(life.pinned for life in active) >= 12
    assert states["trashed"] >= 12
    assert states["superseded"] >= 15
    assert does["correct"] >= 10
    assert does["recall"] >= 350
    assert source.story.undone >= 6
    assert does["proposal"] >= 25
    assert sum(life.strength(NOW) >= THRESHOLD > life.strength(NOW + 7 * DAY) for life in fading) >= 25
    assert (
        sum(
            life.strength(NOW) < THRESHOLD
            and life.tier == "short_term"
            and not life.recalls
            and not life.rivals
            for life in fading
        )
        >= 35
    )
    important = [life for life in fading if life.importance > 0.7]
    assert sum(life.strength(NOW) >= THRESHOLD > life.strength(NOW + 14 * DAY) for life in important) >= 6


def test_there_are_chains_conflicts_and_duplicates_to_decide(source: Source) -> None:
    corrected = {line["memory"] for line in source.lives if line["do"] == "correct"}
    made = {line["key"] for line in source.lives if line["do"] == "correct"}
    conflicts = [line for line in source.lives if line["do"] == "conflict"]
    merged = [line for line in source.lives if line["do"] == "merge"]
    waiting = [line for line in source.lives if line["do"] == "proposal" and line["step"] == "merge"]
    steps = {line["step"] for line in source.lives if line["do"] == "proposal"}
    assert len(corrected & made) >= 2, "corrections of corrections"
    assert len(conflicts) >= 10
    assert len(source.story.open_high) >= 4
    assert len(merged) + len(waiting) >= 12
    assert min(len(merged), len(waiting)) >= 5
    assert steps == {"merge", "expire", "conflict", "summarise", "staleness"}


def test_nothing_is_said_twice(source: Source) -> None:
    said = Counter(event["text"].casefold() for event in source.events.values() if len(event["text"]) > 30)
    kept = Counter(re.sub(r"\W+", " ", memory["text"]).casefold() for memory in source.memories.values())
    asked = Counter(line["question"] for line in source.lives if line["do"] == "recall")
    assert [text for text, count in (said + kept).items() if count > 2] == []
    assert [text for text, count in said.items() if count > 1] == []
    assert [text for text, count in kept.items() if count > 1] == []
    assert max(asked.values()) <= 2


FORBIDDEN = {
    "e-mail address": r"\b[\w.+-]+@[\w-]+\.\w+",
    "phone number": r"\+\d{2}[ \d/()-]{6,}|\b0\d{2,4}[ /-]\d{5,}",
    "web address": r"https?://|\bwww\.",
    "host": r"\b[\w-]+\.(?:com|net|org|io|dev|de|at|ch|eu|shop|app)\b(?<!example\.com)",
    "card number": r"\b(?:\d{4}[ -]?){3}\d{4}\b",
    "date of a calendar": r"\b20[2-3]\d\b|\b\d{1,2}\.\d{1,2}\.\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b",
    "token": r"\b(?:sk|pk|ghp|xox[bp])[-_]\w{8,}",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_text_holds_what_must_not_be_in_a_sample(source: Source, what: str) -> None:
    assert [text for text in source.texts() if re.search(FORBIDDEN[what], text)] == []


def test_the_store_names_searches_that_can_be_read_and_entities_that_exist(source: Source) -> None:
    keys = set(source.story.lives)
    assert source.store["name"] == "larkspur-shop"
    assert len(source.store["saved_searches"]) == 3
    for saved in source.store["saved_searches"]:
        assert parse(saved["query"]) is not None
    assert len(source.store["entities"]) >= 15
    for entity in source.store["entities"]:
        assert entity["name"]
        assert entity["type"]
        assert set(entity["memories"]) <= keys, entity["name"]
        assert len(set(entity["memories"])) == len(entity["memories"]) >= 3, entity["name"]
