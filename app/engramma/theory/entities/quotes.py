"""Terms in quotes: what somebody set apart as the name of something, told from what somebody said."""

from __future__ import annotations

import re

from engramma.theory.entities.words import EntityWords

QUOTE_SIGNS = frozenset("\"'“„«《「『`")
_QUOTED = re.compile(
    r"`([^`\n]{2,60})`"
    r"|《([^》\n]{1,40})》|「([^」\n]{1,40})」|『([^』\n]{1,40})』"
    r"|(?<![\w=:{\[])\"([^\"\n]{2,60})\"(?![\w:}\]])|“([^”\n]{2,60})”|„([^“”\n]{2,60})[“”]|«\s?([^»\n]{2,60})»"
    r"|(?<![\w'’])'([A-ZÀ-Þ][^'\n]{2,50})'(?!\w)"
)
_CODE, _TITLE = 1, 2
_SENTENCE = re.compile(r"[.!?;:。！？；：，…=<>{}|\\]|, |\.\.")
_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(r"[\u3400-\u9fff]")
MOST_WORDS = 5
MOST_HAN = 10


def quoted_terms(text: str, words: EntityWords) -> list[tuple[str, int, int, bool]]:
    """(term, start, end, whether it is set as code) of the quotes that name something, in order of place."""
    found = []
    for match in _QUOTED.finditer(text):
        which = match.lastindex or 0
        start, end = match.span(which)
        inner = text[start:end]
        term = inner.strip().rstrip(",.").rstrip()
        if not _LETTER.search(term):
            continue
        start += len(inner) - len(inner.lstrip())
        if which == _CODE:
            if len(term.split()) <= MOST_WORDS and "|" not in term:
                found.append((term, start, start + len(term), True))
        elif which == _TITLE or _names_something(inner, term, words):
            found.append((term, start, start + len(term), False))
    return found


def _names_something(inner: str, term: str, words: EntityWords) -> bool:
    if len(term) < 2 or _SENTENCE.search(term) or inner.rstrip().endswith((".", "!", "?", "…")):
        return False
    parts = term.lower().replace("’", "'").split()
    if len(parts) > 1 and parts[0].isdigit():
        return False
    if len(parts) > MOST_WORDS or (len(parts) == 1 and len(term) < 3 and not _HAN.search(term)):
        return False
    if _HAN.search(term):
        return len(term) <= MOST_HAN and not any(sign in words.pronouns for sign in term)
    # One small word in quotes is a value or a way of speaking, not the name of something.
    if len(parts) == 1 and (term.islower() or parts[0] in words.not_names or parts[0] in words.openers):
        return False
    return words.pronouns.isdisjoint(parts)
