"""Small words, and the order of words, that make another statement: before and after, may and must, only, who whom.

Looked at where everything else agrees, so that such statements are not taken for duplicates.
"""

from __future__ import annotations

from engramma.theory.likeness.framing import Atom, Profile
from engramma.theory.likeness.lexicon import FROM, TO

Mentions = tuple[tuple[Atom, ...], tuple[Atom, ...]]
_LIGHT = 0.5
# Languages in which what is done may stand in front of who does it.
_FREE_ORDER = ("de", "es")


def says_otherwise(a: Profile, b: Profile) -> bool:
    """Whether a small word or the order of the words makes the two differ, though the words are the same."""
    if a.only != b.only or {a.tense, b.tense} == {"past", "future"}:
        return True
    return _way_differs(a, b) or _way_differs(b, a) or says_against(a, b)


def says_against(a: Profile, b: Profile) -> bool:
    """Whether such a word or order makes them exclude each other: may and must, more and less, who whom."""
    if (a.obliged and b.allowed and not b.obliged) or (b.obliged and a.allowed and not a.obliged):
        return True
    if any(side * b.sides.get(text, 0) < 0 for text, side in a.sides.items()):
        return True
    if sides_exchanged(a, b) is not None or relation_differs(a, b) is not None:
        return True
    return _roles_exchanged(a, b) or _values_exchanged(a, b) or places_exchanged(a, b) is not None


def relation_differs(a: Profile, b: Profile) -> Mentions | None:
    """What follows two relations that differ in front of the same word: "before X" and "after X"; None if none do."""
    for word, after in a.relations.items():
        if word in b.relations:
            continue
        for other, other_after in b.relations.items():
            if other not in a.relations and after == other_after and not {word, other} & {FROM, TO}:
                return (a.index[after],), (b.index[after],)
    return None


def _way_differs(a: Profile, b: Profile) -> bool:
    """Whether one leads from where the other leads to."""
    start = a.relations.get(FROM)
    return start is not None and start == b.relations.get(TO) and start != a.relations.get(TO)


def sides_exchanged(a: Profile, b: Profile) -> tuple[str, Atom, Atom] | None:
    """The word whose two sides are exchanged ("A left of B", "B left of A"), and what follows it in each."""
    mine, theirs = a.index, b.index
    for word, after in a.relations.items():
        other = b.relations.get(word)
        if other is None or other == after:
            continue
        if not all(text in index for text in (after, other) for index in (mine, theirs)):
            continue
        if (mine[after].start < mine[other].start) != (theirs[after].start < theirs[other].start):
            return word, mine[after], theirs[other]
    return None


def _roles_exchanged(a: Profile, b: Profile) -> bool:
    """Whether what stands before a word in one stands behind it in the other: who chases whom.

    Only in single clauses, and where the word has the same form and not just one of them has a "by": passives turn
    the words and say the same.
    """
    if not (a.simple and b.simple) or a.turned != b.turned or a.language in _FREE_ORDER:
        return False
    for place, atom in enumerate(a.atoms[1:-1], start=1):
        other_place = next((at for at, other in enumerate(b.atoms) if other.text == atom.text), 0)
        if not other_place or b.atoms[other_place].raw.casefold() != atom.raw.casefold():
            continue
        before, behind = _words(a.atoms[:place]), _words(a.atoms[place + 1 :])
        if (
            before != behind
            and before == _words(b.atoms[other_place + 1 :])
            and behind == _words(b.atoms[:other_place])
        ):
            return len(before) == len(behind) == 1
    return False


def places_exchanged(a: Profile, b: Profile) -> Mentions | None:
    """Two values or two names that have changed places while all else stayed: 2 sons and 3 daughters, 3 and 2."""
    mine, theirs = [atom.text for atom in a.atoms], [atom.text for atom in b.atoms]
    if len(mine) != len(theirs) or a.turned != b.turned:
        return None
    moved = [place for place, (one, other) in enumerate(zip(mine, theirs, strict=True)) if one != other]
    if len(moved) != 2 or mine[moved[0]] != theirs[moved[1]] or mine[moved[1]] != theirs[moved[0]]:
        return None
    named = all(a.atoms[place].kind in ("name", "opening") for place in moved)
    listed = a.atoms[moved[1]].manner == "and" == b.atoms[moved[1]].manner
    between = slice(moved[0] + 1, moved[1])
    forms = [[atom.raw.casefold() for atom in profile.atoms[between]] for profile in (a, b)]
    free = a.language in _FREE_ORDER or b.language in _FREE_ORDER
    if listed or forms[0] != forms[1] or not (named or (forms[0] and not free)):
        return None
    return (a.atoms[moved[0]],), (b.atoms[moved[0]],)


def _values_exchanged(a: Profile, b: Profile) -> bool:
    """Whether the words are in the same order and the values are not."""
    mine, theirs = [atom.text for atom in a.atoms], [atom.text for atom in b.atoms]
    return mine == theirs and [value.canon for value in a.values] != [value.canon for value in b.values]


def _words(atoms: tuple[Atom, ...]) -> set[str]:
    return {atom.text for atom in atoms if atom.weight > _LIGHT}
