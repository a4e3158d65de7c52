"""`search`: the language of the search line, limits, order, and where a query is wrong."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ITEM = {
    "id", "label", "text", "kind", "tier", "category", "state", "pinned", "importance", "strength", "fades_at",
    "created_at", "recalls", "tags", "version",
}  # fmt: skip


@pytest.fixture
def five(ask) -> list[str]:
    """Labels of five memories, oldest first; M-5 is pinned, M-2 tagged tmp."""
    for number in range(1, 6):
        ask(
            "remember",
            f"Harbour note {number}",
            "--importance",
            f"0.{number}",
            *(("--tag", "tmp") if number == 2 else ()),
            now=f"2026-03-0{number}T08:00:00Z",
        )
    ask("pin", "5", now="2026-03-05T09:00:00Z")
    return [f"M-{number}" for number in range(1, 6)]


def labels(found) -> list[str]:
    return [item["label"] for item in found["items"]]


def test_the_document(ask, five) -> None:
    found = ask("search", "harbour")
    assert set(found) == {"query", "total", "items"}
    assert (found["query"], found["total"]) == ("harbour", 5)
    assert labels(found) == five[::-1]
    assert all(set(item) == ITEM for item in found["items"])


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("-tag:tmp",), ["M-5", "M-4", "M-3", "M-1"]),
        (("harbour", "importance:>0.35", "-is:pinned"), ["M-4"]),
        (("tier:short",), ["M-4", "M-3", "M-2", "M-1"]),
        (("tier:short_term",), ["M-4", "M-3", "M-2", "M-1"]),
        (("is:pinned OR tag:tmp",), ["M-5", "M-2"]),
        ((), ["M-5", "M-4", "M-3", "M-2", "M-1"]),
        (("",), ["M-5", "M-4", "M-3", "M-2", "M-1"]),
        (("nothing",), []),
    ],
)
def test_the_query_may_be_one_argument_or_many(ask, five, words, expected) -> None:
    assert labels(ask("search", *words, now="2026-03-06T08:00:00Z")) == expected


def test_limit_offset_and_total(ask, five) -> None:
    found = ask("search", "harbour", "--limit", "2", "--offset", "1")
    assert (found["total"], labels(found)) == (5, ["M-4", "M-3"])
    assert labels(ask("search", "--limit", "0")) == five[::-1]
    assert ask("search", "--offset", "9") == {"query": "", "total": 5, "items": []}


def test_order(ask, five) -> None:
    assert labels(ask("search", "--sort", "newest:asc")) == five
    assert labels(ask("search", "--sort", "importance")) == five[::-1]
    assert labels(ask("search", "--sort", "importance:asc")) == five
    assert labels(ask("search", "--sort", "text")) == five
    assert labels(ask("search", "--sort", "fades")) == five


@pytest.mark.parametrize(
    ("query", "pointed"),
    [("tier:shrt harbour", "shrt"), ("harbour colour:red", "colour"), ("importance:>lots", ">lots")],
)
def test_a_wrong_query_shows_the_place(engramma, five, content, query, pointed) -> None:
    before = content()
    done = engramma("search", query, "--json")
    assert (done.code, done.out) == (2, "")
    said, line, carets = done.err.splitlines()
    assert said.startswith("engramma: The query cannot be read: ")
    assert line == f"  {query}"
    assert line[carets.index("^") : len(carets)] == pointed
    assert content() == before


def test_wrong_usage(engramma, five) -> None:
    for arguments in (
        ("search", "--sort", "beauty"),
        ("search", "--sort", "text:up"),
        ("search", "--limit", "-1"),
        ("search", "--jsno"),
        ("search", "x", "--now", "yesterday"),
    ):
        done = engramma(*arguments)
        assert (done.code, done.out) == (2, "")
        assert done.complaint.endswith("See engramma search --help.")


def test_people_get_a_table(engramma, five, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    done = engramma("search", "harbour", "--limit", "2", now="2026-03-05T10:00:00Z")
    heads, first, second, last = done.out.splitlines()
    assert heads.split() == ["ID", "TIER", "KIND", "STRENGTH", "FADES", "IN", "TEXT", "TAGS"]
    assert first.split()[:5] == ["M-5", "long", "semantic", "pinned", "never"]
    assert second.split()[:6] == ["M-4", "short", "semantic", "0.90", "22", "d"]
    assert last == "5 found, 3 more: --offset 2"
    assert max(map(len, done.out.splitlines())) <= 60
    assert engramma("search", "nothing").out == "No memory fits.\n"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.text(max_size=30))
def test_any_text_is_found_or_refused_but_never_fails(engramma, five, query: str) -> None:
    done = engramma("search", "--json", "--", query)
    assert done.code in (0, 2), done.err
    if done.code == 0:
        assert set(done.document) == {"query", "total", "items"}
