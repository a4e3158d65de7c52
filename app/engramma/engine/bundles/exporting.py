"""Writes a bundle from one consistent picture of the store; the same content gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.engine.workspace import Workspace
from engramma.exchange.bundle.writer import write_bundle
from engramma.model.errors import ExportFileError
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.search import DEFAULT_SORT, parse
from engramma.store.bundle_rows import BUNDLED, bundle_rows, select_all, select_memories
from engramma.store.location import is_store_file
from engramma.store.policy import load_policy
from engramma.store.search import order_ids

_STRIDE = 500


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What a bundle holds: rows by table, and its size."""

    path: Path
    counts: dict[str, int]
    bytes: int


def export_bundle(
    workspace: Workspace, path: Path, *, query: str, report: Report, cancel: CancelToken
) -> ExportReport:
    """Write the whole store or what `query` finds. Raises QueryError, ExportFileError or Cancelled."""
    tree = parse(query)
    if is_store_file(path):
        raise ExportFileError(
            f"{path.name} is a store, which an export would destroy.", hint="Choose another name."
        )
    with workspace.database.read() as reading:
        if tree.is_empty:
            selection = select_all(reading)
        else:
            found = order_ids(
                reading.connection,
                tree,
                sort=DEFAULT_SORT,
                now=workspace.clock.now(),
                policy=load_policy(reading.connection),
                hidden=reading.hidden,
            )
            selection = select_memories(reading, found.ids)
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

        write_bundle(
            path,
            {
                table.name: counted(bundle_rows(reading, table, selection))
                for table in BUNDLED
                if table.name in counts
            },
            cancel=cancel,
        )
    return ExportReport(path=path, counts=counts, bytes=path.stat().st_size)
