"""Writes memories in a format of other tools, and tells beforehand what that format loses. Changes nothing."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path

from engramma.engine.bundles.exporting import ExportReport
from engramma.engine.exporting.cargo import StoreCargo
from engramma.engine.exporting.contents import contents_of
from engramma.engine.exporting.proving import prove
from engramma.engine.exporting.redacting import new_masks, search
from engramma.engine.exporting.selecting import chosen, selected
from engramma.engine.exporting.values import Redaction
from engramma.engine.workspace import Workspace
from engramma.exchange.writing.aspects import Aspect, Loss
from engramma.exchange.writing.formats import OUTGOING, OutgoingFormat
from engramma.model.errors import ExportFileError
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.store.location import is_store_file


@dataclass(frozen=True, slots=True)
class Foresight:
    """How many memories would go out in a format, and what would get lost."""

    memories: int
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much there is of each aspect, all of which a bundle carries, and the other formats by name."""

    contents: Mapping[Aspect, int]
    formats: Mapping[str, Foresight]

    @property
    def memories(self) -> int:
        """How many memories a bundle would hold."""
        return self.contents[Aspect.KINDS]


def foresee(
    workspace: Workspace, format: OutgoingFormat | None, *, query: str, ids: Sequence[int] | None
) -> Foresight:
    """What an export would carry and lose; without a format, as a bundle. Raises QueryError."""
    choice = chosen(query, ids)
    with workspace.database.read() as reading:
        contents = contents_of(reading, selected(workspace, reading, choice))
    if format is None:
        return Foresight(contents[Aspect.KINDS], ())
    return Foresight(_going(format, contents), format.losses(contents))


def look_ahead(workspace: Workspace, *, query: str, ids: Sequence[int] | None) -> Outlook:
    """What an export would carry and lose in every format, from one look at the store. Raises QueryError."""
    choice = chosen(query, ids)
    with workspace.database.read() as reading:
        contents = contents_of(reading, selected(workspace, reading, choice))
    return Outlook(
        contents,
        {format.name: Foresight(_going(format, contents), format.losses(contents)) for format in OUTGOING},
    )


def export_as(
    workspace: Workspace,
    path: Path,
    format: OutgoingFormat,
    *,
    query: str,
    ids: Sequence[int] | None,
    redaction: Redaction | None,
    report: Report,
    cancel: CancelToken,
) -> ExportReport:
    """Write the memories to `path`. Raises QueryError, ExportFileError or Cancelled; then `path` is as before."""
    choice = chosen(query, ids)
    if is_store_file(path):
        raise ExportFileError(
            f"{path.name} is a store, which an export would destroy.", hint="Choose another name."
        )
    with workspace.database.read() as reading:
        selection = selected(workspace, reading, choice)
        contents = contents_of(reading, selection)
        going = _going(format, contents)
        masks = None if redaction is None else new_masks(redaction)
        if masks is not None:
            search(workspace, reading, selection, masks, format, report=report, cancel=cancel)
        cargo = StoreCargo(
            reading,
            selection,
            name=workspace.database.path.stem,
            active_only=not format.carries_states,
            now=workspace.clock.now(),
            total=going,
            masks=masks,
            report=report,
            cancel=cancel,
        )
        check = None
        if masks is not None:
            check = functools.partial(prove, masks=masks, bundle=False, suffix=format.suffix, cancel=cancel)
        format.write(path, cargo, check=check)
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return ExportReport(
        path,
        {"memory": going},
        sum(file.stat().st_size for file in files),
        masked=None if masks is None else masks.masked,
    )


def _going(format: OutgoingFormat, contents: dict[Aspect, int]) -> int:
    left_out = 0 if format.carries_states else contents[Aspect.SUPERSEDED] + contents[Aspect.TRASHED]
    return contents[Aspect.KINDS] - left_out
