"""The forms of the clipboard: what is in them, and that no text of a memory can do anything there."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from tests.exchange.outgoing_samples import Load, going_out

from engramma.exchange.writing.copying import copied
from engramma.exchange.writing.markdown_list import escaped, markdown_report
from engramma.model.memory import Kind

HOSTILE = '=HYPERLINK("http://x.example")'


def test_dated_text_has_one_line_a_memory_and_invents_no_day() -> None:
    items = (*going_out("First\nthing.", "Second."), *going_out("Whenever.", time_quality="none"))
    assert copied("text", items).splitlines() == [
        "[2026-01-02] - First thing.",
        "[2026-01-03] - Second.",
        "[unknown] - Whenever.",
    ]


def test_json_is_an_array_with_the_names_of_the_command_line() -> None:
    first, second = json.loads(copied("json", going_out("One.", "Zwei – ä.")))
    assert (first["label"], first["text"], first["kind"], first["tags"]) == (
        "M-1",
        "One.",
        "semantic",
        ["checkout", "money"],
    )
    assert second["text"] == "Zwei – ä."
    assert second["created_at"] == "2026-01-03T00:00:00Z"
    assert json.loads(copied("json", ())) == []


def test_csv_keeps_any_text_and_runs_none() -> None:
    texts = ("Plain, with a comma", 'a "quoted"\nsecond line', HOSTILE, "-1+2", "@SUM(A1)")
    rows = list(csv.DictReader(io.StringIO(copied("csv", going_out(*texts)))))
    assert [row["text"] for row in rows] == [*texts[:2], f"'{HOSTILE}", "'-1+2", "'@SUM(A1)"]
    assert rows[0]["tags"] == "checkout; money"


def test_markdown_names_what_each_memory_is() -> None:
    text = copied("markdown", going_out("Totals are cents.", pinned=True))
    assert text == (
        "- Totals are cents.  \n"
        "  *M-1 · semantic · long-term · decision · pinned · importance 0.80 · 2026-01-02 · tags: checkout, money*\n"
    )


def test_a_report_has_a_part_for_each_kind_that_there_is() -> None:
    items = (*going_out("How."), *going_out("What.", kind=Kind.PROCEDURAL))
    parts = "".join(markdown_report(Load(items))).split("\n## ")
    assert [part.splitlines()[0] for part in parts] == ["# Memories of shop", "Procedural", "Semantic"]
    assert "What." in parts[1]


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)>",
        "![a](http://x.example/p.png)",
        "# Title",
        "1. one",
        "a `b` *c* _d_ &lt;",
    ],
)
def test_markup_in_a_memory_shows_as_its_own_characters(text: str) -> None:
    tokens = MarkdownIt().parse(escaped(text))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    parts = tokens[1].children or []
    assert {part.type for part in parts} <= {"text", "text_special"}
    assert "".join(part.content for part in parts) == text


@settings(max_examples=120)
@given(st.text(st.sampled_from("ab1 .#-+=*_`~[]()<>!&;|\\\"'\n"), max_size=25))
def test_no_text_becomes_markup(text: str) -> None:
    tokens = MarkdownIt().parse(copied("markdown", going_out(f"x {text}")))
    kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in tokens}
    assert kinds <= {"bullet_list", "list_item", "paragraph", "inline"}
    inline = [part for token in tokens for part in token.children or []]
    assert {part.type for part in inline} <= {
        "text",
        "text_special",
        "softbreak",
        "hardbreak",
        "em_open",
        "em_close",
    }
    assert sum(part.type == "em_open" for part in inline) == 1
