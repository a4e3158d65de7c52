"""The query tree: what a search text says, free of how it was typed and of how it is answered.

Nodes compare by meaning: their offsets into the searched text are ignored. Build And, Or and Not with
`conjunction`, `disjunction` and `negation`, which keep every tree in the one shape that the parser gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field as data_field

from engramma.model.records import dataclass
from engramma.model.search.values import Choice, Ids, Test


@dataclass(frozen=True, slots=True)
class Word:
    """A bare word: begins a word, stands inside one, or in a tag; with a final `*`, only begins one."""

    text: str
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Text that must stand there in one piece."""

    text: str
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Meaning:
    """Text whose meaning is searched for."""

    text: str
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A test of one field; `field` is a name in FIELDS."""

    field: str
    test: Test
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Not:
    """What `node` does not match. Never holds another Not."""

    node: Node
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class And:
    """What all of at least two nodes match; none of them is an And."""

    nodes: tuple[Node, ...]
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Or:
    """What any of at least two nodes matches; none of them is an Or."""

    nodes: tuple[Node, ...]
    start: int = data_field(default=-1, compare=False, repr=False)
    end: int = data_field(default=-1, compare=False, repr=False)


Leaf = Word | Phrase | Meaning | Term
Node = Leaf | Not | And | Or

_SCOPE_IS = frozenset({"active", "superseded", "trashed", "due"})


def conjunction(nodes: Iterable[Node], *, start: int = -1, end: int = -1) -> Node | None:
    """The nodes joined by AND, flattened; None for none, the node itself for one."""
    flat = tuple(part for node in nodes for part in (node.nodes if isinstance(node, And) else (node,)))
    if len(flat) < 2:
        return flat[0] if flat else None
    return And(flat, start, end)


def disjunction(nodes: Iterable[Node], *, start: int = -1, end: int = -1) -> Node | None:
    """The nodes joined by OR, flattened; None for none, the node itself for one."""
    flat = tuple(part for node in nodes for part in (node.nodes if isinstance(node, Or) else (node,)))
    if len(flat) < 2:
        return flat[0] if flat else None
    return Or(flat, start, end)


def negation(node: Node, *, start: int = -1, end: int = -1) -> Node:
    """The opposite of `node`; the opposite of a Not is what it holds."""
    return node.node if isinstance(node, Not) else Not(node, start, end)


def leaves(node: Node | None) -> Iterator[Leaf]:
    """Every word, phrase, meaning and term below `node`, in order."""
    match node:
        case None:
            return
        case Not(inner):
            yield from leaves(inner)
        case And(nodes) | Or(nodes):
            for part in nodes:
                yield from leaves(part)
        case _:
            yield node


def positive_leaves(node: Node | None) -> Iterator[Leaf]:
    """The leaves that are not below a Not."""
    match node:
        case None | Not():
            return
        case And(nodes) | Or(nodes):
            for part in nodes:
                yield from positive_leaves(part)
        case _:
            yield node


@dataclass(frozen=True, slots=True)
class Query:
    """A search. `root` is None for the empty one, which matches everything in scope."""

    root: Node | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked."""
        return self.root is None

    @property
    def conjuncts(self) -> tuple[Node, ...]:
        """The nodes that must all match."""
        if self.root is None:
            return ()
        return self.root.nodes if isinstance(self.root, And) else (self.root,)

    @property
    def meaning_text(self) -> str:
        """What is searched for by meaning, "" if nothing is."""
        return " ".join(leaf.text for leaf in positive_leaves(self.root) if isinstance(leaf, Meaning))

    @property
    def has_text(self) -> bool:
        """Whether words, a phrase or a meaning are asked for, so that results have a relevance."""
        return any(not isinstance(leaf, Term) or leaf.field == "text" for leaf in positive_leaves(self.root))

    @property
    def names_state(self) -> bool:
        """Whether superseded and trashed memories are in scope because a state or an id is named."""
        return any(names_state(leaf) for leaf in leaves(self.root))


def names_state(leaf: Leaf) -> bool:
    """Whether this leaf lifts the rule that only active memories are found."""
    if not isinstance(leaf, Term):
        return False
    if leaf.field == "state" or isinstance(leaf.test, Ids):
        return True
    return leaf.field == "is" and isinstance(leaf.test, Choice) and leaf.test.value in _SCOPE_IS
