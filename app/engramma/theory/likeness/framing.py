"""Takes the profile of a text: its frame (content words with their sign) and the values that stand in it.

Computed once a memory and kept, so that comparing two memories is a matter of small sets. Nothing here compares.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from engramma.theory.likeness.lexicon import LIMIT, Language, Lexicon
from engramma.theory.likeness.measures import ValueReader
from engramma.theory.likeness.reading import Item, items_of, language_of
from engramma.theory.likeness.tokens import tokens_of
from engramma.theory.likeness.values import Passage, Value

READ_AT_MOST = 4_000
_NAME_WEIGHT = 1.2
_NAME_SHAPES = ("name", "path", "option", "number", "symbol")
_SMALL_MARKS = ",-()[]{}|"
_NEGATED, _FORBIDDEN = 1, 2


class Atom(NamedTuple):
    """A content word as it is compared.

    `sign` is -1 under a negation, 0 where that is open. `kind` is "word", "name", "opening" (a word whose capital
    opens a sentence), "path" or "label". `group` is the class of a label ("customer") or the set of things that
    exclude each other ("scopes:rooms"). `manner` is what stands before it: "of", "by", "and" and the like, "=" where
    it is given as a value or name. Place: end exclusive.
    """

    text: str
    weight: float
    sign: int
    kind: str
    group: str
    raw: str
    start: int
    end: int
    manner: str = ""
    action: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """What of a text is compared.

    `key` stands for the whole text but for case and white space; `whole` says that all of it was read. `atoms` are in
    the order of the text, `index` has the first of each and `weight` their sum. `labels` are names with a number by
    their class, `sides` the sides taken in questions of two, `relations` what follows words like "before". `changed`:
    an older state is said to be over. `held`: it is about who holds a role.
    `exclusive`: of what it is about there is one, as of a default. `only`, `obliged` and `allowed`: it says "only",
    "must", "may", the latter two not denied. `turned`: it names who does something behind a "by". `tense`: past,
    future or "". `simple`: one clause. `conditional`: some of it holds under a condition only. `denies`: it has a
    word that denies. `words` are all words and numbers in their order, folded, `forms` the atoms as written.
    """

    key: str
    language: str
    whole: bool
    atoms: tuple[Atom, ...]
    index: Mapping[str, Atom]
    weight: float
    values: tuple[Value, ...]
    labels: Mapping[str, str]
    sides: Mapping[str, int]
    relations: Mapping[str, str]
    changed: bool
    held: bool
    exclusive: bool
    only: bool
    obliged: bool
    allowed: bool
    turned: bool
    tense: str
    simple: bool
    conditional: bool
    denies: bool
    words: tuple[str, ...]
    forms: frozenset[str]


def profile(text: str, lexicon: Lexicon) -> Profile:
    """The profile of a text; of a long one the first 4,000 characters are read. Never raises, whatever the text."""
    tokens = tokens_of(text[:READ_AT_MOST])
    language = language_of(tokens, lexicon)
    items = items_of(tokens, language)
    framed = _Framer(items, ValueReader(Passage(items, language, lexicon)), language)
    framed.read()
    index: dict[str, Atom] = {}
    for atom in framed.atoms:
        known = index.get(atom.text)
        if known is None:
            index[atom.text] = atom
        elif known.sign != atom.sign:
            index[atom.text] = known._replace(sign=0)
    return Profile(
        key=_key(text),
        language=language.code,
        whole=len(text) <= READ_AT_MOST,
        atoms=tuple(framed.atoms),
        index=index,
        weight=sum(atom.weight for atom in index.values()),
        values=tuple(replace(value, raw=text[value.start : value.end]) for value in framed.values),
        labels=framed.labels,
        sides=framed.sides,
        relations=framed.relations,
        changed=framed.changed,
        held=framed.held,
        exclusive=framed.exclusive,
        only=framed.only,
        obliged=framed.obliged,
        allowed=framed.allowed,
        turned=framed.turned,
        tense=framed.tense,
        simple=framed.clauses <= 1,
        conditional=framed.conditional,
        denies=framed.denies,
        forms=frozenset([atom.raw.casefold() for atom in framed.atoms]),
        words=tuple([token.key for token in tokens if token.shape != "stop"]),
    )


def _key(text: str) -> str:
    """The text but for case and white space, as a digest of 32 characters."""
    even = unicodedata.normalize("NFC", " ".join(unicodedata.normalize("NFC", text).casefold().split()))
    return hashlib.blake2b(even.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class _Framer:
    """Walks once over the items of a text and gathers atoms, values and what the clauses say about them."""

    def __init__(self, items: Sequence[Item], reader: ValueReader, language: Language) -> None:
        self.items = items
        self.reader = reader
        self.apart = language.apart
        self.capitals = language.names == "capital"
        self.latin = language.names == "latin"
        self.atoms: list[Atom] = []
        self.values: list[Value] = []
        self.labels: dict[str, str] = {}
        self.sides: dict[str, int] = {}
        self.relations: dict[str, str] = {}
        self.changed = self.held = self.exclusive = False
        self._first_atom = self._first_value = 0
        self._sentence_start = True
        self._flips = 0
        self._local_from = self._preferred = -1
        self._bounded = self._obliged = self._allowed = False
        self.only = self.turned = self.obliged = self.allowed = False
        self.clauses = 0
        self.conditional = self.denies = False
        self.tense = ""
        self._manner = ""
        self._relation = ""
        self._titled = False
        self._heard: set[str] = set()

    def read(self) -> None:
        """Fills the lists from the first item to the last."""
        place, count = 0, len(self.items)
        while place < count:
            item = self.items[place]
            shape = item.shape
            if shape == "stop":
                self._end_clause(new_sentence=item.raw[0] not in _SMALL_MARKS)
                self._manner = "=" if item.raw == ":" else ""
                place += 1
                continue
            if shape != "gram" and (found := self.reader.at(place)) is not None:
                if found.label:
                    self._number_label(place, found.label)
                for value in found.values:
                    self._add_value(value, place)
                place = found.next
                continue
            if shape in ("word", "gram"):
                self._word(item, place)
            elif shape == "limit":
                side = 1 if item.raw[0] in ">≥" else -1
                self._add(Atom(LIMIT, 0.3, side, "word", "", item.raw, item.start, item.end))
            elif shape in _NAME_SHAPES:
                self._name(item)
            elif shape == "unequal":
                self._flips |= _NEGATED
            elif item.raw == "=":
                self._manner = "="
            place += 1
        self._end_clause(new_sentence=True)

    def _add_value(self, value: Value, place: int) -> None:
        if value.dimension == "clock" and place and self.atoms:
            half = self.items[place - 1]
            if half.sense.clockwork in ("morning", "evening") and self.atoms[-1].end == half.end:
                self.atoms.pop()
        opens = self._first_value == len(self.values) and self._first_atom == len(self.atoms)
        self.values.append(replace(value, fronted=opens and self._sentence_start, early=len(self.atoms) <= 1))

    def _number_label(self, place: int, number: str) -> None:
        noun, item = self.items[place - 1], self.items[place]
        kind = noun.sense.atom
        self.labels[kind] = number
        self._add(
            Atom(f"{kind}#{number}", 1.0, 1, "label", kind, f"{noun.raw} {item.raw}", noun.start, item.end)
        )

    def _letter_label(self, item: Item) -> None:
        """A capital letter behind a noun: camera A."""
        noun = self.atoms[-1]
        self.labels[noun.text] = item.key
        raw = f"{noun.raw} {item.raw}"
        self._add(Atom(f"{noun.text}#{item.key}", 1.0, 1, "label", noun.text, raw, noun.start, item.end))

    def _name(self, item: Item) -> None:
        text = item.key.rstrip("()").lstrip("-") or item.key
        kind, group = ("path" if item.shape == "path" else "name"), ""
        digits = re.sub(r"\d+", "#", text)
        if item.shape == "name" and digits != text and "_" not in text:
            kind, group = "label", "#" if re.fullmatch(r"(?=.*\d)(?=.*[a-f])[0-9a-f]{7,40}", text) else digits
            self.labels[group] = text
        self._add(Atom(text, _NAME_WEIGHT, 1, kind, group, item.raw, item.start, item.end, self._manner))

    def _word(self, item: Item, place: int) -> None:
        sense = item.sense
        if sense.relation:
            self._relation = sense.route or item.key
        if sense.role == "bound" and not self._number_follows(place):
            if sense.second and self._is_less_liked(item):
                self._local_from = len(self.atoms)
            return
        self.changed |= sense.change
        self.held |= sense.holder
        self.exclusive |= sense.exclusive
        if sense.qualifier:
            self._manner = self._manner or "of"
        if sense.manner:
            self._manner = "by"
        if sense.adding:
            self._manner = "and"
        if sense.assigning:
            self._manner = "="
        if item.key in self.apart and not self.apart[item.key].isdisjoint(self._heard):
            self._flips ^= _FORBIDDEN
            return
        self._heard.add(item.key)
        match sense.role:
            case "joint":
                self._end_clause(new_sentence=False)
            case "negator":
                self._flips |= _NEGATED
            case "forbid":
                self._flips ^= _FORBIDDEN
            case "local":
                self._local_from = len(self.atoms)
        self.conditional |= sense.conditional
        if sense.preferring:
            self._preferred = len(self.atoms)
        elif sense.second and self._is_less_liked(item):
            self._local_from = len(self.atoms)
        self._obliged |= sense.oblige
        self._allowed |= sense.role == "allow"
        self.only |= sense.only
        self.turned |= sense.turning
        self.tense = sense.tense or self.tense
        if sense.atom == LIMIT:
            self._bounded = True
        if len(item.raw) == 1 and item.raw.isupper() and self.atoms and not self._sentence_start:
            self._letter_label(item)
        elif sense.atom:
            self._content(item)
            self._titled = False
        self._titled |= sense.title

    def _is_less_liked(self, item: Item) -> bool:
        """Whether what follows is liked less than what stood before: "prefers X over Y", "X is preferred to Y"."""
        if self._preferred < 0:
            return False
        return len(self.atoms) - self._preferred > 1 or (item.sense.role == "bound" and self._preferred > 0)

    def _number_follows(self, place: int) -> bool:
        """Whether a number stands right behind, so that "over" is a limit and no place."""
        for item in self.items[place + 1 : place + 3]:
            if item.shape in ("number", "unit") or item.sense.number is not None:
                return True
            if item.sense.role != "stop":
                return item.raw in self.reader.passage.units
        return False

    def _content(self, item: Item) -> None:
        sense = item.sense
        kind, weight = "word", sense.weight
        if item.raw[0].isupper():
            listed = sense.atom[0] in "=±" or sense.group
            inside = self.capitals and not self._sentence_start
            if inside or self._titled or self.latin or not item.raw[1:].islower():
                kind, weight = "name", weight if listed else _NAME_WEIGHT
            elif self.capitals and self._sentence_start and not listed and weight >= 1.0:
                kind = "opening"
        group = sense.group
        self._add(
            Atom(
                sense.atom,
                weight,
                sense.side or 1,
                kind,
                group,
                item.raw,
                item.start,
                item.end,
                self._manner,
                sense.action,
            )
        )

    def _add(self, atom: Atom) -> None:
        if self.values and 0 <= atom.start - self.values[-1].end <= 1 and atom.kind != "label":
            self.values[-1] = replace(self.values[-1], near=atom.text)
        if self._relation:
            self.relations[self._relation] = atom.text
            self._relation = ""
        self.atoms.append(atom)
        self._sentence_start, self._manner = False, ""

    def _end_clause(self, *, new_sentence: bool) -> None:
        """Gives the atoms of the clause their sign; that stays open under a limit, and in "no ... without"."""
        flipped = self._flips in (_NEGATED, _FORBIDDEN)
        self.denies |= bool(self._flips) or self._local_from >= 0
        limit = flipped and self._bounded and self._first_value < len(self.values)
        if flipped or self._local_from >= 0:
            for place in range(self._first_atom, len(self.atoms)):
                if flipped != (0 <= self._local_from <= place):
                    atom = self.atoms[place]
                    open_sign = (limit and atom.text != LIMIT) or (flipped and self._local_from >= 0)
                    self.atoms[place] = atom._replace(sign=0 if open_sign else -atom.sign)
        for atom in self.atoms[self._first_atom :]:
            if atom.text[0] == "±":
                self.sides[atom.text] = atom.sign if self.sides.get(atom.text, atom.sign) == atom.sign else 0
        if not flipped:
            self.obliged |= self._obliged
            self.allowed |= self._allowed
        self._obliged = self._allowed = False
        self.clauses += self._first_atom < len(self.atoms)
        if self._first_atom < len(self.atoms) or new_sentence:
            self._flips = 0
        self._first_atom, self._first_value = len(self.atoms), len(self.values)
        self._local_from = self._preferred = -1
        self._bounded = False
        self._heard.clear()
        if new_sentence:
            self._sentence_start = True
