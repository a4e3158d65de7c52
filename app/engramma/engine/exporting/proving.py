"""Reads what was written once more and counts what is private in it: nothing may be left."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

from engramma.engine.exporting.row_masks import strings_of
from engramma.exchange.bundle.reader import BundleReader
from engramma.exchange.redaction.masks import Masks
from engramma.model.errors import ExportFileError
from engramma.model.progress import CancelToken

_FIELD = 128 * 1024 * 1024
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def prove(path: Path, masks: Masks, *, bundle: bool, suffix: str, cancel: CancelToken) -> None:
    """Raises ExportFileError when a value that was to be masked still stands in the file or folder."""
    left = 0
    for text in _bundle_texts(path) if bundle else _texts(path, suffix):
        cancel.check()
        left += masks.left_in(text)
    if left:
        words = "1 private value was" if left == 1 else f"{left:,} private values were"
        raise ExportFileError(
            f"{words} still in the file when it was read back, so nothing was written.",
            hint="Keep the kind that is found wrongly, or add the words to your list of names.",
        )


def _bundle_texts(path: Path) -> Iterator[str]:
    with BundleReader(path) as bundle:
        for table in bundle.tables:
            for row in bundle.rows(table):
                for text in strings_of(row):
                    yield text
                    if text.startswith(("{", "[")):
                        yield from _json_texts(text)


def _texts(path: Path, suffix: str) -> Iterator[str]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file():
                yield file.name
                yield from _texts(file, file.suffix)
        return
    if suffix == ".jsonl":
        with path.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                yield from _json_texts(line)
    elif suffix == ".json":
        yield from _json_texts(path.read_text(encoding="utf-8"))
    elif suffix == ".csv":
        csv.field_size_limit(_FIELD)
        with path.open(encoding="utf-8", newline="") as rows:
            for row in csv.reader(rows):
                yield from row
    else:
        with path.open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                yield line
                # And as Markdown is read: what a value holds of markup is written with backslashes there.
                if (plain := _ESCAPED.sub(r"\1", line)) != line:
                    yield plain


def _json_texts(text: str) -> Iterator[str]:
    try:
        yield from strings_of(json.loads(text))
    except (ValueError, RecursionError):
        yield text
