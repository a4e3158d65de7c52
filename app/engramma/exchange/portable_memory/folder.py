"""The reader of a Portable Memory folder, by its manifest: tombstones first, then items, parents before children.

A file is read only when it lies inside the folder and is what the manifest says it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt, replaced_note
from engramma.exchange.format import Source
from engramma.exchange.json_parts import read_text
from engramma.exchange.lines import LINE_LIMIT, read_lines, reading, size_of
from engramma.exchange.memory_records import original_json, text_of
from engramma.exchange.parsing import UnreadableError, parse_json
from engramma.exchange.portable_memory.items import Items
from engramma.exchange.portable_memory.layout import TOMBSTONES, in_order, is_manifest, kind_of, why_refused
from engramma.model.errors import ImportFileError
from engramma.model.progress import CancelToken
from engramma.model.transfer import Position, Record, Skipped

_BLOCK = 1 << 20
_LARGEST_MANIFEST = 4 * 1024 * 1024
_POSITION_EVERY = 500
_MAJOR = "1"


class PortableMemoryFormat:
    """Reader of a `.mem` folder, by its `manifest.json`."""

    name = "portable-memory"
    title = "Portable Memory (.mem folder)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of the manifest."""
        return 0.97 if is_manifest(head) else 0.0

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """All items of the files that the manifest names."""
        folder = source.path.parent
        manifest = _manifest(source)
        refused: list[Record] = []
        files: list[str] = []
        for path, digest in _named(manifest):
            why = why_refused(folder, path) or _why_other(folder / path, digest, cancel=cancel)
            if why:
                refused.append(Skipped(None, f"{excerpt(path, 200)} was not read: {why}"))
            else:
                files.append(path)
        yield from refused
        yield from _unnamed(folder, manifest)
        total = sum(size_of(folder / path, name=path) for path in files)
        yield from _read(folder, files, total=total, cancel=cancel)
        yield Position(total, total)


def _read(folder: Path, files: list[str], *, total: int, cancel: CancelToken) -> Iterator[Record]:
    items = Items()
    done = 0
    if TOMBSTONES in files:
        for _line, value in _values(folder, TOMBSTONES, cancel=cancel):
            if isinstance(value, dict):
                items.bury(value)
            elif isinstance(value, Skipped):
                yield value
        done += size_of(folder / TOMBSTONES, name=TOMBSTONES)
    for path in in_order([path for path in files if path != TOMBSTONES]):
        kind = kind_of(path)
        if not kind:
            if path != "audit/log.jsonl":
                yield Skipped(None, f"{excerpt(path, 200)} holds no items")
        else:
            for number, (line, value) in enumerate(_values(folder, path, cancel=cancel), 1):
                if isinstance(value, Skipped):
                    yield value
                elif isinstance(value, dict):
                    yield from items.take(kind, value, line=line, file=path)
                else:
                    yield Skipped(line, f"{path}: not a JSON object", excerpt(original_json(value)))
                if number % _POSITION_EVERY == 0:
                    yield Position(done, total)
        done += size_of(folder / path, name=path)
    yield from items.rest()


def _values(folder: Path, path: str, *, cancel: CancelToken) -> Iterator[tuple[int, Any]]:
    """The values of a JSONL file by line; a Skipped for what is none."""
    for line in read_lines(folder / path, name=path):
        cancel.check()
        if not line.text.strip():
            continue
        if line.too_long:
            yield (
                line.number,
                Skipped(line.number, f"{path}: longer than {LINE_LIMIT:,} bytes", excerpt(line.text)),
            )
            continue
        try:
            parsed = parse_json(line.text)
        except UnreadableError as error:
            yield line.number, Skipped(line.number, f"{path}: {error}", excerpt(line.text))
            continue
        if parsed.replaced:
            yield line.number, Skipped(line.number, f"{path}: {replaced_note(parsed.replaced)}")
        yield line.number, parsed.value


def _manifest(source: Source) -> dict[str, Any]:
    text = read_text(source.path, name=source.name, largest=_LARGEST_MANIFEST)
    try:
        value = parse_json(text).value
    except UnreadableError as error:
        raise ImportFileError(f"{source.name} is no manifest that can be read: {error}.") from error
    if not isinstance(value, dict):
        raise ImportFileError(f"{source.name} is no manifest: it is not a JSON object.")
    version = text_of(value.get("format"))
    if version.partition(".")[0] != _MAJOR:
        raise ImportFileError(
            f"{source.name} is of version {excerpt(version, 40) or '?'}; Engramma reads version 1."
        )
    return value


def _named(manifest: dict[str, Any]) -> list[tuple[str, str]]:
    """The files of the manifest with their SHA-256; a path twice counts once."""
    given = manifest.get("files")
    entries = [entry for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []
    found = {text_of(entry.get("path")): text_of(entry.get("sha256")).lower() for entry in entries}
    return sorted(found.items())


def _unnamed(folder: Path, manifest: dict[str, Any]) -> Iterator[Record]:
    """Files of items that lie in the folder and that the manifest does not vouch for."""
    named = {path for path, _digest in _named(manifest)}
    try:
        present = sorted(path.name for path in (folder / "items").glob("*.jsonl"))
    except OSError:
        return
    for name in present:
        if f"items/{name}" not in named:
            yield Skipped(None, f"items/{excerpt(name, 200)} was not read: the manifest does not name it")


def _why_other(path: Path, digest: str, *, cancel: CancelToken) -> str:
    """Whether a file is another one than the manifest says, by its SHA-256."""
    found = hashlib.sha256()
    with reading(path.name), path.open("rb") as file:
        while block := file.read(_BLOCK):
            cancel.check()
            found.update(block)
    return "" if found.hexdigest() == digest else "its checksum is not that of the manifest"
