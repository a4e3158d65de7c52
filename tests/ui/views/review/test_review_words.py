"""What Review says: titles of pairs, rough times, which cards may be decided together. Pure."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engramma.model.clock import DAY
from engramma.model.plan import Proposal
from engramma.ui.views.review.alike import alike, question_for_all
from engramma.ui.views.review.cards import Card, CardKind, kind_of, sort_key, waiting_words
from engramma.ui.views.review.choices import Act, choices_of
from engramma.ui.views.review.deciding import Order, must_ask
from engramma.ui.views.review.frame import time_words
from engramma.ui.views.review.pair_title import pair_title


@pytest.mark.parametrize(
    ("before", "after", "title"),
    [
        (
            "Free shipping starts at 49 €.",
            "Free shipping starts at 60 €.",
            "Free shipping starts at 49 or 60",
        ),
        ("Search runs on Sundays.", "Search runs on Fridays.", "Search runs on Sundays or Fridays"),
        ("We use pytest.", "Tests are in unittest style everywhere.", "We use pytest."),
        ("The same.", "The same.", "The same."),
    ],
)
def test_a_pair_is_named_by_what_differs(before: str, after: str, title: str) -> None:
    assert pair_title(before, after) == title


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_have_a_title(before: str, after: str) -> None:
    assert len(pair_title(before, after)) <= len(before) + len(after) + 4


@pytest.mark.parametrize(
    ("seconds", "words"), [(2, "5 seconds"), (61, "60 seconds"), (95, "2 minutes"), (360, "6 minutes")]
)
def test_rough_times(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_how_long_it_waits() -> None:
    assert waiting_words(0, 138 * DAY) == "138 d"
    assert waiting_words(5, DAY) == ""


def proposal(
    step: str, action: str, *targets: int, actor: str = "worker", from_pass: bool = True
) -> Proposal:
    return Proposal(1, step, action, targets, (), "because", actor, "pending", 0, from_pass)


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        (proposal("merge", "merge", 1, 2), CardKind.DUPLICATES),
        (proposal("conflict", "supersede", 1, 2), CardKind.CONFLICT),
        (proposal("staleness", "confirm", 1), CardKind.STALE),
        (proposal("expire", "trash", 1), CardKind.DUE),
        (proposal("purge", "purge", 1), CardKind.PURGE),
        (proposal("ask", "trash", 1, actor="agent:ops"), CardKind.PROPOSAL),
        (proposal("expire", "erase_events"), CardKind.PROPOSAL),
        (proposal("something new", "whatever", 1), CardKind.PROPOSAL),
    ],
)
def test_every_proposal_has_a_kind(found: Proposal, kind: CardKind) -> None:
    assert kind_of(found) is kind


def card(number: int, kind: CardKind, found: Proposal | None, **values: object) -> Card:
    made = Card(
        f"card {number}", kind, f"Title {number}", "because", number, (number, number + 1000), proposal=found
    )
    return replace(made, **values)


def test_stakes_come_before_kinds_and_kinds_before_age() -> None:
    cards = [
        card(1, CardKind.RESCUE, None),
        card(3, CardKind.CONFLICT, None),
        card(2, CardKind.CONFLICT, None),
        card(9, CardKind.DUPLICATES, None, high=True),
    ]
    assert [found.since for found in sorted(cards, key=sort_key)] == [9, 2, 3, 1]


def test_only_the_same_cause_is_decided_together_and_never_high_stakes() -> None:
    stale = [card(number, CardKind.STALE, proposal("staleness", "confirm", number)) for number in (1, 2, 3)]
    due = card(4, CardKind.DUE, proposal("expire", "trash", 4))
    high = replace(stale[0], key="high", high=True)
    everything = (*stale, due, high)
    assert alike(stale[0], everything) == tuple(stale)
    assert alike(high, everything) == (high,)


def test_what_erases_or_unseats_a_pinned_one_is_asked_about_one_by_one() -> None:
    purges = tuple(card(number, CardKind.PURGE, proposal("purge", "purge", number)) for number in (1, 2))
    erase = next(choice for choice in choices_of(purges[0]) if choice.act is Act.ACCEPT)
    assert question_for_all(erase, purges) is None
    assert must_ask(Order(purges[0], Act.ACCEPT))
    pair = card(1, CardKind.CONFLICT, proposal("conflict", "supersede", 1, 1001), pinned=frozenset({1}))
    assert must_ask(Order(pair, Act.KEEP, memory=1001))
    assert not must_ask(Order(pair, Act.KEEP, memory=1))
    assert not must_ask(Order(pair, Act.KEEP, memory=1001, even_pinned=True))


@pytest.mark.parametrize("kind", list(CardKind))
def test_every_kind_has_different_keys_and_can_be_put_off(kind: CardKind) -> None:
    choices = choices_of(card(1, kind, None))
    keys = [choice.key for choice in choices]
    assert len(set(keys)) == len(keys)
    assert not {"J", "K", "U", "S"} & set(keys)
    assert choices[-1].act is Act.LATER
