"""Reads the value after a field's colon into a test, or says what is wrong with it and what was meant."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from datetime import date

from engramma.model.errors import QueryError
from engramma.model.search.fields import Field, FieldKind, field_names, find_field
from engramma.model.search.lexer import Token
from engramma.model.search.tree import Term
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
    Moment,
    Never,
    Number,
    Operand,
    Test,
)

_OPERATOR = re.compile(r"(>=|<=|≥|≤|>|<|=)?(.*)", re.DOTALL)
_SIGNS = {"": "=", "≥": ">=", "≤": "<="}
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+")
_DURATION = re.compile(r"([0-9]{1,6})([hdwmyHDWMY])")
_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?")
_ID_NUMBER = re.compile(r"(?:[Mm]-?)?([0-9]{1,18})")
_ID_UID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{1,25}")
_DAY_NAMES = frozenset(day.value for day in DayName)
_MOMENTS = "Write a date like 2026-05-15 or 2026-05, a time like 7d (h, d, w, m, y), today or yesterday."


def read_term(token: Token) -> Term:
    """The term that a field token says; raises QueryError with the offsets of the wrong part."""
    known = find_field(token.name)
    name_end = token.start + len(token.name)
    if known is None:
        raise QueryError(
            f"There is no field {token.name}.",
            start=token.start,
            end=name_end,
            hint=_meant(token.name, field_names(), suffix=":") or "To find it as text, put it in quotes.",
        )
    if not token.text.strip():
        raise QueryError(
            f"{known.name}: needs a value right after the colon.",
            start=token.start,
            end=token.end,
            hint=f"For example {known.example}.",
        )
    name, test = known.name, _read(known, token)
    if name == "recalled" and _counts(test):
        name = "recalls"
    return Term(name, test, token.start, token.end)


def _counts(test: Test) -> bool:
    operand = test.operand if isinstance(test, Compare) else test.low if isinstance(test, Between) else None
    return isinstance(operand, Number)


def _read(known: Field, token: Token) -> Test:
    match known.kind:
        case FieldKind.CHOICE:
            return _choice(known, token)
        case FieldKind.TEXT:
            return Match(token.text, wild=token.stars and not token.quoted)
        case FieldKind.IDS:
            return _ids(token)
        case _:
            return _comparison(known, token)


def _choice(known: Field, token: Token) -> Choice:
    listed = known.choice(token.text)
    if listed is not None:
        return Choice(listed.value)
    names = [name for item in known.choices for name in (item.value, *item.aliases)]
    raise QueryError(
        f"{known.name}: does not know {_shown(token.text)}.",
        start=token.value_start,
        end=token.end,
        hint=_meant(token.text, names) or f"It can be {_either([item.value for item in known.choices])}.",
    )


def _ids(token: Token) -> Ids:
    items: list[str] = []
    for part in token.text.split(","):
        part = part.strip()
        number = _ID_NUMBER.fullmatch(part)
        if number is not None:
            items.append(str(int(number.group(1))))
        elif _ID_UID.fullmatch(part):
            items.append(part.upper())
        else:
            raise QueryError(
                f"{_shown(part)} is no id of a memory.",
                start=token.value_start,
                end=token.end,
                hint="Write a number like M-12 or the beginning of a long id; join several by commas.",
            )
    return Ids(tuple(dict.fromkeys(items)))


def _comparison(known: Field, token: Token) -> Test:
    text = token.text.strip()
    if known.kind is FieldKind.MOMENT and text.casefold() == "never" and known.name in ("fades", "recalled"):
        return Never()
    if ".." in text:
        return _range(known, token, text)
    found = _OPERATOR.fullmatch(text)
    assert found is not None
    sign, rest = found.group(1) or "", found.group(2).strip()
    return Compare(Comparison(_SIGNS.get(sign, sign)), _operand(known, token, rest))


def _range(known: Field, token: Token, text: str) -> Test:
    low_text, _, high_text = text.partition("..")
    if not low_text and not high_text:
        raise _unreadable(known, token, text)
    if not high_text:
        return Compare(Comparison.AT_LEAST, _operand(known, token, low_text))
    if not low_text:
        return Compare(Comparison.AT_MOST, _operand(known, token, high_text))
    low, high = _operand(known, token, low_text), _operand(known, token, high_text)
    if _sort_of(low) is not _sort_of(high):
        raise QueryError(
            f"Both ends of {known.name}:{token.text} must be of one sort.",
            start=token.value_start,
            end=token.end,
            hint="Write two numbers, two dates or two lengths of time.",
        )
    if _runs_backwards(low, high):
        raise QueryError(
            f"{known.name}:{token.text} ends before it begins.",
            start=token.value_start,
            end=token.end,
            hint=f"Write {known.name}:{high_text}..{low_text}.",
        )
    return Between(low, high)


def _sort_of(operand: Operand) -> type:
    return Date if isinstance(operand, Day) else type(operand)


def _runs_backwards(low: Operand, high: Operand) -> bool:
    match low, high:
        case Number(first), Number(second):
            return first > second
        case Duration(), Duration():
            return low.hours > high.hours
        case Date(), Date():
            return (low.year, low.month or 1, low.day or 1) > (high.year, high.month or 12, high.day or 31)
        case _:
            return False


def _operand(known: Field, token: Token, text: str) -> Operand:
    operand: Operand | None = None
    if known.kind is FieldKind.MOMENT:
        operand = _moment(text)
    if operand is None and (known.kind is FieldKind.NUMBER or known.name == "recalled"):
        operand = _number(text)
    if operand is None:
        raise _unreadable(known, token, text)
    return operand


def _number(text: str) -> Number | None:
    if _NUMBER.fullmatch(text) is None:
        return None
    value = float(text)
    return Number(value) if math.isfinite(value) else None


def _moment(text: str) -> Moment | None:
    lowered = text.casefold()
    if lowered in _DAY_NAMES:
        return Day(DayName(lowered))
    duration = _DURATION.fullmatch(text)
    if duration is not None:
        return Duration(int(duration.group(1)), duration.group(2).lower())
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(part) if part is not None else None for part in found.groups())
    try:
        date(year or 0, month if month is not None else 1, day if day is not None else 1)
    except ValueError:
        return None
    return Date(year or 0, month, day)


def _unreadable(known: Field, token: Token, text: str) -> QueryError:
    if known.kind is FieldKind.NUMBER:
        return QueryError(
            f"{known.name}: cannot read {_shown(text)} as a number.",
            start=token.value_start,
            end=token.end,
            hint=f"For example {known.example} or {known.name}:1..3."
            if known.name == "recalls"
            else f"For example {known.example} or {known.name}:0.2..0.4.",
        )
    return QueryError(
        f"{known.name}: cannot read {_shown(text)} as a time.",
        start=token.value_start,
        end=token.end,
        hint=_MOMENTS,
    )


def _meant(text: str, names: Iterable[str], *, suffix: str = "") -> str:
    import difflib

    near = difflib.get_close_matches(text.casefold(), list(names), n=1, cutoff=0.7)
    return f"Did you mean {near[0]}{suffix}?" if near else ""


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _shown(text: str) -> str:
    short = text if len(text) <= 40 else f"{text[:39]}…"
    return f"“{short}”"
