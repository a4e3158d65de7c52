"""What `get_all()` of mem0 returns, saved as JSON: an object with `results`, or a bare list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import JsonFile
from engramma.exchange.lines import head_text
from engramma.exchange.mem0.rows import mem0_memory
from engramma.exchange.memory_records import Once, original_json, paced_by, text_of
from engramma.model.progress import CancelToken
from engramma.model.transfer import EntityRecord, Record, RelationRecord, Skipped

_PAGING = frozenset({"count", "next", "previous", "total"})
_SOURCE = ("source", "source_node", "source_entity")
_TARGET = ("target", "destination", "destination_node", "target_entity")


class Mem0JsonFormat:
    """Reader of a saved answer of `get_all()` or of a search."""

    name = "mem0"
    title = "mem0 memories (get_all JSON)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of its first memory."""
        text = head_text(head)
        start = text.lstrip("\ufeff \t\r\n")
        if not start.startswith(("{", "[")) or '"memory"' not in text or '"id"' not in text:
            return 0.0
        clues = sum(clue in text for clue in ('"created_at"', '"user_id"', '"hash"', '"metadata"'))
        wrapped = start[1:].lstrip().startswith('"results"') or start.startswith("[")
        return 0.6 + 0.08 * clues if wrapped and clues >= 2 else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The memories in order, then what a graph says about things."""
        file = JsonFile(source.path, name=source.name)
        yield from paced_by(_records(file), file, cancel=cancel)


def _records(file: JsonFile) -> Iterator[Record]:
    once = Once()
    things: set[str] = set()
    for part in file.parts():
        if isinstance(part, Skipped):
            yield part
        elif part.key in _PAGING:
            continue
        elif (
            part.key in ("", "results", "memories")
            and isinstance(part.value, dict)
            and part.index is not None
        ):
            yield once.memory(mem0_memory(part.value, line=part.line))
        elif part.key == "relations" and part.index is not None:
            yield from _relation(part.value, part.line, things)
        else:
            what = f"unknown part {excerpt(part.key, 80)}" if part.key else "not a JSON object"
            yield Skipped(part.line, what, excerpt(original_json(part.value)))


def _relation(value: Any, line: int, things: set[str]) -> Iterator[Record]:
    row = value if isinstance(value, dict) else {}
    ends = [
        next((told for key in keys if (told := text_of(row.get(key)))), "") for keys in (_SOURCE, _TARGET)
    ]
    if not all(ends):
        yield Skipped(line, "a relation without both ends", excerpt(original_json(value)))
        return
    for name in ends:
        if name not in things:
            things.add(name)
            yield EntityRecord(f"mem0:{name}", name, ghost=True, line=line)
    word = text_of(row.get("relationship")) or text_of(row.get("relation"))
    yield RelationRecord(
        f"mem0:{ends[0]}", f"mem0:{ends[1]}", relation=word, line=line, original=original_json(value)
    )
