"""The key to the masks of an export: which value stands behind each of them. It stays here, beside the export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engramma.engine.exporting.values import Redaction
from engramma.exchange.redaction.masks import Masks
from engramma.exchange.writing.replacing import replacing_file, write_text
from engramma.model.errors import ExportFileError

_HEAD = 2_000


def key_path(target: Path) -> Path:
    """Where the key to the masks in `target`, a file or a folder, is kept."""
    return target.with_name(f"{target.name}.key.json")


@contextmanager
def keeping_key(redaction: Redaction | None, masks: Masks | None, target: Path) -> Iterator[None]:
    """Writes the key when the export that is made meanwhile succeeds, and not else.

    The key to an older export of that name gives way. Raises ExportFileError when anything else lies there.
    """
    if masks is None or redaction is None or not redaction.keep_key:
        yield
        return
    path = key_path(target)
    if path.is_symlink() or (path.exists() and not _is_key(path, target)):
        raise ExportFileError(
            f"{path.name} exists, so the key to the masks cannot be kept.", hint="Choose another name."
        )
    with replacing_file(path) as temporary:
        masked = [{"mask": mask, "value": value} for mask, value in masks.legend()]
        document = {"key_to": target.name, "masks": masked}
        write_text(temporary, (json.dumps(document, ensure_ascii=False, indent=2), "\n"))
        yield


def _is_key(path: Path, target: Path) -> bool:
    """Whether a file was written here as the key to `target`."""
    try:
        with path.open(encoding="utf-8") as file:
            head = file.read(_HEAD)
    except (OSError, UnicodeDecodeError):
        return False
    return head.startswith(f'{{\n  "key_to": {json.dumps(target.name, ensure_ascii=False)}')
