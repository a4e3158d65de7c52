"""What search texts mean, what is said about wrong ones, and how clicks, chips and completion work on them."""

from __future__ import annotations

import pytest

from engramma.model.errors import QueryError
from engramma.model.search import (
    FIELDS,
    Mode,
    Query,
    complete,
    contains,
    excludes,
    field_term,
    parse,
    print_query,
    top_level_terms,
    with_term,
    without,
)
from engramma.model.search.tree import And, Meaning, Node, Not, Or, Phrase, Term, Word
from engramma.model.search.values import (
    Between,
    Choice,
    Compare,
    Comparison,
    Date,
    Day,
    DayName,
    Duration,
    Ids,
    Match,
    Never,
    Number,
)


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("pay", Word("pay")),
        ('"raw body"', Phrase("raw body")),
        ('~"checkout and payments"', Meaning("checkout and payments")),
        ("~pay", Meaning("pay")),
        ("a b", And((Word("a"), Word("b")))),
        ("a AND b", And((Word("a"), Word("b")))),
        ("a OR b c", Or((Word("a"), And((Word("b"), Word("c")))))),
        ("a | b", Or((Word("a"), Word("b")))),
        ("(a OR b) c", And((Or((Word("a"), Word("b"))), Word("c")))),
        ("-tag:tmp", Not(Term("tag", Match("tmp")))),
        ("NOT (a b)", Not(And((Word("a"), Word("b"))))),
        ("--a", Word("a")),
        ("TIER:Short", Term("tier", Choice("short_term"))),
        ("tier:long_term", Term("tier", Choice("long_term"))),
        ("importance:>0.7", Term("importance", Compare(Comparison.MORE, Number(0.7)))),
        ("importance:≥.5", Term("importance", Compare(Comparison.AT_LEAST, Number(0.5)))),
        ("importance:0.2..0.4", Term("importance", Between(Number(0.2), Number(0.4)))),
        ("importance:0.2..", Term("importance", Compare(Comparison.AT_LEAST, Number(0.2)))),
        ("fades:<7d", Term("fades", Compare(Comparison.LESS, Duration(7, "d")))),
        ("fades:never", Term("fades", Never())),
        ("recalled:>3", Term("recalls", Compare(Comparison.MORE, Number(3)))),
        ("recalled:<7d", Term("recalled", Compare(Comparison.LESS, Duration(7, "d")))),
        ("recalled:1..3", Term("recalls", Between(Number(1), Number(3)))),
        ("created:2026-03..2026-04", Term("created", Between(Date(2026, 3), Date(2026, 4)))),
        ("created:2026-05-15", Term("created", Compare(Comparison.EQUAL, Date(2026, 5, 15)))),
        ("created:Today", Term("created", Compare(Comparison.EQUAL, Day(DayName.TODAY)))),
        ("tag:pay*", Term("tag", Match("pay*", wild=True))),
        ('tag:"pay*"', Term("tag", Match("pay*"))),
        ('session:"Webhook retries"', Term("session", Match("Webhook retries"))),
        ("id:M-12,m7,0014,01jx", Term("id", Ids(("12", "7", "14", "01JX")))),
        ("entity:checkout", Term("about", Match("checkout"))),
        ("actor:agent:shop", Term("actor", Match("agent:shop"))),
        ("is:trash", Term("is", Choice("trashed"))),
        ("10:30", Word("10:30")),
        ("https://example.org", Word("https://example.org")),
        ("std::vector", Word("std::vector")),
        ("or", Word("or")),
        ("well-known", Word("well-known")),
        (r"\-5 \OR", And((Word("-5"), Word("OR")))),
    ],
)
def test_texts_mean(text: str, root: Node) -> None:
    query = parse(text)
    assert query == Query(root)
    assert parse(print_query(query)) == query


@pytest.mark.parametrize(
    ("text", "start", "end", "said"),
    [
        ("teir:short", 0, 4, "Did you mean tier:?"),
        ("a tier:shrot", 7, 12, "Did you mean short?"),
        ("kind:purple", 5, 11, "episodic, semantic or procedural"),
        ("a -", 2, 3, "minus"),
        ("a - b", 2, 3, "minus"),
        ('say "hello', 4, 10, "not closed"),
        ("(a b", 0, 1, "not closed"),
        ("a b)", 3, 4, "closes nothing"),
        (")", 0, 1, "closes nothing"),
        ("()", 0, 2, "Nothing stands"),
        ("a OR", 2, 4, "both sides"),
        ("OR a", 0, 2, "both sides"),
        ("a OR OR b", 2, 4, "both sides"),
        ("AND a", 0, 3, "both sides"),
        ("a AND", 2, 5, "both sides"),
        ("NOT", 0, 3, "excluded"),
        ("tag:", 0, 4, "needs a value"),
        ("tag: x", 0, 4, "needs a value"),
        ("~", 0, 1, "Nothing follows"),
        ('""', 0, 2, "Nothing stands"),
        ("importance:high", 11, 15, "as a number"),
        ("importance:0.9..0.1", 11, 19, "ends before it begins"),
        ("created:soon", 8, 12, "as a time"),
        ("created:2026-13", 8, 15, "as a time"),
        ("created:2026-02-30", 8, 18, "as a time"),
        ("created:7d..2026", 8, 16, "of one sort"),
        ("created:2026..2025", 8, 18, "ends before it begins"),
        ("id:what?", 3, 8, "no id"),
        ("wibble:x", 0, 6, "put it in quotes"),
    ],
)
def test_wrong_texts_say_where_and_what(text: str, start: int, end: int, said: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(text)
    assert (caught.value.start, caught.value.end) == (start, end)
    assert said in str(caught.value)


def test_endless_texts_are_refused() -> None:
    for text in ("a" * 5000, "(" * 13 + "a" + ")" * 13, " ".join("a" * 200), "-(" * 1500):
        with pytest.raises(QueryError):
            parse(text)


def test_empty_query_and_its_properties() -> None:
    assert parse("  ").is_empty
    assert print_query(Query()) == ""
    assert parse('~"a b" -~c ~d').meaning_text == "a b d"
    assert parse("pay").has_text
    assert not parse("-pay is:pinned").has_text
    for text in ("state:any", "-is:trashed", "id:12", "a OR is:superseded", "is:due"):
        assert parse(text).names_state, text
    for text in ("", "is:dormant", "is:pinned trashed"):
        assert not parse(text).names_state, text


@pytest.mark.parametrize(
    ("before", "mode", "after"),
    [
        ("a kind:semantic", Mode.REPLACE, "kind:episodic"),
        ("a", Mode.AND, "a kind:episodic"),
        ("a OR b", Mode.AND, "(a OR b) kind:episodic"),
        ("kind:episodic a", Mode.AND, "a kind:episodic"),
        ("-kind:episodic a", Mode.AND, "a kind:episodic"),
        ("a kind:semantic", Mode.OR, "a (kind:semantic OR kind:episodic)"),
        (
            "a (kind:semantic OR kind:procedural)",
            Mode.OR,
            "a (kind:semantic OR kind:procedural OR kind:episodic)",
        ),
        ("a b", Mode.OR, "(a b) OR kind:episodic"),
        ("a kind:episodic", Mode.OR, "a kind:episodic"),
        ("", Mode.OR, "kind:episodic"),
        ("a", Mode.NOT, "a -kind:episodic"),
        ("kind:episodic a", Mode.NOT, "a -kind:episodic"),
        ("a kind:semantic -kind:procedural", Mode.SWAP, "a kind:episodic"),
        ("(kind:semantic OR kind:procedural) tag:x", Mode.SWAP, "tag:x kind:episodic"),
    ],
)
def test_clicks_edit_the_text(before: str, mode: Mode, after: str) -> None:
    assert print_query(with_term(parse(before), field_term("kind", "episodic"), mode)) == after


def test_terms_are_taken_out_and_recognised() -> None:
    query = parse("pay -tag:tmp (kind:semantic OR kind:episodic)")
    assert (
        print_query(without(query, top_level_terms(query)[1].node)) == "pay (kind:semantic OR kind:episodic)"
    )
    assert print_query(without(query, field_term("kind", "semantic"))) == "pay -tag:tmp kind:episodic"
    assert without(parse("pay"), Word("pay")).is_empty
    assert contains(query, field_term("kind", "episodic"))
    assert not contains(query, field_term("tag", "tmp"))
    assert excludes(query, field_term("tag", "tmp"))
    assert print_query(Query(field_term("tag", "gift cards"))) == 'tag:"gift cards"'
    assert print_query(Query(field_term("tag", "a*"))) == 'tag:"a*"'
    assert print_query(Query(field_term("fades", "<7d"))) == "fades:<7d"


@pytest.mark.parametrize(
    ("text", "field", "value", "negated"),
    [
        ('~"checkout and payments"', "meaning", "checkout and payments", False),
        ("-tag:tmp", "tag", "tmp", True),
        ("created:2026-04..2026-09", "created", "Apr – Sep 2026", False),
        ("created:2025-12..2026-01", "created", "Dec 2025 – Jan 2026", False),
        ("created:2026-05-15", "created", "15 May 2026", False),
        ("created:2026..2026", "created", "2026 – 2026", False),
        ("created:7d", "created", "in the last 7 days", False),
        ("created:>1w", "created", "more than 1 week ago", False),
        ("created:>2026-01", "created", "after Jan 2026", False),
        ("created:today..", "created", "from today", False),
        ("fades:<7d", "fades", "within 7 days", False),
        ("fades:>7d", "fades", "in more than 7 days", False),
        ("fades:7d..30d", "fades", "in 7 – 30 days", False),
        ("recalled:never", "recalled", "never", False),
        ("importance:>0.7", "importance", "> 0.7", False),
        ("importance:0.2..0.4", "importance", "0.2 – 0.4", False),
        ("tier:short", "tier", "Short-term", False),
        ("is:trashed", "is", "In the Trash", False),
        ("id:M-12,14", "id", "M-12, M-14", False),
        ("(tag:a OR tag:b)", "tag", "a or b", False),
        ("(a OR tag:b)", "any of", "a OR tag:b", False),
        ("pay", "text", "pay", False),
    ],
)
def test_chips_speak_to_people(text: str, field: str, value: str, negated: bool) -> None:
    (chip,) = top_level_terms(parse(text))
    assert (chip.field, chip.value, chip.negated) == (field, value, negated)
    assert text[chip.start : chip.end] == text


def test_chips_stand_where_they_were_typed() -> None:
    text = 'pay  -tag:tmp ( a OR b ) session:"x y"'
    assert [text[chip.start : chip.end] for chip in top_level_terms(parse(text))] == [
        "pay",
        "-tag:tmp",
        "( a OR b )",
        'session:"x y"',
    ]


def _tags(field: str, prefix: str) -> list[tuple[str, int | None]]:
    assert field == "tag"
    return [(name, 3) for name in ("payments", "pay later", "tmp") if name.startswith(prefix)]


@pytest.mark.parametrize(
    ("text", "cursor", "first", "after"),
    [
        ("ti", 2, "tier:", "tier:"),
        ("a ent", 5, "about:", "a about:"),
        ("-ta", 3, "tag:", "-tag:"),
        ("(kin b", 4, "kind:", "(kind: b"),
        ("tier:s", 6, "sensory", "tier:sensory "),
        ("tier:lo b", 7, "long_term", "tier:long_term b"),
        ("tag:pay", 7, "payments", "tag:payments "),
        ("tag:pay\\ l", 10, None, None),
        ('tag:"pay l', 10, "pay later", 'tag:"pay later" '),
        ("fades:", 6, "<7d", "fades:<7d "),
        ("created:y", 9, "yesterday", "created:yesterday "),
        ('"ti', 3, None, None),
        ("~ti", 3, None, None),
        ("wibble:x", 8, None, None),
        ("importance:>0", 13, ">0.7", "importance:>0.7 "),
    ],
)
def test_completion(text: str, cursor: int, first: str | None, after: str | None) -> None:
    found = complete(text, cursor, _tags)
    if first is None or after is None:
        assert found == []
        return
    assert found[0].label == first
    put = text[: found[0].start] + found[0].text + text[found[0].end :]
    assert put == after
    assert found[0].cursor == found[0].start + len(found[0].text)


def test_completion_of_nothing_lists_the_fields() -> None:
    assert [item.label for item in complete("", 0)][:3] == ["tier:", "kind:", "category:"]


def test_every_field_explains_itself() -> None:
    for field in FIELDS.values():
        assert field.help.endswith(".")
        assert field.example.startswith(f"{field.name}:")
        assert not parse(field.example).is_empty
