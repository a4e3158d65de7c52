"""What a query means, evaluated on one row in plain Python, from the rules of the language, not from the compiler."""

from __future__ import annotations

import calendar
import re
import unicodedata
from datetime import UTC, datetime, timedelta

from tests.store.search.made_rows import NOW, Row

from engramma.model.clock import DAY, HOUR
from engramma.model.policy import DEFAULT_POLICY as POLICY
from engramma.model.search.tree import And, Meaning, Node, Not, Or, Phrase, Query, Term, Word
from engramma.model.search.values import (
    Between,
    Choice,
    Compare,
    Date,
    Day,
    Duration,
    Ids,
    Match,
    Never,
    Number,
    Operand,
    Test,
)

_CJK = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u4e00-\u9fff]")
_OPERATORS = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def matches(query: Query, row: Row) -> bool:
    """Whether `row` is found, scope included."""
    if not query.names_state and row.state != "active":
        return False
    return query.root is None or _node(query.root, row)


def _node(node: Node, row: Row) -> bool:
    match node:
        case Not(inner):
            return not _node(inner, row)
        case And(nodes):
            return all(_node(part, row) for part in nodes)
        case Or(nodes):
            return any(_node(part, row) for part in nodes)
        case Word(text):
            return _word(text, row.text) or any(_in_tag(text, name) for name in row.tags)
        case Phrase(text):
            return _phrase(text, row.text)
        case Meaning(text):
            return any(_means(word, row.text) for word in re.findall(r"[^\W_]+", text.lower()))
        case Term("text", Match(text, wild)):
            return _word(text, row.text) if wild or len(text.split()) < 2 else _phrase(text, row.text)
        case Term(field, test):
            return _term(field, test, row)


def _no_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))


def _tokens(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", _no_accents(text))


def _is_one_word(text: str) -> bool:
    return text.isalnum() and not _CJK.search(text)


def _word(text: str, within: str) -> bool:
    text = unicodedata.normalize("NFC", text)
    only_beginning = text.endswith("*") and text.strip("*") != ""
    text = text.rstrip("*") if only_beginning else text
    if not _is_one_word(text):
        return text.lower() in within.lower()
    begins = any(token.startswith(_no_accents(text)) for token in _tokens(within))
    return begins or (not only_beginning and len(text) >= 3 and text.lower() in within.lower())


def _in_tag(text: str, name: str) -> bool:
    only_beginning = text.endswith("*") and text.strip("*") != ""
    text = (text.rstrip("*") if only_beginning else text).lower()
    if _is_one_word(text) and (only_beginning or len(text) < 3):
        return name.lower().startswith(text)
    return text in name.lower()


def _phrase(text: str, within: str) -> bool:
    text = unicodedata.normalize("NFC", text).strip()
    if not all(c.isspace() or _is_one_word(c) for c in text):
        return text.lower() in within.lower()
    wanted, tokens = _tokens(text), _tokens(within)
    standing = any(tokens[i : i + len(wanted)] == wanted for i in range(len(tokens)))
    return standing or (len(text) >= 3 and text.lower() in within.lower())


def _means(word: str, within: str) -> bool:
    if _CJK.search(word):
        return word in within.lower()
    tokens = _tokens(within)
    return any(
        token.startswith(_no_accents(word)) if len(word) >= 4 else token == _no_accents(word)
        for token in tokens
    )


def _like(match: Match, value: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in (match.text.split("*") if match.wild else [match.text]))
    return re.fullmatch(pattern, value, re.IGNORECASE | re.DOTALL) is not None


def strength_exponent(row: Row) -> float:
    if row.pinned or row.kind == "procedural" or row.half_life is None:
        return 0.0
    return row.log2_s0 - max(0, NOW - row.t0) / (row.half_life * DAY)


def _term(field: str, test: Test, row: Row) -> bool:
    title, agent, source, uid, project = row.session or ("", "", "", "", "")
    match field, test:
        case "tier", Choice(value):
            return row.tier == value
        case (("kind" | "category"), Choice(value)):
            return getattr(row, field) == value
        case "state", Choice(value):
            return value == "any" or row.state == value
        case "is", Choice(value):
            return _is(value, row)
        case "has", Choice(value):
            return _has(value, row)
        case "role", Choice(value):
            return value in row.roles
        case "tag", Match():
            return any(_like(test, name) for name in row.tags)
        case "session", Match(text, wild):
            if row.session is None:
                return False
            if wild:
                return _like(test, title)
            return (
                text.lower() in title.lower()
                or text.upper() == uid
                or text in (str(row.session_id), f"S-{row.session_id}")
            )
        case "agent", Match():
            return row.session is not None and _like(test, agent)
        case "project", Match():
            return row.session is not None and _like(test, project)
        case "source", Match():
            return (row.session is not None and _like(test, source)) or any(
                _like(test, n) for n in row.import_names
            )
        case "about", Match():
            return any(_like(test, name) for name in row.entities)
        case "actor", Match():
            return _like(test, row.actor)
        case "speaker", Match():
            return any(_like(test, name) for name in row.speakers)
        case "importance", _:
            return _number(test, row.importance, tolerance=0.005)
        case "strength", _:
            return _number(test, 2 ** strength_exponent(row), tolerance=0.005)
        case "recalls", _:
            return _number(test, row.recalls, tolerance=0)
        case "created", _:
            return _moment(test, row.created_at, future=False)
        case "started", _:
            return row.session_id is not None and _moment(test, NOW - row.session_id * DAY, future=False)
        case "updated", _:
            return _moment(test, row.updated_at, future=False)
        case "recalled", _:
            return _moment(test, row.last_recalled_at, future=False)
        case "fades", _:
            return _moment(test, row.fades_at, future=True)
        case "id", Ids(items):
            return any(
                item == str(row.id) if item.isdecimal() else row.uid.startswith(item) for item in items
            )
        case _:
            raise AssertionError(field)


def _is(value: str, row: Row) -> bool:
    match value:
        case "pinned":
            return bool(row.pinned)
        case "dormant":
            return (
                row.state == "active"
                and not row.conflicted
                and row.fades_at is not None
                and row.fades_at <= NOW
            )
        case "stale":
            return row.kind == "semantic" and strength_exponent(row) <= -POLICY.stale_half_lives
        case "due":
            if row.pinned or row.kind == "procedural":
                return False
            if row.state == "active":
                faded = row.fades_at is not None and row.fades_at <= NOW - POLICY.due_dormant * DAY
                return faded and not row.conflicted
            return row.state == "superseded" and (row.state_at or NOW) <= NOW - POLICY.due_superseded * DAY
        case "conflicted":
            return bool(row.conflicted)
        case "edited":
            return bool(row.person_edited)
        case "promoted":
            return row.promoted
        case "orphan":
            return not row.associated
        case _:
            return row.state == value


def _has(value: str, row: Row) -> bool:
    return {
        "provenance": row.sourced,
        "quote": row.quoted,
        "session": row.session_id is not None,
        "tag": bool(row.tags),
        "association": row.associated,
        "entity": bool(row.entities),
    }[value]


def _number(test: Test, value: float, *, tolerance: float) -> bool:
    match test:
        case Between(Number(low), Number(high)):
            return low <= value <= high
        case Compare("=", Number(wanted)) if tolerance:
            return wanted - tolerance <= value < wanted + tolerance
        case Compare(how, Number(wanted)):
            return bool(_OPERATORS[how](value, wanted))
        case _:
            raise AssertionError(test)


def _bounds(operand: Operand) -> tuple[int, int]:
    """The first and last microsecond of a year, month or day in UTC."""
    if isinstance(operand, Day):
        day = datetime(2026, 9, 15) + timedelta(
            days={"yesterday": -1, "today": 0, "tomorrow": 1}[operand.name]
        )
        operand = Date(day.year, day.month, day.day)
    assert isinstance(operand, Date)
    month = operand.month or 12
    day = operand.day or calendar.monthrange(operand.year, month)[1]
    first = datetime(operand.year, operand.month or 1, operand.day or 1, tzinfo=UTC)
    last = datetime(operand.year, month, day, 23, 59, 59, tzinfo=UTC)
    return round(first.timestamp()) * 1_000_000, round(last.timestamp()) * 1_000_000 + 999_999


def _moment(test: Test, at: int | None, *, future: bool) -> bool:
    if isinstance(test, Never):
        return at is None
    if at is None:
        return False
    distance = at - NOW if future else NOW - at
    match test:
        case Between(Duration() as low, Duration() as high):
            return low.hours * HOUR <= distance <= high.hours * HOUR
        case Between(low, high):
            return _bounds(low)[0] <= at <= _bounds(high)[1]
        case Compare(how, Duration() as length):
            if future and how in ("=", "<", "<=") and distance <= 0:
                return False
            return bool(_OPERATORS["<=" if how == "=" else how](distance, length.hours * HOUR))
        case Compare(how, operand):
            first, last = _bounds(operand)
            compared = {
                "=": first <= at <= last,
                "<": at < first,
                "<=": at <= last,
                ">": at > last,
                ">=": at >= first,
            }
            return compared[how]
        case _:
            raise AssertionError(test)
