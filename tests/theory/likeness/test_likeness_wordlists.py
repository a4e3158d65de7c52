"""The shipped word lists are well formed, and bad ones are refused."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from engramma.theory.likeness import Lexicon, load_lexicon, profile

LANGUAGES = ("de", "en", "es", "fr", "zh")
ALLOWED = {
    "": {"language", "names", "letters", "decimal", "possessives", "stop", "light", "negators", "local", "change",
         "bounds", "joints"},
    "modal": {"apart", "allow", "forbid", "oblige", "only", "past", "future", "conditions", "preferring", "second"},
    "naming": {"titles", "turning", "assigning", "manners", "adding", "exclusive", "labels", "versions", "holders",
               "qualifiers", "relations", "routes", "targets"},
    "numbers": {"words", "fractions", "ordinals", "multiples", "per", "ones", "after_for"},
    "calendar": {"weekdays", "months", "clock", "morning", "evening", "oclock", "at", "half_past", "half_to",
                 "half_after", "quarter_past", "quarter_to", "days", "of_month", "ranges", "fronted"},
    "forms": {"suffixes", "prefixes", "links"},
}  # fmt: skip
FREE = {"opposites", "actions", "synonyms", "scopes", "choices", "units"}


def tables() -> dict[str, dict[str, Any]]:
    lists = files("engramma.resources") / "likeness"
    read = (
        tomllib.loads(file.read_text(encoding="utf-8"))
        for file in lists.iterdir()
        if file.name.endswith(".toml")
    )
    return {table["language"]: table for table in read if "language" in table}


def test_there_is_a_list_for_every_language() -> None:
    assert sorted(tables()) == sorted((*LANGUAGES, "any"))


@pytest.mark.parametrize("language", [*LANGUAGES, "any"])
def test_every_list_has_a_name_that_is_read(language: str) -> None:
    for name, value in tables()[language].items():
        if not isinstance(value, dict):
            assert name in ALLOWED[""]
        elif name not in FREE:
            assert set(value) <= ALLOWED[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_opposites_have_two_sides_and_the_calendar_is_whole(language: str) -> None:
    table = tables()[language]
    assert all(
        len(words.split("|")) == 2 and all(map(str.strip, words.split("|")))
        for words in table["opposites"].values()
    )
    assert len(table["calendar"]["weekdays"]) == 7
    assert len(table["calendar"]["months"]) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_has_two_meanings_in_one_kind_of_list(language: str) -> None:
    table = tables()[language]
    words = [
        word
        for listed in (*table["actions"].values(), *table["synonyms"].values())
        for word in listed.split()
    ]
    assert sorted({word for word in words if words.count(word) > 1}) == []


@pytest.mark.parametrize(
    "texts",
    [[], ['language = "any"'], ['stop = "a"'], ['language = "en"', 'language = "en"'], ["language ="]],
)
def test_what_is_no_word_list_is_refused(texts: list[str]) -> None:
    with pytest.raises(ValueError):
        load_lexicon(texts)


def test_one_bare_language_is_enough() -> None:
    lexicon: Lexicon = load_lexicon(['language = "tlh"\nstop = "je"\nnegators = "be"'])
    assert profile("nuqneH je", lexicon).index.keys() == profile("nuqneh", lexicon).index.keys()
