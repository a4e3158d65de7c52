"""What is taken for a thing, of which kind, and what is not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.theory.entities.entity_words import finder, found, labelled, rates

from engramma.store.identity import folded
from engramma.theory.entities import MOST_FOUND, EntityType, normal_name, parse_entity_words

AWKWARD = st.text(
    alphabet=st.sampled_from(
        list("aZÄß王小李老师Red.:-_/\\#@'’\"“”„«»《》「」`()[]{}<>0189 \n\t,;!?…—·é\u0301🙂\u200b")
    ),
    max_size=300,
)


@pytest.mark.parametrize("split", ["tune", "held_out"])
def test_a_modest_floor_under_the_quality_on_labelled_statements(split: str) -> None:
    lines = [line for line in labelled() if line.split == split]
    precision, recall = rates(lines)
    assert precision >= 0.93
    assert recall >= 0.9
    for language in ("en", "de", "es", "fr", "zh"):
        assert rates([line for line in lines if line.lang == language])[0] >= 0.85


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Ask Maria Lopez about checkout-service.", {"maria lopez": "person", "checkout-service": "service"}),
        ("Frag Sabine Krüger nach dem Passwort der Datenbank.", {"sabine krüger": "person"}),
        ("Der Server und die Datenbank stehen im Keller.", {}),
        ("Set MAX_RETRIES in config/app.toml, see PAY-118.",
         {"max_retries": "identifier", "config/app.toml": "file", "pay-118": "ticket"}),
        ("load_user() raises E1042 on https://www.shop.example:8080/x?y=1",
         {"load_user": "identifier", "e1042": "code", "shop.example": "host"}),
        ("Since Python 3.11 it is fast.", {"python": "service", "python 3.11": "version"}),
        ("We need Postgres 16 GB of memory.", {"postgres": "service"}),
        ("ping #ops-alerts and @dana, or mail Ops@Shop.example",
         {"#ops-alerts": "channel", "@dana": "handle", "ops@shop.example": "address"}),
        ("The button must say “Order now”, she said “I will not come”.", {"order now": "term"}),
        ("我在读《三体》，王老师说用Redis存。", {"三体": "term", "王老师": "person", "redis": "service"}),
        ("L'équipe de Camille est à Lyon.", {"camille": "person", "lyon": "place"}),
        ("NEVER do that, it is REALLY IMPORTANT!", {}),
        ("On Monday and in March we speak English.", {}),
        ("I read yes/no and and/or in 24/7 support, TCP/IP aside.", {}),
        ("", {}),
    ],
)  # fmt: skip
def test_kinds_by_shape_and_by_name(text: str, kinds: dict[str, str]) -> None:
    assert found(text) == kinds


def test_places_are_those_of_the_name_in_the_text() -> None:
    text = "  (Maria Lopez) told us: use `load_user` in “Order now”, not Redis's cache."
    for item in finder().find(text):
        assert normal_name(text[item.start : item.end]).removesuffix("()") == item.normal_name


def test_a_name_counts_once_and_a_first_name_goes_with_the_full_one() -> None:
    assert found("Maria Lopez called. Then Maria went to see redis and Redis.") == {
        "maria lopez": "person",
        "redis": "service",
    }


@given(st.one_of(AWKWARD, st.text(max_size=400)))
def test_any_text_gives_a_bounded_sorted_list_that_is_always_the_same(text: str) -> None:
    items = finder().find(text)
    assert items == finder().find(text)
    assert len(items) <= MOST_FOUND
    assert [item.start for item in items] == sorted(item.start for item in items)
    assert len({item.normal_name for item in items}) == len(items)
    for item in items:
        assert 0 <= item.start < item.end <= len(text)
        assert item.name
        assert item.normal_name
        assert isinstance(item.type, EntityType)


@given(st.text(max_size=80))
def test_names_are_compared_as_the_store_compares_them(name: str) -> None:
    storable = name.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")
    assert normal_name(storable) == folded(storable)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 1_000_000,
        "a_" * 500_000,
        "Aa" * 500_000,
        "a-1" * 300_000,
        "/" * 1_000_000,
        "a." * 500_000,
        "\"" * 500_000,
        "`a" * 500_000,
        "Maria " * 200_000,
        "x@" * 400_000,
        "https://" * 100_000,
        "小李" * 400_000,
        "(" * 1_000_000,
        "l'" * 400_000,
    ],
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    begun = time.process_time()
    finder().find(text)
    assert time.process_time() - begun < 1.0


def test_lists_that_are_wrong_are_refused() -> None:
    with pytest.raises(ValueError, match="names one language"):
        parse_entity_words(["services = 'a'"])
    with pytest.raises(ValueError, match="any language"):
        parse_entity_words(["language = 'en'"])
    with pytest.raises(ValueError, match="no list"):
        parse_entity_words(
            [
                "language = 'any'",
                "language = 'en'\nmarkers = 'a'",
                "language = 'de'\nmarkers = 'b'\ncapital_nouns = true",
            ]
        )
