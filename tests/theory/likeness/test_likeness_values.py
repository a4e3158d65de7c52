"""The same value in whatever form becomes one; another value stays another."""

from __future__ import annotations

import pytest

from engramma.theory.likeness import Lexicon, profile


def values(text: str, lexicon: Lexicon) -> set[str]:
    return {f"{value.dimension}:{value.canon}" for value in profile(text, lexicon).values}


@pytest.mark.parametrize(
    "forms",
    [
        ("It takes 1500 ms.", "It takes 1.5 seconds.", "It takes 1,500 milliseconds."),
        ("It lasts half an hour.", "It lasts 30 minutes.", "It lasts 0.5 h."),
        ("It is kept for a day.", "It is kept for 24 hours.", "It is kept for one day."),
        ("It runs twice a week.", "It runs two times per week."),
        ("It ends after a year.", "It ends after 12 months."),
        ("The fee is €1,250.50", "The fee is 1250.50 EUR", "The fee is 1,250.5 euros"),
        ("The file has 2 GB.", "The file has 2000 megabytes."),
        ("It is 250 cm long.", "It is 2.5 m long."),
        ("Disk use is 80 %.", "Disk use is four fifths.", "Disk use is 80 percent."),
        ("It costs two million dollars.", "It costs $2,000,000."),
        ("They sold seventy-five tickets.", "They sold 75 tickets."),
    ],
    ids=lambda forms: forms[0],
)
def test_forms_of_one_amount_are_one_value(forms: tuple[str, ...], lexicon: Lexicon) -> None:
    first, *others = (values(form, lexicon) for form in forms)
    assert len(first) == 1
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    "forms",
    [
        ("Due on 2024-03-01.", "Due on 1 March 2024.", "Due on March 1st, 2024.", "Fällig am 1. März 2024."),
        ("Vence el 3 de enero.", "Fällig am 3. Januar.", "Due on Jan 3.", "截止日期是1月3日。"),
        ("It starts at 20:30.", "It starts at 8:30 pm.", "It starts at half past eight in the evening."),
        (
            "Es beginnt um 15 Uhr.",
            "Es beginnt um 15:00.",
            "La cita es a las tres de la tarde.",
            "下午三点开始。",
        ),
        ("Le train part à 9 h 30.", "Le train part à 09:30."),
        ("Es beginnt um halb drei.", "Es beginnt um 2:30 Uhr."),
        ("It closes at midnight.", "It closes at 24:00."),
        ("Every Friday.", "Jeden Freitag.", "Los viernes.", "Tous les vendredis.", "每周五。"),
    ],
    ids=lambda forms: forms[0],
)
def test_forms_of_one_moment_are_one_value(forms: tuple[str, ...], lexicon: Lexicon) -> None:
    first, *others = (values(form, lexicon) for form in forms)
    assert first
    assert all(other == first for other in others)


def test_a_decimal_comma_and_a_grouping_comma_are_told_apart_by_the_language(lexicon: Lexicon) -> None:
    assert values("The limit is 1,500 EUR.", lexicon) == {"eur:1500"}
    assert values("Das Limit beträgt 1,5 Euro.", lexicon) == {"eur:1.5"}
    assert values("Das Limit beträgt 1.500 Euro.", lexicon) == {"eur:1500"}
    assert values("Das Limit beträgt 25,00 €.", lexicon) == {"eur:25"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The parser is at v1.4.12.", {"version:1.4.12"}),
        ("Python 3.10 is needed.", {"version:3.10"}),
        ("Uploads of 20MB pass.", {"size:2e+07"}),
        ("It drives at 1.2 m/s.", {"speed:1.2"}),
        ("仓库温度是25度,超时3秒。", {"temperature:25", "duration:3"}),
        ("Offen von 6 bis 8 Uhr.", {"clock:360", "clock:480"}),
    ],
)
def test_values_are_read_with_their_dimension(text: str, expected: set[str], lexicon: Lexicon) -> None:
    assert values(text, lexicon) == expected


@pytest.mark.parametrize(
    ("noun", "number"), [("Order", "5531"), ("Sprint", "14"), ("Camera", "B"), ("Chapter", "2")]
)
def test_a_number_that_is_a_name_is_no_value(noun: str, number: str, lexicon: Lexicon) -> None:
    taken = profile(f"The {noun.lower()} {number} is late.", lexicon)
    assert list(taken.labels.values()) == [number.lower()]
    assert not taken.values


def test_a_version_with_one_digit_more_is_another(lexicon: Lexicon) -> None:
    assert values("Version 1.10 is out.", lexicon) != values("Version 1.1 is out.", lexicon)
