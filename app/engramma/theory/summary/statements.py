"""Turns events into statements: sentences with their words, their language and what may be cut from their start.

Tool output makes no statements. What a statement is worth is judged elsewhere; here it is only made readable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engramma.model.session import Role
from engramma.theory.summary.lexicon import Language, Lexicon
from engramma.theory.summary.said import Said
from engramma.theory.summary.sentences import sentence_spans
from engramma.theory.summary.singulars import singular
from engramma.theory.summary.words import is_han, surfaces_of

OPENINGS = 4
SURE = 2.0
_WRAPPING = re.compile(r"[\s*_#>\"“„«'‘`]*[*_#>]+|[\s,;:–—-]+")
_LINK = re.compile(r"!?\[([^\]\[]{1,200})\]\([^()\s]{1,500}\)")
_EMPHASIS = re.compile(r"(?<![\w*])(?:\*\*|__|\*|`+)(?=\S)|(?<=\S)(?:\*\*|__|\*|`+)(?![\w*])")
_SPACES = re.compile(r"\s+")
_ENDS = re.compile(r"[.!?…。\uff01\uff1f][\"'”’»)\]」』\uff09]*$")
_HARD_WORD = re.compile(r"^\S*[\d_/.@\\(]\S*\w|^\w[^\W_]*[A-Z]")


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of an event; `start` lies after what was cut. `index` counts the event's statements from 0.

    `surfaces`, `words` and `singulars` are the same words: as written, in lower case, in the singular.
    """

    event: int
    index: int
    start: int
    end: int
    raw: str
    surfaces: tuple[str, ...]
    words: tuple[str, ...]
    singulars: tuple[str, ...]
    language: Language


def statements_of(events: Sequence[Said], lexicon: Lexicon) -> list[Statement]:
    """All statements in order. An event too short to tell its language takes that of the session."""
    home = lexicon.languages[0]
    cut: list[tuple[list[Statement], Language | None]] = []
    heard: Counter[int] = Counter()
    for number, event in enumerate(events):
        if event.role is Role.TOOL:
            continue
        found = _cut(number, event.text, lexicon, home)
        votes = _votes((word for statement in found for word in statement.words), lexicon)
        heard.update(dict.fromkeys(_winners(votes), 1))
        cut.append((found, _guess(votes, lexicon)))
    common = lexicon.languages[max(heard, key=lambda place: (heard[place], -place))] if heard else home
    addressed = _addressed(events, lexicon)
    seen = frozenset(word for found, _ in cut for statement in found for word in statement.words)
    return [
        _singled(_opened(replace(statement, language=language or common), addressed), seen)
        for found, language in cut
        for statement in found
    ]


def _cut(number: int, text: str, lexicon: Lexicon, language: Language) -> list[Statement]:
    found: list[Statement] = []
    for start, end in sentence_spans(text, lexicon.abbreviations):
        raw = text[start:end]
        surfaces = surfaces_of(raw)
        if surfaces:
            words = tuple(word.lower() for word in surfaces)
            found.append(Statement(number, len(found), start, end, raw, surfaces, words, words, language))
    return found


def _votes(words: Iterable[str], lexicon: Lexicon) -> dict[int, float]:
    votes: dict[int, float] = {}
    unspaced = lexicon.unspaced()
    for word in words:
        if is_han(word):
            votes[unspaced] = votes.get(unspaced, 0.0) + len(word) / 2
            continue
        places = lexicon.votes.get(word, ())
        for place in places:
            votes[place] = votes.get(place, 0.0) + 1 / len(places)
    return votes


def _winners(votes: dict[int, float]) -> list[int]:
    best = max(votes.values(), default=0.0)
    return [place for place, count in votes.items() if count == best]


def _guess(votes: dict[int, float], lexicon: Lexicon) -> Language | None:
    """The language with the most votes, None while it leads by too little."""
    order = sorted(votes.items(), key=lambda item: (-item[1], item[0]))
    if not order:
        return None
    lead = order[0][1] - (order[1][1] if len(order) > 1 else 0.0)
    return lexicon.languages[order[0][0]] if lead >= SURE else None


def _addressed(events: Sequence[Said], lexicon: Lexicon) -> re.Pattern[str]:
    """Matches a speaker's name to whom a sentence opens, with an aside before it: "Hey Anna,"."""
    names = {event.speaker for event in events if event.role is not Role.TOOL and event.speaker}
    names |= {name.split()[0] for name in names if name.strip()}
    either = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    asides = "|".join(language.asides for language in lexicon.languages)
    return re.compile(
        rf"(?:(?:{asides})[\s,]+)?(?:{either or '(?!)'})\s*[,!:\uff0c\uff01\uff1a]+\s*", re.IGNORECASE
    )


def _opened(statement: Statement, addressed: re.Pattern[str]) -> Statement:
    """The statement without names, asides, labels and mark-up at its start."""
    place = 0
    for _ in range(OPENINGS):
        wrapping = _WRAPPING.match(statement.raw, place)
        place = wrapping.end() if wrapping else place
        opening = addressed.match(statement.raw, place) or statement.language.opening.match(
            statement.raw, place
        )
        if opening is None or opening.end() == place:
            break
        place = opening.end()
    if not place:
        return statement
    raw = statement.raw[place:]
    surfaces = surfaces_of(raw)
    words = tuple(word.lower() for word in surfaces)
    return replace(statement, start=statement.start + place, raw=raw, surfaces=surfaces, words=words)


def _singled(statement: Statement, seen: frozenset[str]) -> Statement:
    singulars = tuple(singular(word, statement.language, seen) for word in statement.words)
    return replace(statement, singulars=singulars)


def readable(statement: Statement) -> str:
    """The statement as a person would print it: no mark-up, single spaces, capital letter, full stop."""
    text = _SPACES.sub(" ", _EMPHASIS.sub("", _LINK.sub(r"\1", statement.raw))).strip(" ,;-–—*")
    if not text:
        return ""
    if not _HARD_WORD.match(text):
        text = text[0].upper() + text[1:]
    if _ENDS.search(text):
        return text
    return text + ("." if statement.language.spaced else "。")
