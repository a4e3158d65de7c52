"""`recall` and `context`: the documents that scripts rely on, scopes by option, and that looking changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

PARTS = ["text", "meaning", "date", "neighbours", "session", "strength", "importance", "recency"]


@pytest.fixture
def notes(ask: Callable[..., Any]) -> list[str]:
    """The ids of three memories."""
    return [
        ask("remember", "The boat is blue.", "--tag", "paint")["id"],
        ask("remember", "Sand the boat, then paint it twice.", "--kind", "procedural", "--tier", "long")[
            "id"
        ],
        ask("remember", "The cat is asleep.")["id"],
    ]


def test_the_document_of_a_recall(ask: Callable[..., Any], notes: list[str]) -> None:
    answer = ask("recall", "what", "colour", "is", "the", "boat?", "-k", "1")
    assert list(answer)[:6] == ["query", "now", "mode", "hits", "misses", "tokens"]
    assert answer["query"] == "what colour is the boat?"
    assert answer["now"] == "2026-03-02T09:30:00Z"
    assert answer["mode"] == "lexical"
    assert "words alone" in answer["notice"]
    [hit] = answer["hits"]
    assert hit["id"] in notes[:2]
    assert (hit["type"], hit["session"], hit["event"], hit["conflict"], hit["supersedes"]) == (
        "memory",
        None,
        None,
        None,
        None,
    )
    assert list(hit["parts"]) == PARTS
    assert sum(hit["parts"].values()) == pytest.approx(hit["score"])
    assert hit["tokens"] == answer["tokens"] > 0
    [miss] = answer["misses"]
    assert {hit["id"], miss["id"]} == set(notes[:2])
    assert miss["lacked"] in PARTS
    assert miss["short"] >= 0


def test_a_correction_names_what_it_supersedes(ask: Callable[..., Any], notes: list[str]) -> None:
    made = ask("correct", notes[0], "The boat is green.")
    hits = {hit["id"]: hit for hit in ask("recall", "boat")["hits"]}
    assert notes[0] not in hits
    assert hits[made["id"]]["supersedes"] == notes[0]


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--kind", "procedural"], [1]),
        (["--tier", "short"], [0]),
        (["--tier", "sensory"], []),
        (["--tag", "paint"], [0]),
        (["--until", "2020-01-01"], []),
        (["--since", "2026-03-01", "--memories-only"], [0, 1]),
        (["--budget", "1"], []),
    ],
)
def test_scopes(ask: Callable[..., Any], notes: list[str], options: list[str], wanted: list[int]) -> None:
    found = ask("recall", "boat", *options)["hits"]
    assert {hit["id"] for hit in found} == {notes[place] for place in wanted}


def test_it_is_dry_unless_told(ask: Callable[..., Any], content: Callable[[], Any], notes: list[str]) -> None:
    before = content()
    ask("recall", "boat")
    ask("context", "boat")
    assert content() == before
    assert ask("recall", "boat", "--rehearse", now="2026-03-04T09:30:00Z")["recall"] is not None
    assert ask("show", notes[0])["recalls"] == 1
    assert ask("show", notes[2])["recalls"] == 0


def test_people_read_a_table(engramma: Callable[..., Any], notes: list[str]) -> None:
    del notes
    done = engramma("recall", "boat")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].split()[:4] == ["SCORE", "ID", "TIER", "SAID"]
    assert "text" in lines[1]
    assert lines[-1].endswith("lexical")
    assert "words alone" in done.err


def test_nothing_to_find_is_no_failure(engramma: Callable[..., Any], notes: list[str]) -> None:
    del notes
    for question in ("xylophone", "the of and", "🙂", "'\"* OR NEAR("):
        done = engramma("recall", question)
        assert done.code == 0
        assert done.out.strip() == "Nothing came."


def test_wrong_usage(engramma: Callable[..., Any], notes: list[str]) -> None:
    del notes
    assert engramma("recall").code == 2
    assert engramma("recall", "x", "-k", "0").code == 2
    assert engramma("context", "--budget", "0").code == 2
    assert engramma("recall", "x", "--session", "S-9").code == 1
    assert engramma("recall", "x", store=None).code == 1


def test_the_document_of_a_context(ask: Callable[..., Any], notes: list[str]) -> None:
    ask("pin", notes[2])
    filled = ask("context", "boat", "--budget", "400")
    assert list(filled)[:2] == ["budget", "tokens"]
    assert filled["budget"] == 400
    assert filled["tokens"] <= 400
    assert next((item["id"], item["why"]) for item in filled["items"]) == (notes[2], "pinned")
    assert {item["id"] for item in filled["items"]} == set(notes)
    assert filled["left_out"] == []
    assert all(item["text"] in filled["text"] for item in filled["items"])
    small = ask("context", "boat", "--budget", "55")
    assert small["left_out"]
    assert small["tokens"] <= 55


def test_a_context_in_which_nothing_fits_says_so(engramma: Callable[..., Any], notes: list[str]) -> None:
    del notes
    done = engramma("context", "--budget", "5")
    assert done.code == 1
    assert "larger --budget" in done.err


def test_people_get_the_text(engramma: Callable[..., Any], notes: list[str]) -> None:
    del notes
    done = engramma("context")
    assert done.code == 0
    assert done.out.startswith("<memory-data>\n")
    assert "tokens" in done.err
