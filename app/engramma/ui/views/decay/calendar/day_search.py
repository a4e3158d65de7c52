"""Days of the calendar and the search text: one is written as the other, and both hold the same memories. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.model.calendar import Fate
from engramma.model.records import dataclass
from engramma.model.search import Mode, Query, field_term, print_query, with_term
from engramma.ui.views.sessions.brush import DayRange, days_named, without_field

FIELD = "fades"
MOST_NAMED, QUERY_ROOM = 400, 3_800


@dataclass(frozen=True, slots=True)
class NamedDays:
    """A search text that names a day's memories one by one, the search before it, and which days it was."""

    text: str
    rest: str
    fate: Fate
    days: DayRange


def days_asked(query: Query) -> DayRange | None:
    """The days of fading that a search names; None for none or anything more involved."""
    return days_named(query, FIELD)


def without_days(query: Query) -> Query:
    """The search without its conditions on fading: what the cells count."""
    return without_field(query, FIELD)


def search_for(rest: Query, fate: Fate, days: DayRange, ids: Sequence[int]) -> str:
    """A search text that finds the `ids`, which meet a fate on these days; "" when they are too many to be named."""
    if fate is Fate.DORMANT:
        one = days.first == days.last
        named = days.first.isoformat() if one else f"{days.first.isoformat()}..{days.last.isoformat()}"
        term = field_term(FIELD, named)
        found = with_term(rest, term, Mode.AND)
        # Only active memories fade: a search that names another state would find more.
        return print_query(
            with_term(found, field_term("is", "active"), Mode.AND) if rest.names_state else found
        )
    if not 0 < len(ids) <= MOST_NAMED:
        return ""
    term = field_term("id", ",".join(str(one) for one in sorted(ids)))
    text = print_query(with_term(rest, term, Mode.AND))
    return text if len(text) <= QUERY_ROOM else ""
