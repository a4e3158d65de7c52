"""Memories as Markdown for reading: a list, or a report by kind with the quotes they come from.

Their words are shown as they are, never as markup: what would be markup is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engramma.exchange.writing.plain_list import day_of
from engramma.model.memory import Kind, State
from engramma.model.outgoing import Cargo, Outgoing, Quote

_MARKUP = re.compile(r"[\\`*\[\]<>|~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
_LINE_MARK = re.compile(r"^(\s*)([#+=-]|\d{1,9}[.)](?=\s|$))")
_TITLES = {Kind.PROCEDURAL: "Procedural", Kind.SEMANTIC: "Semantic", Kind.EPISODIC: "Episodic"}


def markdown_list(items: Iterable[Outgoing]) -> Iterator[str]:
    """A list entry a memory: its words, and in the line below what it is."""
    for item in items:
        yield _entry(item)


def markdown_report(cargo: Cargo) -> Iterator[str]:
    """A document with a part for each kind; the memories are gone through once for each."""
    yield f"# Memories of {escaped(cargo.name)}\n"
    for kind, title in _TITLES.items():
        opened = False
        for item in cargo.memories():
            if item.memory.kind is not kind:
                continue
            if not opened:
                yield f"\n## {title}\n\n"
                opened = True
            yield _entry(item)
            for quote in item.quotes:
                yield _quoted(quote)


def escaped(text: str) -> str:
    """`text` on one line or more, with nothing in it that a reader of Markdown would take for markup."""
    lines = _MARKUP.sub(lambda found: f"\\{found[0]}", text).splitlines() or [""]
    return "\n".join(_LINE_MARK.sub(_escaped_mark, line) for line in lines)


def _escaped_mark(found: re.Match[str]) -> str:
    mark = found[2]
    return f"{found[1]}{mark[:-1]}\\{mark[-1]}"


def _entry(item: Outgoing) -> str:
    memory = item.memory
    facts = [memory.label, memory.kind.value, memory.tier.value.replace("_", "-"), memory.category.value]
    if memory.state is not State.ACTIVE:
        facts.append(memory.state.value)
    if memory.pinned:
        facts.append("pinned")
    facts.append(f"importance {memory.importance:.2f}")
    if day := day_of(memory):
        facts.append(day)
    if memory.tags:
        facts.append("tags: " + ", ".join(escaped(tag) for tag in memory.tags))
    return f"- {_indented(memory.text)}  \n  *{' · '.join(facts)}*\n"


def _quoted(quote: Quote) -> str:
    if not quote.text.strip():
        return ""
    words = "\n".join(f"  > {line}".rstrip() for line in escaped(quote.text).splitlines())
    where = [escaped(part) for part in (quote.session_title or quote.source,) if part]
    if quote.turn is not None:
        where.append(f"turn {quote.turn + 1}")
    return f"\n{words}\n" + (f"  >\n  > {', '.join(where)}\n" if where else "") + "\n"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in escaped(text.strip()).splitlines()).lstrip()
