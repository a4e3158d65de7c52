"""The brushed range of strength and the search text: one is written as the other. Pure.

A tenth holds its lower end and not its upper one, so the range is written as two conditions where it needs both.
"""

from __future__ import annotations

from engramma.model.errors import QueryError
from engramma.model.records import dataclass
from engramma.model.search import Node, Query, Term, field_term, parse, print_query, without
from engramma.model.search.tree import conjunction
from engramma.model.search.values import Between, Compare, Comparison, Number

FIELD = "strength"


@dataclass(frozen=True, slots=True)
class StrengthRange:
    """Strengths from `low` to just below `high`; up to and with 1."""

    low: float
    high: float


def range_terms(brushed: StrengthRange) -> tuple[Node, ...]:
    """The conditions that find the range; none for all strengths."""
    low = (field_term(FIELD, f">={brushed.low:g}"),) if brushed.low > 0.0 else ()
    high = (field_term(FIELD, f"<{brushed.high:g}"),) if brushed.high < 1.0 else ()
    return (*low, *high)


def with_range(query: str, brushed: StrengthRange | None) -> str:
    """The search text with this range in place of its own conditions on strength, or without any."""
    rest = without_strength(parse(query))
    added = () if brushed is None else range_terms(brushed)
    return print_query(Query(conjunction((*rest.conjuncts, *added))))


def without_strength(query: Query) -> Query:
    """The search without its conditions on strength alone."""
    for node in query.conjuncts:
        if isinstance(node, Term) and node.field == FIELD:
            query = without(query, node)
    return query


def brushed_range(query: str) -> StrengthRange | None:
    """The range that a search text asks for; None for none, or for anything more involved."""
    try:
        found = [node for node in parse(query).conjuncts if isinstance(node, Term) and node.field == FIELD]
    except QueryError:
        return None
    low, high = 0.0, 1.0
    for node in found:
        match node.test:
            case Between(Number(below), Number(above)):
                low, high = max(low, below), min(high, above)
            case Compare(Comparison.MORE | Comparison.AT_LEAST, Number(value)):
                low = max(low, value)
            case Compare(Comparison.LESS | Comparison.AT_MOST, Number(value)):
                high = min(high, value)
            case Compare(Comparison.EQUAL, Number(value)):
                low, high = max(low, value), min(high, value)
    return StrengthRange(low, high) if found and low <= high else None
