"""Writes a bundle from one consistent picture of the store; the same content gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.engine.exporting.mask_key import keeping_key
from engramma.engine.exporting.proving import prove
from engramma.engine.exporting.redacting import new_masks, search
from engramma.engine.exporting.refusing import refuse_store
from engramma.engine.exporting.row_masks import RowMasks
from engramma.engine.exporting.selecting import chosen, selected
from engramma.engine.exporting.values import Redaction
from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.writer import write_bundle
from engramma.exchange.writing.replacing import replacing_file
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.bundle_rows import BUNDLED, bundle_rows

_STRIDE = 500


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was written: rows by table (of memories alone for other formats), size, and how many masks stand in it.

    `masked` is None when nothing was to be masked; else the file was read back and no private value was left.
    """

    path: Path
    counts: dict[str, int]
    bytes: int
    masked: int | None = None


def export_bundle(
    workspace: Workspace,
    path: Path,
    *,
    query: str,
    ids: Sequence[int] | None = None,
    redaction: Redaction | None = None,
    left_out: LeftOut = WHOLE,
    report: Report,
    cancel: CancelToken,
) -> ExportReport:
    """Write the whole store, what `query` finds or just `ids`. Raises QueryError, ExportFileError or Cancelled."""
    choice = chosen(query, ids, left_out)
    refuse_store(path)
    with workspace.database.read() as reading:
        selection = selected(workspace, reading, choice)
        counts = {table.name: len(selection.ids(table)) for table in BUNDLED if len(selection.ids(table))}
        total = sum(counts.values())
        written = 0

        def counted(rows: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            nonlocal written
            for row in rows:
                written += 1
                if written % _STRIDE == 0:
                    cancel.check()
                    report(Progress(written, total, f"Writing {path.name}"))
                yield row

        masks = None if redaction is None else new_masks(redaction)
        if masks is not None:
            search(workspace, reading, selection, masks, None, report=report, cancel=cancel)
        rows = None if masks is None else RowMasks(masks)
        tables = {
            table.name: counted(_masked(rows, table.name, bundle_rows(reading, table, selection)))
            for table in BUNDLED
            if table.name in counts
        }
        if masks is None:
            write_bundle(path, tables, cancel=cancel)
        else:
            with keeping_key(redaction, masks, path), replacing_file(path) as temporary:
                write_bundle(temporary, tables, redacted=True, cancel=cancel)
                prove(temporary, masks, bundle=True, suffix="", cancel=cancel)
    return ExportReport(
        path=path,
        counts=counts,
        bytes=path.stat().st_size,
        masked=None if masks is None else masks.masked,
    )


def _masked(masks: RowMasks | None, table: str, given: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    if masks is None:
        yield from given
        return
    for place, row in enumerate(given):
        yield masks.mask(table, row, place)
