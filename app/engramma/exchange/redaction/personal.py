"""What tells of people: e-mail addresses, telephone numbers, cards, bank accounts, and paths with a user's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engramma.exchange.redaction.finds import Find, HitKind

_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}"
    r"[A-Za-z]{2,24}(?![A-Za-z0-9-])"
)
_INTERNATIONAL = re.compile(r"(?<![\w+.])(?:\+|00(?=[1-9]))[1-9](?:[ ().\-/]{0,2}\d){6,14}(?![\w])")
_NATIONAL = re.compile(
    r"(?<![\w.\-/:])(?:\(\d{2,5}\)[ \-]?\d{3,4}[ \-]\d{3,4}|[2-9]\d{2}[ .\-][2-9]\d{2}[ .\-]\d{4}"
    r"|0\d{2,4}[ /\-]\d{3,4}[ \-]?\d{3,5}|0\d{2,4} ?[/\-] ?\d{2,4}(?:[ \-]\d{2,4}){1,3})"
    r"(?![\w.\-/:])"
)
_CARD = re.compile(
    r"(?<![\w.\-])(?:[3-6]\d{3}[ \-]?\d{4}[ \-]?\d{4}[ \-]?\d{1,7}|3[47]\d{2}[ \-]?\d{6}[ \-]?\d{5})(?![\w\-])"
)
_GROUPED = re.compile(
    r"(?<![\w.\-])\d{4}(?P<gap>[ \-])(?:\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?:(?P=gap)\d{1,3})?|\d{6}(?P=gap)\d{5})"
    r"(?![\w\-])"
)
_YEARS = re.compile(r"(?:(?:19|20)\d\d[ \-]?){4}")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_PATH = re.compile(
    r"(?:(?<![\w.])/(?:home|Users)/[^\s/\"'`<>|:;,()\[\]{}\\]{1,64}|(?<![A-Za-z])[A-Za-z]:\\{1,2}Users\\{1,2}"
    r"[^\s\\/\"'`<>|:;,()\[\]{}]{1,64})(?:[/\\][^\s\"'`<>|:;,()\[\]{}]{0,400})?"
)
_NO_PERSON = frozenset({"git", "svn", "hg"})
_NO_USER = re.compile(
    r"^(?:/home/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})(?:Public|Shared|runner|user|USER|you|\.\.\.|\$\w+)(?:[/\\]|$)"
)


def personal_words(text: str) -> Iterator[Find]:
    """All of them; numbers when their check digits are right, or when they look like nothing else.

    A number in the groups of a card is one even if it was mistyped: of what is not sure all is still masked.
    """
    if "@" in text:
        for found in _EMAIL.finditer(text):
            if found[0].partition("@")[0] not in _NO_PERSON:
                yield Find(found.start(), found.end(), HitKind.EMAIL, "E-mail")
    for found in _CARD.finditer(text):
        if _is_card(found[0]):
            yield Find(found.start(), found.end(), HitKind.CARD, "Card number")
    grouped = [found.span() for found in _GROUPED.finditer(text) if not _YEARS.fullmatch(found[0])]
    for found in _IBAN.finditer(text):
        start, end = found.span()
        apart = [span for span in grouped if span[1] <= start or end <= span[0]]
        if (right := _is_iban(found[0])) or len(apart) < len(grouped):
            yield Find(start, end, HitKind.ACCOUNT, "Bank account", right)
            grouped = apart
    for start, end in grouped:
        yield Find(start, end, HitKind.CARD, "Card number", sure=False)
    for found in _INTERNATIONAL.finditer(text):
        yield Find(found.start(), found.end(), HitKind.PHONE, "Telephone", found[0].startswith("+"))
    for found in _NATIONAL.finditer(text):
        yield Find(found.start(), found.end(), HitKind.PHONE, "Telephone", sure=False)
    if "sers" in text or "/home" in text:
        for found in _PATH.finditer(text):
            path = found[0].rstrip(".\\!?")
            if not _NO_USER.match(path):
                yield Find(found.start(), found.start() + len(path), HitKind.PATH, "Path of a user")


def _is_card(text: str) -> bool:
    digits = [int(letter) for letter in text if letter.isdigit()]
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2:
        return False
    doubled = [
        digit if place % 2 == 0 else sum(divmod(2 * digit, 10))
        for place, digit in enumerate(reversed(digits))
    ]
    return sum(doubled) % 10 == 0


def _is_iban(text: str) -> bool:
    plain = text.replace(" ", "")
    if not 15 <= len(plain) <= 34:
        return False
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1
