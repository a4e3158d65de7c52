"""Asking the memory: what comes, why, in which scope, what never comes, and what a recall leaves behind."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engramma.engine import MemoryStore
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.engine.recall.budget import fitted
from engramma.engine.recall.index import with_weights
from engramma.engine.review import mark_conflict
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.recall import PARTS, ItemType, RecallHit, RecallMode, RecallResult, RecallScope
from engramma.theory.ranking.weights import DEFAULT_WEIGHTS


def say(store: MemoryStore, *texts: str, days_ago: int = 0) -> tuple[int, list[int]]:
    """A session in which Ann and Bob take turns."""
    begin = store.clock.now() - days_ago * DAY
    said = [
        SaidEvent(
            turn, "user" if turn % 2 == 0 else "agent", "Ann" if turn % 2 == 0 else "Bob", text, begin + turn
        )
        for turn, text in enumerate(texts)
    ]
    session, ids = record_session(
        store.workspace,
        "talk",
        said,
        agent="",
        topics=[],
        summary="",
        started_at=begin,
        ended_at=begin + HOUR,
    )
    return session, list(ids)


def keep(store: MemoryStore, session: int, event: int, text: str) -> int:
    kept = KeptStatement(event, text, "semantic", "fact", 0.6, (), store.clock.now(), text, 0, len(text))
    judged = [Judgement(event, 0.6, (), 0, 0, len(text))]
    return record_gate(store.workspace, session, "talk", statements=[kept], judgements=judged)[0]


def labels(result: RecallResult) -> list[str]:
    return [hit.label for hit in result.hits]


def add_up(hit: RecallHit) -> None:
    assert hit.score == pytest.approx(sum(value for _name, value in hit.parts.items()), abs=1e-9)


def test_an_answer_that_repeats_no_word_comes_before_the_question(store: MemoryStore) -> None:
    _session, events = say(
        store, "Which database do we use for the ledger?", "Postgres, since spring.", "Fine then."
    )
    say(store, "The weather is good.", "So it is.")
    result = store.recall.ask("database of the ledger", limit=2)
    assert labels(result) == [f"E-{events[1]}", f"E-{events[0]}"]
    answer = result.hits[0]
    assert answer.parts.neighbours > 0
    assert answer.parts.text > 0, "words said just before count"
    assert (answer.type, answer.role, answer.speaker, answer.turn) == (ItemType.EVENT, "agent", "Bob", 1)
    for hit in (*result.hits, *(miss.hit for miss in result.misses)):
        add_up(hit)
        assert [name for name, _value in hit.parts.items()] == list(PARTS)


def test_scores_go_down_and_places_up(store: MemoryStore) -> None:
    for number in range(30):
        store.memories.remember(f"note {number} on garden {'roses ' * (number % 3)}and soil")
    result = store.recall.ask("garden roses", limit=5)
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)
    assert [hit.place for hit in result.hits] == [1, 2, 3, 4, 5]
    assert all(miss.hit.score <= scores[-1] for miss in result.misses)
    assert all(miss.lacked in PARTS and miss.short >= 0 for miss in result.misses)
    assert [miss.hit.place for miss in result.misses] == [6, 7, 8, 9, 10]


def test_looking_changes_nothing(store: MemoryStore) -> None:
    one = store.memories.remember("The port is 8080.").id
    before = store.memories.details(one)
    store.recall.ask("port")
    store.recall.context("port")
    assert store.memories.details(one) == before
    assert store.recall.recent() == ()


def test_an_agents_recall_rehearses_the_first_five_memories_and_links_them(
    store: MemoryStore, agent: MemoryStore, clock: FixedClock
) -> None:
    ids = [
        store.memories.remember(f"The port of service number {number} is {8000 + number}.").id
        for number in range(7)
    ]
    clock.advance(3 * DAY)
    result = agent.recall.ask("port of service", limit=7, rehearse=True)
    assert {hit.id for hit in result.hits} == set(ids)
    sent = [hit.id for hit in result.hits]
    for place, one in enumerate(sent):
        assert store.memories.get(one).strength == pytest.approx(1.0 if place < 5 else 2 ** (-3 / 7))
        assert len(store.memories.details(one).associations) == 6
    [recorded] = store.recall.recent()
    assert (recorded.question, recorded.actor, recorded.mode) == (
        "port of service",
        "agent:claude",
        "lexical",
    )
    assert [hit.id for hit in recorded.hits] == sent
    assert [hit.rehearsed for hit in recorded.hits] == [True] * 5 + [False] * 2
    assert sum(value for _name, value in recorded.hits[0].parts) == pytest.approx(
        recorded.hits[0].score, abs=1e-4
    )
    assert recorded.id == result.recall_id


def test_a_recorded_recall_may_hold_events(store: MemoryStore) -> None:
    _session, events = say(store, "The harbour opens at six.")
    store.recall.ask("harbour", rehearse=True)
    [recorded] = store.recall.recent()
    assert [(hit.type, hit.id, hit.rehearsed) for hit in recorded.hits] == [
        (ItemType.EVENT, events[0], False)
    ]
    assert recorded.hits[0].text == "The harbour opens at six."


def test_another_date_cannot_rehearse(store: MemoryStore) -> None:
    with pytest.raises(InvalidValueError):
        store.recall.ask("x", now=0, rehearse=True)
    with pytest.raises(InvalidValueError):
        store.recall.ask("x", limit=0)


def test_what_was_corrected_never_comes_and_its_correction_names_it(store: MemoryStore) -> None:
    session, events = say(store, "The harbour master is called Olsen.")
    wrong = keep(store, session, events[0], "The harbour master is called Olsen.")
    right = store.memories.correct(wrong, "The harbour master is called Olsson.").id
    binned = store.memories.remember("The harbour master is ill.").id
    store.memories.trash([binned])
    result = store.recall.ask("harbour master")
    assert labels(result) == [f"M-{right}"]
    assert result.misses == ()
    assert [side.id for side in result.hits[0].supersedes] == [wrong]
    assert (result.hits[0].event_id, result.hits[0].session_id) == (events[0], session)


def test_both_sides_of_an_open_conflict_come_dated(store: MemoryStore, clock: FixedClock) -> None:
    one = store.memories.remember("The admin account needs two factors.").id
    clock.advance(DAY)
    other = store.memories.remember("Passwords alone will do for admins.").id
    mark_conflict(store.workspace, one, other, what="polarity", stakes="high", detail="")
    hit = store.recall.ask("two factors", limit=1).hits[0]
    assert hit.id == one
    assert [(side.id, side.text, side.created_at) for side in hit.conflicts] == [
        (other, "Passwords alone will do for admins.", clock.now())
    ]
    context = store.recall.context("two factors", budget=500)
    assert "Passwords alone will do for admins." in context.text
    assert {"recalled", "conflict"} == {item.why for item in context.items}


def test_a_dormant_memory_comes_only_when_it_beats_the_third_active_hit(
    store: MemoryStore, clock: FixedClock
) -> None:
    best = store.memories.remember("The lighthouse keeper keeps a red lamp and an old dog in the tower.").id
    weak = store.memories.remember("A dog was seen.").id
    clock.advance(100 * DAY)
    for place in ("harbour", "market", "station", "school"):
        store.memories.remember(f"A dog lives at the {place}, and it is a friendly one that barks seldom.")
    result = store.recall.ask("lighthouse keeper dog", limit=10)
    assert result.hits[0].id == best
    assert result.hits[0].dormant
    assert result.hits[0].strength < 0.1
    assert weak not in {hit.id for hit in result.hits}
    missed = {miss.hit.id: miss for miss in result.misses}
    assert missed[weak].lacked == "strength"
    revived = store.recall.ask("lighthouse keeper", limit=1, rehearse=True).hits[0].id
    assert store.memories.details(revived).segments[-1].reason == "revived"


def test_near_identical_hits_are_one_with_a_count(store: MemoryStore) -> None:
    session, events = say(store, "We ship parcels on Tuesday!")
    kept = keep(store, session, events[0], "We ship parcels on Tuesday.")
    other = store.memories.remember("We ship parcels on Wednesday.").id
    result = store.recall.ask("parcels Tuesday")
    assert [hit.count for hit in result.hits] == [2, 1]
    first = result.hits[0]
    assert {(first.type, first.id), *first.folded} == {(ItemType.MEMORY, kept), (ItemType.EVENT, events[0])}
    assert result.hits[1].id == other
    store.recall.ask("parcels Tuesday", rehearse=True)
    assert store.memories.get(kept).recalls == 1


def test_the_time_asked_about_is_evidence_and_no_filter(store: MemoryStore) -> None:
    say(store, "We repaired the boat engine.", days_ago=200)
    _session, [near] = say(store, "We repaired the boat engine again.", days_ago=30)
    result = store.recall.ask("What did we do with the boat in January 2026?")
    assert result.hits[0].id == near
    assert result.hits[0].parts.date == pytest.approx(0.2)
    assert len(result.hits) == 2


def test_scopes_take_out_only_what_was_asked(store: MemoryStore, clock: FixedClock) -> None:
    session, [event] = say(store, "The boat is blue.")
    kept = keep(store, session, event, "The boat is blue, said Ann to all of us at length.")
    how = store.memories.remember(
        "Paint the boat in two coats.", kind="procedural", tier="long_term", tags=["Paint"]
    ).id

    def come(**scope: object) -> set[str]:
        return set(labels(store.recall.ask("boat", scope=RecallScope(**scope))))  # type: ignore[arg-type]

    assert come() == {f"E-{event}", f"M-{kept}", f"M-{how}"}
    assert come(memories_only=True) == {f"M-{kept}", f"M-{how}"}
    assert come(kinds=("procedural",)) == {f"M-{how}"}
    assert come(tiers=("sensory",)) == {f"E-{event}"}
    assert come(tiers=("sensory", "short_term")) == {f"E-{event}", f"M-{kept}"}
    assert come(tags=("paint",)) == {f"M-{how}"}
    assert come(tags=("paint", "none")) == set()
    assert come(session_id=session) == {f"E-{event}", f"M-{kept}"}
    assert come(until=clock.now() - 1) == set()
    assert come(since=clock.now()) == {f"E-{event}", f"M-{kept}", f"M-{how}"}


def test_a_budget_sends_what_fits(store: MemoryStore) -> None:
    for number in range(6):
        store.memories.remember(
            f"garden {number} " + "with a long row of beans and peas " * (number % 2 * 20 + 1)
        )
    result = store.recall.ask("garden beans", limit=6, budget=60)
    assert 0 < result.tokens <= 60
    assert result.tokens == sum(hit.tokens for hit in result.hits)
    assert {miss.lacked for miss in result.misses} == {"budget"}
    marked = fitted(store.recall.ask("garden beans", limit=6).hits, 60)
    assert [hit.id for hit in marked if hit.sent] == [hit.id for hit in result.hits]
    assert len(marked) == 6
    assert all(hit.sent for hit in fitted(marked, None))


def test_without_a_model_it_goes_by_words_and_says_so(store: MemoryStore) -> None:
    store.memories.remember("The boat is blue.")
    result = store.recall.ask("boat")
    assert result.mode is RecallMode.LEXICAL
    assert "words alone" in result.notice
    assert result.hits[0].parts.meaning == 0.0


def test_with_vectors_it_is_hybrid(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    store.memories.remember("The boathouse is blue.")
    store.memories.remember("Nobody likes beans.")
    store.embedding.run()
    late = store.memories.remember("The boat sank.").id
    result = store.recall.ask("blue boat")
    assert result.mode is RecallMode.HYBRID
    parts = {hit.label: hit.parts for hit in result.hits}
    assert parts["M-1"].meaning > 0
    assert parts[f"M-{late}"].meaning == 0.0, "no vector yet"
    assert store.recall.ask("blue boat", lexical=True).mode is RecallMode.LEXICAL


def test_what_holds_a_word_comes_though_it_is_far_in_meaning(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    store.memories.remember("The boat is blue and lies in the harbour.")
    store.embedding.run()
    (hit,) = store.recall.ask("99999-99-99 xylophone boat").hits
    assert hit.parts.text > 0
    assert store.recall.ask("99999-99-99 xylophone").hits == ()


def test_what_stands_deep_in_a_long_text_is_found_by_its_meaning(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENGRAMMA_EMBEDDER", "hash")
    lines = [f"Line {number} of the report tells of pumps and valves." for number in range(40)]
    lines[33:36] = ["Zebras cross the river at dawn.", "Zebras graze at noon.", "Zebras sleep at dusk."]
    long = store.memories.remember("\n".join(lines)).id
    store.embedding.run()
    vector = store.embedding.embed_query("zebras river dawn").vector
    (hit,) = store.recall.ask("zebras river dawn", vector=vector).hits
    add_up(hit)

    def score(share: float) -> float:
        changed = partial(with_weights, weights=replace(DEFAULT_WEIGHTS, best_passage=share))
        ((_type, found, value),) = store.recall.ranked("zebras river dawn", vector=vector, change=changed)
        assert found == long
        return value

    assert score(DEFAULT_WEIGHTS.best_passage) == pytest.approx(hit.score, abs=1e-5)
    assert score(0.0) < hit.score < score(1.0)
    short = store.memories.edit(long, "Zebras cross the river.").id
    store.embedding.run()
    assert [found.id for found in store.recall.ask("zebras river dawn", vector=vector).hits] == [short]
    assert score(0.0) == pytest.approx(score(1.0))


@pytest.mark.parametrize("question", ["", " ", "the of and", "?", "🙂", "\x00", "I"])
def test_nothing_to_look_for_is_an_honest_empty_list(store: MemoryStore, question: str) -> None:
    store.memories.remember("the of and I ? 🙂")
    result = store.recall.ask(question)
    assert result.hits == ()
    assert result.misses == ()
    assert "no word" in result.notice


def test_a_question_in_chinese_finds_its_memory(store: MemoryStore) -> None:
    boat = store.memories.remember("那条船是红色的。").id
    store.memories.remember("天气很好，我们去散步。")
    assert labels(store.recall.ask("红色的船")) == [f"M-{boat}"]


def test_words_of_no_memory_bring_nothing(store: MemoryStore) -> None:
    store.memories.remember("A long enough memory that says a lot, so that it has a standing of its own.")
    assert store.recall.ask("xylophone").hits == ()


@given(question=st.text(max_size=120))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_question_is_an_error(store: MemoryStore, question: str) -> None:
    store.recall.ask(question)


def test_a_huge_question_is_none_either(store: MemoryStore) -> None:
    store.memories.remember("needle in hay")
    assert len(store.recall.ask("hay " + "wörd " * 20_000 + "needle", rehearse=True).hits) == 1


def test_what_is_written_is_found_at_once_and_by_everyone(store: MemoryStore, agent: MemoryStore) -> None:
    assert store.recall.ask("boat").hits == ()
    one = store.memories.remember("The boat is blue.").id
    assert labels(agent.recall.ask("boat")) == [f"M-{one}"]
    store.memories.edit(one, "The ship is blue.")
    assert labels(store.recall.ask("boat")) == []
    assert labels(store.recall.ask("ship")) == [f"M-{one}"]
    store.history.undo()
    assert labels(store.recall.ask("boat")) == [f"M-{one}"]
    store.memories.trash([one])
    assert labels(store.recall.ask("boat")) == []


def test_a_change_of_policy_is_seen(store: MemoryStore, clock: FixedClock) -> None:
    store.memories.remember("The boat is blue.")
    clock.advance(14 * DAY)
    assert store.recall.ask("boat").hits[0].strength == pytest.approx(0.25)
    store.policy_set({"short_term_half_life": 14.0})
    assert store.recall.ask("boat").hits[0].strength == pytest.approx(0.5)
    store.history.undo()
    assert store.recall.ask("boat").hits[0].strength == pytest.approx(0.25)


def test_a_time_to_come_never_lifts(store: MemoryStore, clock: FixedClock) -> None:
    clock.advance(5_000 * DAY)
    late = store.memories.remember("The boat is blue and rests in the harbour.").id
    clock.instant -= 5_000 * DAY
    store.memories.remember("The boat is blue and rests in the yard.")
    hits = {hit.id: hit for hit in store.recall.ask("boat").hits}
    assert hits[late].parts.recency == 0.0
    assert 0.0 <= hits[late].strength <= 1.0
