"""The Markdown that mem0's plugin exports: blocks of properties, each followed by its text.

A block begins only where a `---` line is followed by `id:`, since texts may hold `---` lines themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engramma.exchange.cleaning import clean_text, excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import read_text
from engramma.exchange.lines import head_text
from engramma.exchange.memory_records import Once, digest_of, paced, share_of, tags_of
from engramma.exchange.moments import first_moment
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, MemoryRecord, Record, Skipped

_PROPERTY = re.compile(r"([a-z_]{1,30}):(?:\s+(.*))?")
_HOW = frozenset(
    {"coding_conventions", "conventions", "task_learnings", "workflow", "user_preferences", "rules"}
)


class Mem0MarkdownFormat:
    """Reader of `mem0-export-….md`."""

    name = "mem0-markdown"
    title = "mem0 plugin export (Markdown)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the properties of its first block."""
        lines = head_text(head).lstrip("\ufeff\r\n ").split("\n")[:12]
        names = {found[1] for line in lines[1:] if (found := _PROPERTY.fullmatch(line.rstrip()))}
        begins = len(lines) > 2 and lines[0].rstrip() == "---" and lines[1].startswith("id:")
        return 0.97 if begins and {"created_at", "categories"} <= names and "title" not in names else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """One memory a block."""
        text = clean_text(read_text(source.path, name=source.name))[0]
        lines = [line.rstrip("\r") for line in text.split("\n")]
        yield from paced(_records(lines), total=len(lines), cancel=cancel)


def _records(lines: list[str]) -> Iterator[Record]:
    once = Once()
    files: set[str] = set()
    starts = [
        at for at, line in enumerate(lines[:-1]) if line.rstrip() == "---" and lines[at + 1].startswith("id:")
    ]
    before = "\n".join(lines[: starts[0]] if starts else lines).strip()
    if before:
        yield Skipped(1, "stands before the first memory", excerpt(before))
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=False):
        block = lines[start:stop]
        end = next((at for at, line in enumerate(block[1:], 1) if line.rstrip() == "---"), 0)
        if not end:
            yield Skipped(start + 1, "its properties have no end", excerpt("\n".join(block)))
            continue
        given = {
            found[1]: (found[2] or "").strip()
            for line in block[1:end]
            if (found := _PROPERTY.fullmatch(line.rstrip()))
        }
        named = tags_of(given.get("files"))
        for name in named:
            if name not in files:
                files.add(name)
                yield EntityRecord(f"file:{name}", name, "file", line=start + 1)
        text = "\n".join(block[end + 1 :]).strip()
        kind = given.get("type", "")
        categories = tags_of(given.get("categories"))
        how = any(word in _HOW for word in (kind, *categories))
        branch = given.get("branch", "")
        yield once.memory(
            MemoryRecord(
                key=f"mem0:{given.get('id') or digest_of(text)}",
                text=text,
                kind="procedural" if how else "semantic",
                told=kind,
                tier="long_term",
                category="instruction" if how else "decision" if kind == "decision" else "fact",
                importance=share_of(given.get("confidence")),
                tags=tags_of(kind, categories, f"branch:{branch}" if branch else ""),
                time=first_moment(given.get("created_at")),
                entities=tuple(f"file:{name}" for name in named),
                line=start + 1,
                original=excerpt("\n".join(block), 20_000),
            )
        )
