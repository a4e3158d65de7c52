"""Secrets that only the words around them give away: passwords in sentences and addresses, named tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engramma.exchange.redaction.finds import Find, HitKind

_IN_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@\"'<>]{0,80}:(?P<value>[^\s@/\"'<>]{2,120})@"
)
_AUTHORIZATION = re.compile(
    r"(?i)\b(?:bearer|authorization[\"']?\s*[:=]\s*[\"']?(?:token|basic|bearer|apikey))\s+"
    r"(?P<value>[A-Za-z0-9._~+/=-]{12,2000})"
)
_NAMED = re.compile(
    r"(?i)(?<![a-z])(?:[a-z0-9]+[_-]){0,4}?"
    r"(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|encryption[_-]?key|(?:access|auth|refresh|session|"
    r"bearer|deploy|service|bot|id)[_-]?token|client[_-]?secret|shared[_-]?secret|signing[_-]?secret|token|secret|"
    r"credentials?|sig)"
    r"[\"'`]?\s{0,3}(?:=>|:=|[:=])\s{0,3}[\"'`]?(?P<value>[^\s\"'`&;,<>(){}\[\]]{8,400})"
)
_PASSWORD = re.compile(
    r"(?i)(?:password|passwd|passphrase|passcode|kennwort|passwort|(?<![a-z])pwd|(?<![a-z])pass)[\"'`]?"
    r"(?P<link>\s{0,3}(?:=>|:=|[:=])\s{0,3}|\s{1,3}(?:is|was|are|ist|war)\s{1,3}(?:now\s|still\s|set to\s)?|\s{1,3})"
    r"[\"'`]?(?P<value>[^\s\"'`&,<>]{4,200})"
)
_OPTION = re.compile(
    r"\b(?:mysql|mysqldump|mariadb|sshpass)\b[^\n]{0,200}?\s-p(?P<value>[^\s\"'-][^\s]{3,100})"
)
_PHRASE = re.compile(
    r"(?i)\b(?:seed|recovery|mnemonic)[ _-](?:phrase|words)[\"'`]?\s{0,3}(?:[:=]|is)\s{0,3}[\"'`]?"
    r"(?P<value>[a-z]{3,8}(?:\s{1,3}[a-z]{3,8}){11,23})\b"
)
_CODE = r"[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,4}"
_CODES = re.compile(
    r"(?i)\b(?:recovery|backup|rescue)[ _-]codes?[\"'`]?(?:\s{0,3}[:=]\s{0,3}|\s(?:is|are|was|were)\s)[\"'`\[]{0,2}"
    rf"(?P<value>{_CODE}(?:[,;\s\"'`]{{1,4}}{_CODE}){{0,23}})"
)
_PLACEHOLDER = re.compile(
    r"(?i)^(?:[\[<{$%*].*|x{3,}|\.{3}.*|\*+|your[_-]?.*|my[_-]?(?:key|token|secret|password)|example|changeme|none|null|"
    r"true|false|undefined|todo|redacted|required|optional|os\.environ.*|process\.env.*|env\..*|getenv.*)$"
)
_END = ".,;:!?)]}\\"


def worded_secrets(text: str) -> Iterator[Find]:
    """Values behind their names. In a sentence a password has to look like one: a word alone is none."""
    for found in _IN_ADDRESS.finditer(text):
        yield from _find(found, HitKind.PASSWORD, "Password in an address", trim=False)
    for found in _AUTHORIZATION.finditer(text):
        if _is_mixed(found["value"]):
            yield from _find(found, HitKind.KEY, "Authorization")
    for found in _NAMED.finditer(text):
        value = found["value"].rstrip(_END)
        if _is_random(value):
            yield from _find(found, HitKind.KEY, "Named secret", sure=_is_mixed(value))
    for found in _PASSWORD.finditer(text):
        value = found["value"].rstrip(_END)
        told = found["link"].strip() in ("=", ":", "=>", ":=")
        if _is_mixed(value) if not told else len(value) >= 4 and not value.startswith("//"):
            yield from _find(found, HitKind.PASSWORD, "Password", sure=_is_mixed(value))
    for found in _PHRASE.finditer(text):
        yield from _find(found, HitKind.KEY, "Seed phrase")
    for found in _CODES.finditer(text):
        if _is_mixed(found["value"]):
            yield from _find(found, HitKind.KEY, "Recovery codes")
    for found in _OPTION.finditer(text):
        yield from _find(found, HitKind.PASSWORD, "Password of a command", sure=False)


def _find(
    found: re.Match[str], kind: HitKind, label: str, *, sure: bool = True, trim: bool = True
) -> Iterator[Find]:
    start, value = found.start("value"), found["value"]
    value = value.rstrip(_END) if trim else value
    if value and not _PLACEHOLDER.match(value):
        yield Find(start, start + len(value), kind, label, sure)


def _is_mixed(value: str) -> bool:
    """Whether letters and digits stand in it, as no word has them; a date, a version or a path is none."""
    letters = sum(letter.isalpha() for letter in value)
    digits = sum(letter.isdigit() for letter in value)
    return letters >= 2 and digits >= 1 and "/" not in value[:2] and len(value) >= 6


def _is_random(value: str) -> bool:
    if len(value) < 8 or value.startswith(("http", "/", "./")):
        return False
    return _is_mixed(value) or (len(value) >= 24 and value.isalnum())
