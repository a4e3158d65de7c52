"""Every field and every text, answered by the store as a plain evaluation of the query answers it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from tests.store.search.made_rows import HIDDEN, NOW, Row, made_store
from tests.store.search.plain_evaluation import matches, strength_exponent

from engramma.model.errors import QueryError
from engramma.model.policy import DEFAULT_POLICY
from engramma.model.search import Query, Sort, SortKey, parse
from engramma.model.search.tree import Meaning, Phrase, Word, conjunction, disjunction, negation
from engramma.store.database import Database
from engramma.store.search import compile_events, compile_memories, count, facet_counts, order_ids, visible
from engramma.store.search.along import first_along
from engramma.store.search.context import Context
from engramma.store.tables import event, memory

Store = tuple[Database, list[Row]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    database, rows = made_store(tmp_path_factory.mktemp("search") / "rows.engramma")
    yield database, rows
    database.close()


def found(store: Store, query: Query) -> set[int]:
    clause = compile_memories(query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN)
    with store[0].read() as reading:
        return set(reading.connection.scalars(select(memory.c.id).where(visible(memory, HIDDEN), clause)))


def expected(store: Store, query: Query) -> set[int]:
    return {row.id for row in store[1] if matches(query, row)}


TEXTS = (
    "pay", "PAY", "payments", "ay", "epay", "p", "t", "cafe", "café", "CAFÉ", "prepaye", "支", "支付", "支付宝",
    "网关超", "超时", "ー", "ラーメン", "休み", "c++", "C#", "c", "8080", "80", "strasse", "straße", "STRASSE",
    "naive", "https://example.org/x", "🔥", "λογος", "ΛΟΓΟΣ", "ελλη", "a_line", "line", "100%", "near(x)", "said",
    "'", "OR", "and", "o'brien", "สวัสดี", "สว", "éclair", "eclair", "e\u0301clair", "parsing", "pay*", "ay*",
    "gift", "ärger", "ÄRGER", "-", "*", "%", "_", "\\", "zzz", "a",
)  # fmt: skip
PHRASES = (
    "raw body", "raw body before", "arrive twice", "rrive twic", "on the", "n th", "the end", "the-end", "支付网",
    "say \"hello\"", "cafe on", "port 8080 in", "C++ and", "body\nbefore", "body before", "t", "付", "100%",
    "PAYMENT WEBHOOKS", "is PAID",
)  # fmt: skip
TERMS = (
    "tier:short", "tier:long_term", "tier:sensory", "kind:semantic", "kind:procedural", "category:decision",
    "state:any", "state:active", "state:superseded", "state:trash", "is:pinned", "is:dormant", "is:stale",
    "is:due", "is:active", "is:superseded", "is:trashed", "is:conflicted", "is:edited", "is:promoted",
    "is:orphan", "has:provenance", "has:quote", "has:session", "has:tag", "has:association", "has:entity",
    "tag:payments", "tag:PAYMENTS", "tag:pay*", "tag:*", 'tag:"gift cards"', "tag:ärger", "tag:ÄRGER",
    "tag:c++", "tag:100%", "tag:a_b", "tag:axb", "tag:支付", 'tag:"*"', 'session:"Webhook retries"',
    "session:webhook", "session:12", "session:S-3", "session:01JS0000000000000000000003", "session:*rewrite*",
    "session:größen", "session:100%", "agent:shop-agent", "agent:claude", "agent:*", "source:claude-code",
    "source:notes.jsonl", "source:mcp*", "project:larkspur", "about:checkout", "about:zoë", "about:check*",
    "entity:Larkspur", "actor:person", "actor:agent:*", "actor:agent:claude", "speaker:ada", "speaker:zoë",
    "role:user", "role:tool", "importance:>0.7", "importance:>=0.7", "importance:<0.5", "importance:<=0.5",
    "importance:0.7", "importance:0.3..0.7", "importance:..0.3", "importance:0.9..", "strength:>0.5",
    "strength:<0.1", "strength:>=1", "strength:1", "strength:0.35", "strength:0.1..0.6", "strength:0",
    "strength:>0", "strength:<0", "strength:<=0", "recalls:0", "recalls:>3", "recalls:1..3", "recalled:>3",
    "recalled:<7d", "recalled:>9d", "recalled:never", "recalled:2026-09", "fades:<7d", "fades:7d", "fades:>30d",
    "fades:>=30d", "fades:never", "fades:2026", "fades:<2026-09-15", "fades:1w..8w", "fades:today",
    "fades:>tomorrow", "created:2026-03", "created:2026-03..2026-09", "created:7d", "created:<24h",
    "created:>7d", "created:>=400d", "created:3d..40d", "created:today", "created:yesterday",
    "created:>2026-08", "created:>=2026-09-15", "created:<2026", "created:<=2025", "created:2026-09-15",
    "created:999999y", "created:>999999y", "created:0001", "created:9999-12-31", "created:>9999-12-31",
    "created:tomorrow", "created:2026-08..today", "updated:7d", "updated:today", "updated:>2026-08", "text:pay",
    "started:2026-09-08..2026-09-12", "-started:3d", "session_date:>2026-09-10",
    "text:payments", 'text:"raw body"', "text:pay*", "id:M-12", "id:12,13,14", "id:01JA", "id:01jb,7",
    "id:999999", "id:999999999999999999",
)  # fmt: skip
TOGETHER = (
    "pay OR 支付", "-pay", "-(pay OR cafe)", "pay -tag:pay*", "pay tag:pay*",
    "(pay is:pinned) OR (cafe kind:semantic)", "-tag:tmp -has:session", "-session:webhook", "-fades:<30d",
    "-recalled:7d", "-is:trashed", "state:any -is:active", "NOT strength:>0.5", "the pay on", "pay | is:edited",
    "-~pay", '~"payment prepayment"', "~支付", '-"raw body"', "is:dormant -tag:*", "(a OR b) (c OR d) -e",
    "-created:2026 state:any", "importance:>0.5 strength:>0.5 tier:long",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_words(store: Store, text: str) -> None:
    query = Query(Word(text))
    assert found(store, query) == expected(store, query)


@pytest.mark.parametrize("text", PHRASES)
def test_phrases(store: Store, text: str) -> None:
    query = Query(Phrase(text))
    assert found(store, query) == expected(store, query)


@pytest.mark.parametrize("text", [*TERMS, *TOGETHER])
def test_terms_and_their_opposites(store: Store, text: str) -> None:
    query = parse(text)
    assert found(store, query) == expected(store, query)
    assert query.root is not None
    opposite = Query(negation(query.root))
    assert found(store, opposite) == expected(store, opposite)


def test_examples_are_no_blanks(store: Store) -> None:
    """Nearly all of the examples above find something, so that their agreement means something."""
    empty = [text for text in TERMS if not expected(store, parse(text))]
    assert len(empty) < 25, empty
    for text in ("支", "支付", "超时", "C#", "🔥", "cafe", "eclair", "epay"):
        assert found(store, Query(Word(text))), text


@pytest.mark.parametrize("key", SortKey)
@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize(
    "text", ["", "pay", "the", "state:any -tag:tmp", "is:pinned", "created:2026", "recalls:>0 t"]
)
def test_order(store: Store, key: SortKey, descending: bool, text: str) -> None:
    query = parse(text)
    wanted = [row for row in store[1] if matches(query, row)]
    by = {row.id: row for row in wanted}
    with store[0].read() as reading:
        given_all = order_ids(
            reading.connection,
            query,
            sort=Sort(key, descending),
            now=NOW,
            policy=DEFAULT_POLICY,
            tz=UTC,
            hidden=HIDDEN,
        )
        given_first = order_ids(
            reading.connection, query, sort=Sort(key, descending), now=NOW, policy=DEFAULT_POLICY, tz=UTC,
            hidden=HIDDEN, limit=5,
        )  # fmt: skip
        assert count(reading.connection, query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN) == len(
            wanted
        )
    assert given_all.total_known
    assert sorted(given_all.ids.tolist()) == sorted(by)
    assert given_first.ids.tolist() == given_all.ids.tolist()[:5]
    if given_all.sort_used.key is SortKey.RELEVANCE:
        return
    keys = [_key(by[number], given_all.sort_used.key) for number in given_all.ids.tolist()]
    assert keys == sorted(keys, reverse=descending)


def _key(row: Row, key: SortKey) -> tuple[object, ...]:
    match key:
        case SortKey.STRENGTH:
            return (
                (round(strength_exponent(row), 5), 0)
                if False
                else (int(strength_exponent(row) * 1_000_000), row.id)
            )
        case SortKey.FADES:
            return (row.fades_at is None, row.fades_at or 0, row.id)
        case SortKey.RECALLS | SortKey.IMPORTANCE:
            return (getattr(row, key.value), row.id)
        case SortKey.UPDATED:
            return (row.updated_at, row.id)
        case SortKey.TEXT:
            return (_ascii_lower(row.text[:64]), row.id)
        case SortKey.SESSION:
            session = row.session
            return (
                session is not None,
                session[0].casefold() if session else "",
                row.session_id or 0,
                row.id,
            )
        case SortKey.TIER:
            return (row.tier == "long_term", row.id)
        case SortKey.KIND:
            return (("episodic", "semantic", "procedural").index(row.kind), row.id)
        case _:
            return (row.created_at, row.id)


def test_many_texts_are_sorted_by_their_beginnings(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engramma.store.search.order._MANY_TEXTS", 0)
    by = {row.id: (_ascii_lower(row.text).encode()[:24], row.id) for row in store[1]}
    for descending in (False, True):
        with store[0].read() as reading:
            given = order_ids(
                reading.connection, parse("state:any"), sort=Sort(SortKey.TEXT, descending), now=NOW,
                policy=DEFAULT_POLICY, hidden=HIDDEN,
            ).ids.tolist()  # fmt: skip
        assert given == sorted(by, key=lambda number: by[number], reverse=descending)


def _ascii_lower(text: str) -> str:
    return "".join(c.lower() if c.isascii() else c for c in text)


def test_relevance_puts_the_fuller_match_first(store: Store) -> None:
    with store[0].read() as reading:
        given = order_ids(
            reading.connection, parse("payment OR webhooks OR arrive"), sort=Sort(SortKey.RELEVANCE, True), now=NOW,
            policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN,
        )  # fmt: skip
    texts = {row.id: row.text for row in store[1]}
    hits = ["webhooks arrive" in texts[number].lower() for number in given.ids.tolist()]
    assert given.sort_used.key is SortKey.RELEVANCE
    assert hits == sorted(hits, reverse=True)
    assert True in hits
    assert False in hits


@pytest.mark.parametrize(
    "text",
    [
        "pay",
        "a",
        "t -pay",
        "支付",
        "the OR is:pinned",
        "pay created:2026",
        "-pay",
        "~payment",
        '"on the"',
        "t tag:pay*",
    ],
)
@pytest.mark.parametrize("key", [SortKey.NEWEST, SortKey.IMPORTANCE, SortKey.RECALLS, SortKey.FADES])
def test_reading_along_gives_the_same_first_rows(store: Store, text: str, key: SortKey) -> None:
    query = parse(text)
    sort = Sort(key, key is not SortKey.FADES)
    context = Context(now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN)
    with store[0].read() as reading:
        along = first_along(reading.connection, query, context, driver=None, sort=sort, limit=3)
        given = order_ids(
            reading.connection, query, sort=sort, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN
        ).ids.tolist()
    assert along is None or along.tolist() == given[:3]
    assert along is not None or len(given) < 3 or key is SortKey.FADES


def test_facets_count_under_the_other_conditions(store: Store) -> None:
    rows = store[1]
    for text in (
        "",
        "pay",
        "kind:semantic",
        "kind:semantic OR kind:episodic",
        "is:superseded",
        "tag:payments t",
        "tier:long -pay",
    ):
        query = parse(text)
        with store[0].read() as reading:
            facets = facet_counts(
                reading.connection, query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN, tags=50
            )
        assert facets.matching == len(expected(store, query))
        assert facets.total == len(expected(store, Query()))
        for group, own in (
            (facets.tiers[1:], "tier"),
            (facets.kinds, "kind"),
            (facets.categories, "category"),
        ):
            for entry in group:
                others = " ".join(part for part in _parts(text) if not part.lstrip("(").startswith(f"{own}:"))
                asked = parse(f"{others} {entry.field}:{entry.value}")
                assert entry.count == len(expected(store, asked)), (text, entry)
        others = " ".join(part for part in _parts(text) if not part.startswith("is:"))
        for entry in facets.states:
            assert entry.count == len(expected(store, parse(f"{others} {entry.field}:{entry.value}"))), (
                text,
                entry,
            )
        rest = parse(" ".join(part for part in _parts(text) if not part.startswith("tag:")))
        names = [name for row in rows if matches(rest, row) for name in row.tags]
        assert {entry.value: entry.count for entry in facets.tags} == {
            name: names.count(name) for name in set(names)
        }


def _parts(text: str) -> list[str]:
    return [f"({text})"] if " OR " in text else text.split()


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("tier:sensory", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("tier:short", set()),
        ("kind:semantic", set()),
        ("-kind:semantic", {1, 2, 3, 4, 5, 6, 7, 8}),
        ("cafe", {1}),
        ("支付", {3, 4}),
        ("port OR paid*", {5, 7}),
        ("role:user", {3, 6}),
        ("speaker:ada", {3, 6}),
        ("session:webhook", {5}),
        ("agent:claude -speaker:ada", {1, 4, 7}),
        ("created:<36h", {1}),
    ],
)
def test_events(store: Store, text: str, numbers: set[int]) -> None:
    clause = compile_events(parse(text), now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN)
    with store[0].read() as reading:
        ids = set(reading.connection.scalars(select(event.c.id).where(visible(event, HIDDEN), clause)))
    assert ids == numbers


_PIECES = (
    "tag:", "session:", "about:", "text:", "id:", "source:", '"', "(", ")", "-", "~", " ", "*", "^", "NEAR(",
    "col:", "{", "'", "%", "_", "\\", "\x00", "\ud800", "e\u0301", "支", "🔥", " OR ", "AND ", "+", "--", ";",
    "created:2026", "strength:>1", "\U0010ffff", "\ud7ff",
)  # fmt: skip
_ANY = st.one_of(
    st.text(min_size=1, max_size=12), st.lists(st.sampled_from(_PIECES), min_size=1, max_size=8).map("".join)
)
_LEAF = _ANY.filter(lambda text: text.strip() != "").flatmap(
    lambda text: st.sampled_from([Word(text), Phrase(text), Meaning(text)])
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=_ANY)
def test_any_text_is_answered_or_refused_with_a_reason(store: Store, text: str) -> None:
    try:
        query = parse(text)
    except QueryError:
        return
    _answer_all(store, query)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(leaves=st.lists(_LEAF, min_size=1, max_size=4), negated=st.booleans(), either=st.booleans())
def test_any_words_are_answered(store: Store, leaves: list[Word], negated: bool, either: bool) -> None:
    root = (disjunction if either else conjunction)([negation(leaf) if negated else leaf for leaf in leaves])
    _answer_all(store, Query(root))


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"w{number}" for number in range(100)),
        " OR ".join(f"pay{number}*" for number in range(100)),
        " OR ".join(f'~"a{number} {" ".join(f"b{n}" for n in range(5))}"' for number in range(100)),
        " ".join(f"-tag:t{number}*" for number in range(100)),
        " OR ".join(
            f"{field}:x{number}" for field in ("tag", "session", "about", "source") for number in range(25)
        ),
        "(" * 12 + "pay" + ")" * 12,
        "-(a OR " * 12 + "tag:x* -source:y" + ")" * 12,
        "tag:" + "%" * 3_990,
        "a" * 3_990,
        "支" * 3_990,
        '"' + "a b " * 990 + '"',
        "~" + "wort\\ " * 600 + "end",
    ],
    ids=range(12),
)
def test_long_queries_are_answered(store: Store, text: str) -> None:
    _answer_all(store, parse(text))


def _answer_all(store: Store, query: Query) -> None:
    clause = compile_events(query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN)
    with store[0].read() as reading:
        reading.connection.scalars(select(event.c.id).where(visible(event, HIDDEN), clause)).all()
        everything = order_ids(
            reading.connection, query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN
        )
        order_ids(
            reading.connection, query, sort=Sort(SortKey.RELEVANCE, True), now=NOW, policy=DEFAULT_POLICY, tz=UTC,
            hidden=HIDDEN, limit=3,
        )  # fmt: skip
        facets = facet_counts(
            reading.connection, query, now=NOW, policy=DEFAULT_POLICY, tz=UTC, hidden=HIDDEN
        )
    assert set(everything.ids.tolist()) == found(store, query)
    assert facets.matching == len(everything.ids)
