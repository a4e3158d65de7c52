"""Changes a query as a click does: facets, brushes and chips edit the search this way and print it again."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.search.tree import (
    And,
    Node,
    Not,
    Or,
    Query,
    Term,
    conjunction,
    disjunction,
    leaves,
    negation,
)


class Mode(StrEnum):
    """What a click with a term does to the query."""

    REPLACE = "replace"
    AND = "and"
    OR = "or"
    NOT = "not"
    SWAP = "swap"


def with_term(query: Query, term: Node, mode: Mode) -> Query:
    """`query` changed by `term`.

    REPLACE asks for the term alone; AND narrows; OR widens the terms of its field if there are any, else
    the whole query; NOT excludes; SWAP puts it in the place of the terms of the same field.
    """
    match mode:
        case Mode.REPLACE:
            return Query(term)
        case Mode.AND:
            kept = [node for node in query.conjuncts if node not in (term, negation(term))]
            return Query(conjunction([*kept, term]))
        case Mode.NOT:
            kept = [node for node in query.conjuncts if node not in (term, negation(term))]
            return Query(conjunction([*kept, negation(term)]))
        case Mode.SWAP:
            fields = _fields(term)
            kept = [node for node in query.conjuncts if not fields or _fields(node) != fields]
            return Query(conjunction([*kept, term]))
        case Mode.OR:
            return _widened(query, term)


def _widened(query: Query, term: Node) -> Query:
    if contains(query, term):
        return query
    fields = _fields(term)
    nodes = list(query.conjuncts)
    for position, node in enumerate(nodes):
        if fields and not isinstance(node, Not) and _fields(node) == fields:
            widened = disjunction([node, term])
            assert widened is not None
            nodes[position] = widened
            return Query(conjunction(nodes))
    return Query(disjunction([*([] if query.root is None else [query.root]), term]))


def _fields(node: Node) -> frozenset[str]:
    """The field that `node` is about, if it is about one alone; texts are about none."""
    found = [leaf.field if isinstance(leaf, Term) else "" for leaf in leaves(node)]
    return frozenset(found) if len(set(found)) == 1 and found[0] else frozenset()


def without(query: Query, node: Node) -> Query:
    """`query` without `node`, wherever it stands in it; unchanged if it does not."""
    return Query(None if query.root is None else _removed(query.root, node))


def _removed(root: Node, node: Node) -> Node | None:
    if root == node:
        return None
    match root:
        case Not(inner):
            left = _removed(inner, node)
            return None if left is None else negation(left)
        case And(nodes):
            return conjunction([part for old in nodes if (part := _removed(old, node)) is not None])
        case Or(nodes):
            return disjunction([part for old in nodes if (part := _removed(old, node)) is not None])
        case _:
            return root


def contains(query: Query, term: Node) -> bool:
    """Whether `term` is asked for: as one of the conditions, or as one choice of a condition."""
    return any(node == term or (isinstance(node, Or) and term in node.nodes) for node in query.conjuncts)


def excludes(query: Query, term: Node) -> bool:
    """Whether `term` is one of the conditions in the negative."""
    return negation(term) in query.conjuncts
