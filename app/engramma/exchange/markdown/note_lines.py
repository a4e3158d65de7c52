"""The two sorts of lines that mean something in a note of basic-memory: observations and relations."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ITEM = re.compile(r"\s*[-*+]\s+(.+)")
_CATEGORY = re.compile(r"\[([^\[\]()]+)\]\s+(\S.*)")
_TIMECODE = re.compile(r"[\d:. ]+")
_TAG = re.compile(r"(?:^|(?<=\s))#([^\s#,.;()\[\]]+)")
_RELATION = re.compile(
    r'\s*[-*+]\s+(?:"(?P<quoted>[^"]{1,200})"|(?P<plain>[^\[\]"#]{0,200}?))\s*'
    r"\[\[(?P<target>[^\[\]]{1,200})\]\]\s*(?:\((?P<context>[^()]*)\))?\s*"
)
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Observation:
    """`- [category] text #tag (context)`; the context stays in the text."""

    category: str
    text: str
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """`- type [[Target]]`."""

    type: str
    target: str


def observation_of(line: str) -> Observation | None:
    """The observation of a list item, if it is one. To-do boxes, time codes and links are none."""
    item = _ITEM.fullmatch(line) if len(line) <= _LONGEST else None
    if item is None:
        return None
    found = _CATEGORY.fullmatch(item[1])
    category, text = (found[1].strip(), found[2]) if found else ("", item[1])
    if found and (len(category) < 2 or _TIMECODE.fullmatch(category)):
        return None
    tags = tuple(_TAG.findall(text))
    if not category and not tags:
        return None
    body, context = _context_of(text)
    while shorter := _without_last_tag(body):
        body = shorter
    text = f"{body.rstrip()} ({context})" if context else body.rstrip()
    return Observation(category or "note", text, tags) if text.strip() else None


def _context_of(text: str) -> tuple[str, str]:
    """What stands before the parentheses at the end of `text`, and what stands in them."""
    plain = text.rstrip()
    start = plain.rfind("(")
    inner = plain[start + 1 : -1]
    if not plain.endswith(")") or start < 0 or ")" in inner:
        return text, ""
    return plain[:start], inner.strip()


def _without_last_tag(text: str) -> str:
    """`text` without the tag that it ends with; empty when it ends with none, or is nothing else."""
    plain = text.rstrip()
    last = plain.rpartition(" ")
    return last[0] if last[0] and _TAG.fullmatch(last[2]) else ""


def relation_of(line: str) -> Relation | None:
    """The relation of a list item, if it is one."""
    found = _RELATION.fullmatch(line) if len(line) <= _LONGEST else None
    if found is None:
        return None
    type_ = (found["quoted"] or found["plain"] or "").strip().rstrip(":")
    target = found["target"].partition("|")[0].partition("#")[0].strip()
    return Relation(type_ or "relates_to", target) if target else None
