"""Properties at the head of a Markdown file, and titles and file names made of a memory's first words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping

from engramma.model.memory import Memory

_TITLE = 60
_SLUG = 48
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:[ ./-][A-Za-z0-9_]+)*")
_RESERVED = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "inf", "nan"})
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_UNUSUAL = re.compile(r"[^a-z0-9]+")


def front_matter(values: Mapping[str, object]) -> str:
    """The block between two `---` lines, in the given order.

    Values: text, numbers, truth, lists of these, and mappings of names to these.
    """
    return "\n".join(("---", *_lines(values, ""), "---", ""))


def _lines(values: Mapping[str, object], indent: str) -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{name}:"
            yield from _lines(value, f"{indent}  ")
        elif isinstance(value, list):
            yield f"{indent}{name}:" if value else f"{indent}{name}: []"
            for item in value:
                yield f"{indent}- {_scalar(item)}"
        else:
            yield f"{indent}{name}: {_scalar(value)}"


def _scalar(value: object) -> str:
    """A value as YAML has it; a text in double quotes, as JSON has it, unless it is a plain word.

    By hand, since a library that can lay out any tree takes twenty times as long for a dozen values.
    """
    if not isinstance(value, str):
        number = json.dumps(value)
        return number if "." in number else number.replace("e-", ".0e-")
    if _PLAIN.fullmatch(value) and value.lower() not in _RESERVED:
        return value
    return _UNPRINTABLE.sub(_escaped, json.dumps(value, ensure_ascii=False))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def title_of(memory: Memory) -> str:
    """Its first words on one line, cut between words."""
    words = " ".join(_printable(memory.text).translate(_NO_LINKS).split())
    if len(words) <= _TITLE:
        return words or memory.label
    cut = words[:_TITLE]
    return (cut.rpartition(" ")[0] or cut).rstrip(" ,;:.") + "…"


def file_name(memory: Memory) -> str:
    """`m-12-totals-are-integer-cents.md`: plain letters that every file system takes, unlike any other memory's."""
    plain = unicodedata.normalize("NFKD", memory.text[:200]).encode("ascii", "ignore").decode().lower()
    slug = _UNUSUAL.sub("-", plain).strip("-")[:_SLUG].rstrip("-")
    return "-".join(part for part in (memory.label.lower(), slug) if part) + ".md"


def _printable(text: str) -> str:
    return "".join(" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in text[:400])


_NO_LINKS = str.maketrans("[]|#", "()/ ")
