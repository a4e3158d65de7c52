"""The search text that names the memories inside a loop; the same ids are found by it again. Pure."""

from __future__ import annotations

from engramma.model.search import field_term, print_query
from engramma.model.search.tree import Query

LONGEST, MOST_NAMED = 3_800, 400


def id_search(keys: tuple[int, ...]) -> str:
    """`id:1,2,3`; "" when there are too many to be named, or none."""
    if not keys or len(keys) > MOST_NAMED:
        return ""
    text = print_query(Query(field_term("id", ",".join(str(key) for key in sorted(keys)))))
    return text if len(text) <= LONGEST else ""
