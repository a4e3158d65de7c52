"""An export with masks: everything that goes out is searched first, then written with masks, then read back."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.exporting.searching import search_memories, search_rows
from engramma.engine.exporting.selecting import chosen, selected
from engramma.engine.exporting.values import Findings, Redaction
from engramma.engine.workspace import Workspace
from engramma.exchange.redaction.masks import Masks
from engramma.exchange.redaction.scanner import Scanner
from engramma.exchange.writing.formats import OutgoingFormat
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.progress import CancelToken, Report
from engramma.store.bundle_rows import Selection
from engramma.store.database import Reading


def new_masks(redaction: Redaction) -> Masks:
    """Masks that know nothing yet."""
    return Masks(Scanner(redaction.names), redaction.keeps)


def search(
    workspace: Workspace,
    reading: Reading,
    selection: Selection,
    masks: Masks,
    format: OutgoingFormat | None,
    *,
    report: Report,
    cancel: CancelToken,
) -> Findings:
    """What is private in what a format (None: the bundle) would carry; `masks` know it from then on."""
    if format is None:
        return search_rows(reading, selection, masks, report=report, cancel=cancel)
    return search_memories(
        reading,
        selection,
        masks,
        format,
        now=workspace.clock.now(),
        name=workspace.database.path.stem,
        report=report,
        cancel=cancel,
    )


def find_private(
    workspace: Workspace,
    format: OutgoingFormat | None,
    redaction: Redaction,
    *,
    query: str,
    ids: Sequence[int] | None,
    left_out: LeftOut = WHOLE,
    report: Report,
    cancel: CancelToken,
) -> Findings:
    """What an export would mask, with its surroundings; writes nothing. Raises QueryError, Cancelled."""
    choice = chosen(query, ids, left_out)
    with workspace.database.read() as reading:
        selection = selected(workspace, reading, choice)
        masks = new_masks(redaction)
        return search(workspace, reading, selection, masks, format, report=report, cancel=cancel)
