"""Properties at the head of a Markdown file, and titles and file names made of a memory's first words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

import yaml

from engramma.model.memory import Memory

_TITLE = 60
_SLUG = 48
_UNUSUAL = re.compile(r"[^a-z0-9]+")


def front_matter(values: Mapping[str, object]) -> str:
    """The block between two `---` lines, in the given order."""
    block = yaml.safe_dump(
        dict(values), allow_unicode=True, sort_keys=False, default_flow_style=False, width=1_000_000
    )
    return f"---\n{block}---\n"


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
