"""The pure parts of the policy's section: every field has its place, scales keep values, a draft keeps edits."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.model.errors import InvalidValueError
from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.model.policy_effect import PolicyEffect, PolicyState
from engramma.ui.views.settings.file_sizes import size_text
from engramma.ui.views.settings.policy.draft import DEFAULTS, PolicyDraft
from engramma.ui.views.settings.policy.fields import GROUPS
from engramma.ui.views.settings.policy.policy_desk import moved_query
from engramma.ui.views.settings.policy.preview_words import applied_words, headline, sentence
from engramma.ui.views.settings.policy.scale import STEPS, scale_of

NAMES = [item.name for item in fields(Policy)]


def test_every_field_of_the_policy_has_one_place() -> None:
    placed = [name for group in GROUPS for name, _words in group.fields]
    assert sorted(placed) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_scale_reaches_both_ends_and_keeps_the_default(name: str) -> None:
    scale = scale_of(name)
    assert (scale.value(0), scale.value(STEPS)) == (scale.low, scale.high)
    assert scale.value(scale.position(DEFAULTS[name])) == DEFAULTS[name]


@settings(max_examples=60)
@given(name=st.sampled_from(NAMES), position=st.integers(-5, STEPS + 5))
def test_every_place_on_a_slider_is_a_value_that_the_policy_takes(name: str, position: int) -> None:
    scale = scale_of(name)
    value = scale.value(position)
    assert DEFAULT_POLICY.with_values({name: value})
    assert scale.value(scale.position(value)) == pytest.approx(value, rel=0.06, abs=0.3)


def test_a_draft_keeps_edits_when_others_change_the_policy() -> None:
    draft = PolicyDraft(DEFAULT_POLICY).with_value("short_term_half_life", 10).with_value("gate_every", 9)
    assert draft.changed == ("short_term_half_life", "gate_every")
    assert draft.with_value("gate_every", 5).changed == ("short_term_half_life",)
    theirs = DEFAULT_POLICY.with_values({"gate_every": 9, "due_dormant": 30})
    rebased = draft.on(theirs)
    assert rebased.changed == ("short_term_half_life",)
    assert (rebased.policy.due_dormant, rebased.policy.short_term_half_life) == (30, 10)
    assert rebased.with_defaults().only_resets
    assert not draft.only_resets
    assert rebased.with_values_of(DEFAULT_POLICY).policy == DEFAULT_POLICY
    with pytest.raises(InvalidValueError):
        draft.with_value("gate_threshold", 2)


def effect(**changes: int) -> PolicyEffect:
    state = PolicyState(5, 3, 2, 1, 1, 0, 0, (8,))
    after = PolicyState(5, 3, 2, 1, 1 + changes.get("due", 0), 0, 0, (8,))
    return PolicyEffect(
        0, state, after, changes.get("sleeps", 0), changes.get("wakes", 0), changes.get("moved", 0), ()
    )


def test_the_words_say_what_matters_most() -> None:
    draft = PolicyDraft(DEFAULT_POLICY).with_value("short_term_half_life", 10)
    assert headline(effect(wakes=1, moved=4), None) == "1 memory wakes up"
    assert headline(effect(sleeps=38, wakes=2), None) == "38 memories fall asleep"
    assert headline(effect(), 3) == "3 memories rise"
    assert headline(effect(due=-1), None) == "1 memory no longer becomes due for the Trash"
    assert headline(effect(moved=7), None) == "7 dates move"
    assert headline(effect(), None) == "No memory changes"
    assert sentence(draft, effect(wakes=2)) == "Short-term half-life 7 → 10 days. None falls asleep."
    assert applied_words(draft, 704) == "Short-term half-life is 10 days now, 704 fading dates moved"


@pytest.mark.parametrize(
    ("changed", "query"),
    [
        (("short_term_half_life",), "tier:short_term -is:pinned -kind:procedural"),
        (("short_term_half_life", "long_term_half_life"), "-is:pinned -kind:procedural"),
        (("long_term_half_life", "retrieval_threshold"), "-is:pinned -kind:procedural"),
    ],
)
def test_what_moves_can_be_searched_for(changed: tuple[str, ...], query: str) -> None:
    assert moved_query(changed) == query


def test_sizes_are_written_as_people_read_them() -> None:
    assert [size_text(count) for count in (0, 12, 2_500_000, 3_100)] == ["none", "12 bytes", "2.5 MB", "3 kB"]
