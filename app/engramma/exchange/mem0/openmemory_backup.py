"""The backup of mem0's OpenMemory: a ZIP with `memories.json`; the second, compressed copy in it says less."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import LARGEST_FILE, JsonFile, Part
from engramma.exchange.mem0.rows import mem0_memory
from engramma.exchange.memory_records import Once, original_json, paced_by, text_of
from engramma.exchange.zip_source import looks_like_zip, opened_zip
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Record, Skipped

_MAIN = "memories.json"
_COPY = "memories.jsonl.gz"
_LISTS = ("apps", "categories", "memory_categories", "memories")


class OpenMemoryBackupFormat:
    """Reader of `memories_export_….zip`."""

    name = "openmemory-backup"
    title = "OpenMemory backup (ZIP)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the beginning of the list in it."""
        if not looks_like_zip(head):
            return 0.0
        try:
            with opened_zip(path, name=path.name) as archive:
                for member in archive.members:
                    if member.name == _MAIN:
                        begin = archive.head(member)
                        return 0.95 if b'"user"' in begin and b'"apps"' in begin else 0.0
        except ImportFileError:
            return 0.0
        return 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """The memories that are not deleted, with the names of their apps and categories as tags."""
        with opened_zip(source.path, name=source.name) as archive:
            for refused in archive.refused:
                yield Skipped(None, f"{excerpt(refused.path, 80)}: {refused.reason}")
            main = next((member for member in archive.members if member.name == _MAIN), None)
            for member in archive.members:
                if member is not main and member.name != _COPY:
                    yield Skipped(None, f"{excerpt(member.path, 80)} is no part of a backup")
            if main is None:
                raise ImportFileError(f"{source.name} holds no {_MAIN}.")
            with archive.extracted(main, cancel=cancel) as path:
                file = JsonFile(path, name=source.name, largest=LARGEST_FILE)
                yield from paced_by(_records(file), file, cancel=cancel)


def _records(file: JsonFile) -> Iterator[Record]:
    lists: dict[str, list[Part]] = {name: [] for name in _LISTS}
    for part in file.parts():
        if isinstance(part, Skipped):
            yield part
        elif part.key in lists and part.index is not None:
            lists[part.key].append(part)
    names = {
        text_of(part.value.get("id")): text_of(part.value.get("name"))
        for part in (*lists["apps"], *lists["categories"])
        if isinstance(part.value, dict)
    }
    of_memory: dict[str, list[str]] = {}
    for part in lists["memory_categories"]:
        if isinstance(part.value, dict):
            name = names.get(text_of(part.value.get("category_id")), "")
            of_memory.setdefault(text_of(part.value.get("memory_id")), []).append(name)
    once = Once()
    for part in lists["memories"]:
        if not isinstance(part.value, dict):
            yield Skipped(part.line, "not a JSON object", excerpt(original_json(part.value)))
            continue
        yield _memory(part, names, of_memory, once=once)


def _memory(part: Part, names: dict[str, str], of_memory: dict[str, list[str]], *, once: Once) -> Record:
    row: dict[str, Any] = part.value
    state = text_of(row.get("state"))
    if state == "deleted" or row.get("deleted_at"):
        return Skipped(part.line, "deleted in OpenMemory", excerpt(original_json(row)))
    ids = row.get("category_ids")
    categories = [names.get(text_of(item), "") for item in ids] if isinstance(ids, list) else []
    tags = [*categories, *of_memory.get(text_of(row.get("id")), [])]
    app = names.get(text_of(row.get("app_id")), "")
    tags += [f"app:{app}"] if app else []
    tags += [state] if state in ("paused", "archived") else []
    plain = {name: value for name, value in row.items() if name != "user_id"}
    return once.memory(mem0_memory(plain, line=part.line, more_tags=tuple(tags)))
