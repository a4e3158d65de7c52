"""Files in the shapes that stores of memories have: databases, JSON, texts, archives, Portable Memory folders."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

Rows = Sequence[Mapping[str, Any]]


def database(path: Path, tables: Mapping[str, Rows], *, more: Sequence[str] = ()) -> Path:
    """A SQLite file with untyped columns, as wide as the rows of each table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection, connection:
        for name, rows in tables.items():
            columns = list(dict.fromkeys(column for row in rows for column in row))
            connection.execute(f'CREATE TABLE "{name}" ({", ".join(columns)})')
            for row in rows:
                marks = ", ".join("?" for _ in columns)
                connection.execute(
                    f'INSERT INTO "{name}" VALUES ({marks})', [row.get(column) for column in columns]
                )
        for statement in more:
            connection.execute(statement)
    return path


def document(path: Path, value: Any) -> Path:
    """A JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return path


def text(path: Path, content: str) -> Path:
    """A text file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def archive(path: Path, members: Mapping[str, Any]) -> Path:
    """A ZIP of JSON members."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as file:
        for name, value in members.items():
            file.writestr(name, value if isinstance(value, str | bytes) else json.dumps(value))
    return path


def portable(folder: Path, items: Mapping[str, Sequence[Mapping[str, Any]]], **more: Any) -> Path:
    """A Portable Memory folder; a key of `items` is a path in it."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = []
    for path, values in items.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        raw = "".join(json.dumps(value, sort_keys=True) + "\n" for value in values).encode()
        target.write_bytes(raw)
        entries.append({"path": path, "sha256": hashlib.sha256(raw).hexdigest(), "bytes": len(raw)})
    manifest = {
        "format": "1.0.0",
        "generator": "test",
        "conformanceLevel": "L0",
        "exportMode": "full",
        "files": entries,
        **more,
    }
    document(folder / "manifest.json", manifest)
    return folder
