"""Writes memories in a format of other tools. Changes nothing in the store."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from engramma.engine.bundles.exporting import ExportReport
from engramma.engine.exporting.cargo import StoreCargo
from engramma.engine.exporting.contents import contents_of
from engramma.engine.exporting.foreseeing import going
from engramma.engine.exporting.mask_key import keeping_key
from engramma.engine.exporting.proving import prove
from engramma.engine.exporting.redacting import new_masks, search
from engramma.engine.exporting.refusing import refuse_store
from engramma.engine.exporting.selecting import chosen, selected
from engramma.engine.exporting.values import Redaction
from engramma.engine.workspace import Workspace
from engramma.exchange.writing.formats import OutgoingFormat
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.progress import CancelToken, Report


def export_as(
    workspace: Workspace,
    path: Path,
    format: OutgoingFormat,
    *,
    query: str,
    ids: Sequence[int] | None,
    redaction: Redaction | None,
    left_out: LeftOut = WHOLE,
    report: Report,
    cancel: CancelToken,
) -> ExportReport:
    """Write the memories to `path`. Raises QueryError, ExportFileError or Cancelled; then `path` is as before."""
    choice = chosen(query, ids, left_out)
    refuse_store(path)
    with workspace.database.read() as reading:
        selection = selected(workspace, reading, choice)
        contents = contents_of(reading, selection)
        total = going(format, contents)
        masks = None if redaction is None else new_masks(redaction)
        if masks is not None:
            search(workspace, reading, selection, masks, format, report=report, cancel=cancel)
        cargo = StoreCargo(
            reading,
            selection,
            name=workspace.database.path.stem,
            active_only=not format.carries_states,
            now=workspace.clock.now(),
            total=total,
            masks=masks,
            report=report,
            cancel=cancel,
        )
        check = None
        if masks is not None:
            check = functools.partial(prove, masks=masks, bundle=False, suffix=format.suffix, cancel=cancel)
        with keeping_key(redaction, masks, path):
            format.write(path, cargo, check=check)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return ExportReport(
        path,
        {"memory": total},
        sum(file.stat().st_size for file in files),
        masked=None if masks is None else masks.masked,
    )
