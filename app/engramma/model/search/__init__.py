"""The search language: text ↔ query tree, and what a window needs around it. Standard library only.

Nothing here answers a search: the store compiles the tree to SQL.
"""

from engramma.model.search.chips import Chip, describe, top_level_terms
from engramma.model.search.completion import Completion, ValuesProvider, complete
from engramma.model.search.editing import Mode, contains, excludes, with_term, without
from engramma.model.search.facets import FacetCount, Facets
from engramma.model.search.fields import FIELDS, Field, FieldKind, ListedValue, find_field
from engramma.model.search.parser import field_term, parse
from engramma.model.search.printer import print_node, print_query
from engramma.model.search.sort import DEFAULT_SORT, Sort, SortKey
from engramma.model.search.tree import And, Meaning, Node, Not, Or, Phrase, Query, Term, Word

__all__ = [
    "DEFAULT_SORT",
    "FIELDS",
    "And",
    "Chip",
    "Completion",
    "FacetCount",
    "Facets",
    "Field",
    "FieldKind",
    "ListedValue",
    "Meaning",
    "Mode",
    "Node",
    "Not",
    "Or",
    "Phrase",
    "Query",
    "Sort",
    "SortKey",
    "Term",
    "ValuesProvider",
    "Word",
    "complete",
    "contains",
    "describe",
    "excludes",
    "field_term",
    "find_field",
    "parse",
    "print_node",
    "print_query",
    "top_level_terms",
    "with_term",
    "without",
]
