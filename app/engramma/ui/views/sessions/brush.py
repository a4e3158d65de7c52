"""The brushed time range and the search text: one is written as the other. Pure, in local days."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date

from engramma.model.errors import QueryError
from engramma.model.search import Node, Query, Term, field_term, parse, print_query, without
from engramma.model.search.values import Between, Compare, Comparison, Date, Operand

FIELD = "started"


@dataclass(frozen=True, slots=True)
class DayRange:
    """Local days from `first` to `last`, both included."""

    first: date
    last: date

    @classmethod
    def between(cls, one: date, other: date) -> DayRange:
        """The range between two days, in whatever order they come."""
        return cls(min(one, other), max(one, other))

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1


def range_term(days: DayRange, field: str = FIELD) -> Node:
    """The condition `started:from..to`, or of another field of moments."""
    return field_term(field, f"{days.first.isoformat()}..{days.last.isoformat()}")


def brushed_range(query: str, field: str = FIELD) -> DayRange | None:
    """The days that a search text asks for, if it names them; None for none or for anything more involved."""
    try:
        return days_named(parse(query), field)
    except QueryError:
        return None


def days_named(query: Query, field: str) -> DayRange | None:
    """The days that the one condition on a field names; None for none or for anything more involved."""
    found = _terms(query, field)
    if len(found) != 1:
        return None
    match found[0].test:
        case Between(Date() as low, Date() as high):
            return _range(low, high)
        case Compare(Comparison.EQUAL, Date() as day):
            return _range(day, day)
        case _:
            return None


def without_range(query: str) -> str:
    """The search text without its conditions on when the session began."""
    try:
        tree = parse(query)
    except QueryError:
        return query
    return print_query(without_field(tree, FIELD))


def without_field(query: Query, field: str) -> Query:
    """The search without its conditions on a field."""
    for term in _terms(query, field):
        query = without(query, term)
    return query


def _terms(query: Query, field: str) -> list[Term]:
    return [node for node in query.conjuncts if isinstance(node, Term) and node.field == field]


def _range(low: Operand, high: Operand) -> DayRange | None:
    if not isinstance(low, Date) or not isinstance(high, Date):
        return None
    first = date(low.year, low.month or 1, low.day or 1)
    month = high.month or 12
    last_day = high.day or calendar.monthrange(high.year, month)[1]
    return DayRange.between(first, date(high.year, month, last_day))
