"""What a memory waits for agrees with the gates: it waits for a pass exactly when one holds."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.model.clock import DAY
from engramma.model.flow import Waits
from engramma.model.policy import DEFAULT_POLICY
from engramma.theory.promotion import Candidate, RecallFact, promotion_of
from engramma.theory.standing import standing_of, waits_for

PLAIN = Candidate(importance=0.5, recalls=(), turns_later=None, conflicted=False)
recalls = st.lists(st.builds(RecallFact, at=st.integers(0, 3 * DAY), rank=st.integers(1, 6)), max_size=5).map(
    tuple
)
candidates = st.builds(
    Candidate,
    importance=st.sampled_from((0.2, 0.58, 0.6, 0.61, 0.9)),
    recalls=recalls,
    turns_later=st.sampled_from((None, 0, 4, 5, 9)),
    conflicted=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(candidates, st.booleans())
def test_it_waits_for_a_pass_exactly_when_a_gate_holds(candidate: Candidate, session_open: bool) -> None:
    waits, steps = waits_for(candidate, DEFAULT_POLICY, session_open=session_open)
    assert (waits is Waits.PASS) == (promotion_of(candidate, DEFAULT_POLICY) is not None)
    free = promotion_of(replace(candidate, conflicted=False), DEFAULT_POLICY)
    assert (waits is Waits.CONFLICT) == (candidate.conflicted and free is not None)
    assert (steps == 0) == (waits is Waits.PASS)
    has = standing_of(candidate, DEFAULT_POLICY, session_open=session_open)
    rehearsed = has.recalls >= has.recalls_needed and has.days >= has.days_needed
    if rehearsed or has.relevant >= has.relevant_needed:
        assert waits in (Waits.PASS, Waits.CONFLICT)


@settings(max_examples=40, deadline=None)
@given(candidates)
def test_one_recall_away_is_one_recall_away(candidate: Candidate) -> None:
    waits, _steps = waits_for(candidate, DEFAULT_POLICY, session_open=False)
    one_more = (*candidate.recalls, RecallFact(at=9 * DAY, rank=1))
    after = replace(candidate, recalls=one_more, conflicted=False)
    if waits in (Waits.RECALL, Waits.DAY):
        assert promotion_of(after, DEFAULT_POLICY) is not None


def test_what_each_waits_for() -> None:
    def waits(session_open: bool = False, **changes: object) -> Waits:
        return waits_for(replace(PLAIN, **changes), DEFAULT_POLICY, session_open=session_open)[0]  # type: ignore[arg-type]

    day = RecallFact(at=DAY, rank=9)
    assert waits() is Waits.NOTHING
    assert waits(recalls=(day,)) is Waits.RECALLS
    assert waits(recalls=(day, day)) is Waits.RECALL
    assert waits(recalls=(day, day, day)) is Waits.DAY
    assert waits(importance=0.9, session_open=True) is Waits.SESSION
    assert waits(importance=0.9, turns_later=2) is Waits.NOTHING
    assert waits(importance=0.58, turns_later=9) is Waits.IMPORTANCE
