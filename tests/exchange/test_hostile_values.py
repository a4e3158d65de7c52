"""Values of another type in any place of a file that is well formed: readers end, keep their promises, never crash.

The places and values are drawn by a seed, so that every run tries the same ones.
"""

from __future__ import annotations

import copy
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conversation_samples import SAMPLES
from exchange_cases import check_promises, records_of, write_lines
from memory_store_samples import STORES

from engramma.exchange.sniffer import FORMATS, format_named
from engramma.model.errors import ImportFileError

ROUNDS = 120
HOSTILE: tuple[Any, ...] = (
    None, True, 0, -1, 7, 1e300, float("nan"), 10**30, "", "x", "\ud800", "\x00", "1", "null", '{"a":', [], {}, [[]],
    [None], [1], ["a", {}], {"": None}, {"a": [1]}, {"text": 1}, {"id": {}}, [{"type": 5}], "2026-13-45",
    -62135596801, "9999-12-31T23:59:59-23:00",
)  # fmt: skip
TEXTS = {
    "memory-transfer", "claude-memory", "agent-instructions", "basic-memory", "markdown", "mem0-markdown", "csv",
}  # fmt: skip
LINES: dict[str, list[Any]] = {
    "claude-code": [
        {"type": "user", "uuid": "a", "sessionId": "s", "timestamp": "2026-01-02T03:04:05Z",
         "message": {"role": "user", "content": "Keep it."}},
        {"type": "assistant", "uuid": "b", "parentUuid": "a", "sessionId": "s",
         "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "Kept."},
                     {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}]}},
        {"type": "user", "uuid": "c", "parentUuid": "b", "sessionId": "s",
         "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "a.txt"}]}},
        {"type": "summary", "summary": "Files", "leafUuid": "c"},
    ],
    "mcp-memory": [
        {"type": "entity", "name": "Kim", "entityType": "person", "observations": ["Bakes rye.", "Likes tea."]},
        {"type": "entity", "name": "Rye", "entityType": "bread", "observations": []},
        {"type": "relation", "from": "Kim", "to": "Rye", "relationType": "bakes"},
    ],
}  # fmt: skip


def places_in(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places_in(value[key])


def varied(value: Any, chance: Random) -> Any:
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 4)):
        places = list(places_in(value))
        if places:
            container, key = chance.choice(places)
            container[key] = copy.deepcopy(chance.choice(HOSTILE))
    return value


def varied_text(text: str, chance: Random) -> str:
    with suppress(ValueError):
        return json.dumps(varied(json.loads(text), chance))
    lines = [json.loads(line) for line in text.splitlines() if line.strip()]
    return "".join(f"{json.dumps(line)}\n" for line in varied(lines, chance))


def vary_rows(path: Path, chance: Random) -> None:
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name
            for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_") and "VIRTUAL" not in sql
        ]
        for _ in range(chance.randint(1, 4)):
            table = chance.choice(tables)
            column = chance.choice([row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')])
            value = chance.choice((*HOSTILE, b"\xff\xfe", b"\xed\xa0\x80"))
            if isinstance(value, list | dict):
                value = json.dumps(value)
            elif isinstance(value, str) and not value.isascii():
                value = b"\xed\xa0\x80"
            elif isinstance(value, int) and abs(value) > 1 << 62:
                value = float(value)
            row = chance.randint(1, 3)
            with suppress(sqlite3.IntegrityError):
                connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, row))
        connection.commit()


def vary(path: Path, content: bytes, chance: Random) -> None:
    """Write `content` to `path` with other values in some places."""
    path.write_bytes(content)
    if content.startswith(b"SQLite"):
        vary_rows(path, chance)
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(path) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in members.items():
                with suppress(ValueError):
                    data = varied_text(data.decode(), chance).encode()
                archive.writestr(name, data)
    else:
        path.write_text(varied_text(content.decode(), chance), "utf-8")


def tried(name: str, path: Path) -> None:
    content = path.read_bytes()
    chance = Random(f"{name} 1")
    for _ in range(ROUNDS):
        vary(path, content, chance)
        with suppress(ImportFileError):
            check_promises(records_of(format_named(name), path))
        head = path.read_bytes()[:65_536]
        assert all(0 <= form.sniff(path, head) <= 1 for form in FORMATS)


@pytest.mark.parametrize("name", sorted(STORES.keys() - TEXTS))
def test_of_a_memory_store(tmp_path: Path, name: str) -> None:
    tried(name, STORES[name](tmp_path))


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_of_a_conversation(tmp_path: Path, name: str) -> None:
    path = tmp_path / "talk"
    path.write_bytes(SAMPLES[name])
    tried(name, path)


@pytest.mark.parametrize("name", sorted(LINES))
def test_of_a_list_of_lines(tmp_path: Path, name: str) -> None:
    tried(name, write_lines(tmp_path / "lines.jsonl", LINES[name]))
