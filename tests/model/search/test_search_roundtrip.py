"""The search text and its tree: every tree prints to text that gives it back; no text raises anything else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.model.errors import QueryError
from engramma.model.search import FIELDS, FieldKind, Query, parse, print_query
from engramma.model.search.tree import (
    And,
    Meaning,
    Node,
    Or,
    Phrase,
    Term,
    Word,
    conjunction,
    disjunction,
    negation,
)
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
    Operand,
    Test,
)

_TRICKY = st.sampled_from(
    [
        "OR",
        "AND",
        "NOT",
        "-x",
        "~x",
        "tag:x",
        "a:b",
        "a::b",
        "http://x",
        "\\",
        "a\\",
        "*",
        "pay*",
        "|",
        ":",
        "()",
    ]
)
TEXTS = st.one_of(
    st.text(min_size=1, max_size=12), st.text('ab:\\"()|-~* .', min_size=1, max_size=6), _TRICKY
).filter(lambda text: bool(text.strip()))
NUMBERS = st.floats(min_value=0, allow_nan=False, allow_infinity=False).map(lambda x: Number(abs(x)))
DURATIONS = st.builds(Duration, st.integers(0, 999_999), st.sampled_from("hdwmy"))
DAYS = st.builds(Day, st.sampled_from(list(DayName)))
DATES = st.one_of(
    st.builds(Date, st.integers(1, 9999)),
    st.builds(Date, st.integers(1, 9999), st.integers(1, 12)),
    st.dates().map(lambda d: Date(d.year, d.month, d.day)),
)


def _ordered(first: Operand, second: Operand) -> Test:
    def place(operand: Operand) -> tuple[float, ...]:
        match operand:
            case Number(value):
                return (value,)
            case Duration():
                return (operand.hours,)
            case Date(year, month, day):
                return (year, month or 0, day or 0)
            case _:
                return (0,)

    low, high = sorted((first, second), key=place)
    return Between(low, high)


def _operands(kind: FieldKind) -> st.SearchStrategy[Operand]:
    return NUMBERS if kind is FieldKind.NUMBER else st.one_of(DURATIONS, DATES, DAYS)


def _tests(name: str) -> st.SearchStrategy[Test]:
    field = FIELDS[name]
    if field.kind is FieldKind.CHOICE:
        return st.sampled_from([Choice(item.value) for item in field.choices])
    if field.kind is FieldKind.TEXT:
        wild = TEXTS.map(lambda text: Match(f"{text}*", wild=True))
        return st.one_of(TEXTS.map(Match), wild)
    if field.kind is FieldKind.IDS:
        item = st.one_of(st.integers(0, 10**17).map(str), st.sampled_from(["01JX", "0ABC", "7ZZ"]))
        return st.lists(item, min_size=1, max_size=3, unique=True).map(lambda items: Ids(tuple(items)))
    operands = _operands(field.kind)
    same = [NUMBERS] if field.kind is FieldKind.NUMBER else [DURATIONS, DATES, DAYS]
    ranges = [st.builds(_ordered, kind, kind) for kind in same]
    never = [st.just(Never())] if name in ("fades", "recalled") else []
    return st.one_of(st.builds(Compare, st.sampled_from(Comparison), operands), *ranges, *never)


TERMS = st.sampled_from(sorted(FIELDS)).flatmap(lambda name: st.builds(Term, st.just(name), _tests(name)))
LEAVES = st.one_of(st.builds(Word, TEXTS), st.builds(Phrase, TEXTS), st.builds(Meaning, TEXTS), TERMS)


def _joined(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    several = st.lists(inner, min_size=1, max_size=4)
    return st.one_of(several.map(conjunction), several.map(disjunction), inner.map(negation))


NODES = st.recursive(LEAVES, _joined, max_leaves=12)
QUERIES = st.one_of(st.just(Query()), NODES.map(Query))


@settings(max_examples=600, deadline=None)
@given(QUERIES)
def test_every_tree_prints_to_text_that_gives_it_back(query: Query) -> None:
    assert parse(print_query(query)) == query


_PIECES = (
    "(", ")", '"', "-", "~", "|", " ", "OR ", "AND ", "NOT ", "\\", "*", "tag:", "is:", "is:pinned", "x", "created:",
    "2026-03..2026-04", "fades:<7d", "importance:>0.7", "id:M-1,", "..", "foo:", "支付", "e\u0301", "\x00",
)  # fmt: skip
_NOISE = st.lists(st.sampled_from(_PIECES), max_size=12).map("".join)


@settings(max_examples=800, deadline=None)
@given(st.one_of(st.text(max_size=40), _NOISE))
def test_any_text_parses_or_raises_a_query_error_within_it(text: str) -> None:
    refused: QueryError | None = None
    try:
        query = parse(text)
    except QueryError as error:
        refused = error
    if refused is not None:
        assert 0 <= refused.start <= refused.end <= len(text)
        assert refused.message.endswith(".")
        return
    printed = print_query(query)
    assert parse(printed) == query
    assert print_query(parse(printed)) == printed


@settings(max_examples=200, deadline=None)
@given(QUERIES)
def test_trees_have_one_shape(query: Query) -> None:
    for node in (query.root, *query.conjuncts):
        if isinstance(node, And):
            assert len(node.nodes) > 1
            assert not any(isinstance(part, And) for part in node.nodes)
        if isinstance(node, Or):
            assert len(node.nodes) > 1
            assert not any(isinstance(part, Or) for part in node.nodes)
