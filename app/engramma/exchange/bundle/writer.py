"""Writes bundles: the same tables give the same bytes, and nothing of the place or time of the export is in them.

Streams row by row into a temporary file beside the target, which is replaced only when the bundle is complete.
Deflate is the same for one version of zlib; the contents, and so the manifest, are the same everywhere.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from engramma.exchange.bundle.manifest import JSON, MANIFEST, VERSION, BundleFile, Manifest, is_table_name
from engramma.exchange.writing.replacing import replacing_file
from engramma.model.errors import ExportFileError
from engramma.model.progress import CancelToken, Progress, Report, silent

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_PRIVATE_FILE = 0o100600 << 16
_LEVEL = 6
_BLOCK = 256 * 1024
_REPORT_EVERY = 1_000


def write_bundle(
    path: Path,
    tables: Mapping[str, Iterable[Mapping[str, JSON]]],
    *,
    redacted: bool = False,
    cancel: CancelToken | None = None,
    report: Report = silent,
) -> Manifest:
    """Write `tables` to `path`; the rows of a table stay in the order in which they come.

    `redacted` marks the bundle as one with masks.
    Raises ExportFileError when the file cannot be written or a row is no JSON, Cancelled; then `path` is as before.
    """
    token = cancel or CancelToken()
    for name in tables:
        if not is_table_name(name):
            raise ExportFileError(f"A bundle cannot hold a table named {name!r}.")
    with replacing_file(path) as temporary, zipfile.ZipFile(temporary, "w", compresslevel=_LEVEL) as archive:
        files = [
            _write_table(archive, name, tables[name], token=token, report=report) for name in sorted(tables)
        ]
        manifest = Manifest(VERSION, tuple(files), redacted)
        archive.writestr(_member(MANIFEST), manifest.to_json(), compresslevel=_LEVEL)
    return manifest


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _ZIP_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = _UNIX
    info.external_attr = _PRIVATE_FILE
    return info


def _write_table(
    archive: zipfile.ZipFile,
    name: str,
    rows: Iterable[Mapping[str, JSON]],
    *,
    token: CancelToken,
    report: Report,
) -> BundleFile:
    digest = hashlib.sha256()
    count = size = 0
    block = bytearray()
    # force_zip64, whatever the size turns out to be: it is not known beforehand, and the bytes must not depend on it.
    with archive.open(_member(f"{name}.jsonl"), "w", force_zip64=True) as member:
        for row in rows:
            token.check()
            block += _line(row, name)
            count += 1
            if len(block) >= _BLOCK:
                digest.update(block)
                member.write(block)
                size += len(block)
                block.clear()
            if count % _REPORT_EVERY == 0:
                report(Progress(count, 0, f"Writing {name}"))
        digest.update(block)
        member.write(block)
        size += len(block)
    return BundleFile(name, count, size, digest.hexdigest())


def _line(row: Mapping[str, JSON], table: str) -> bytes:
    try:
        text = json.dumps(row, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
        return text.encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise ExportFileError(f"A row of the table {table} cannot be written as JSON.") from error
