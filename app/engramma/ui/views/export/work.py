"""The jobs of the export page, on worker threads and without any Qt object."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.engine.exporting.foreseeing import Outlook
from engramma.model.errors import ExportFileError
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.records import dataclass
from engramma.ui.views.export.scope import Choices, Part, Scope, counts

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.bundles import ExportReport
    from engramma.engine.exporting.values import Findings, Redaction
    from engramma.model.progress import CancelToken, Report


@dataclass(frozen=True, slots=True)
class Looked:
    """How many memories each scope holds, and what the chosen one means in each format."""

    counts: Mapping[Scope, int]
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written. `replace`: a file of that name may give way."""

    path: Path
    format: str
    part: Part
    redaction: Redaction | None
    replace: bool = False
    left_out: LeftOut = WHOLE


@dataclass(frozen=True, slots=True)
class Written:
    """What was written."""

    order: Order
    report: ExportReport
    memories: int


def look(
    store: MemoryStore,
    choices: Choices,
    scope: Scope,
    left_out: LeftOut,
    _report: Report,
    _cancel: CancelToken,
) -> Looked:
    """Count."""
    part = choices.part(scope)
    ahead = store.transfer.look_ahead(query=part.query, ids=part.ids, left_out=left_out)
    return Looked(counts(store, choices), ahead)


def search(
    store: MemoryStore,
    part: Part,
    format: str,
    redaction: Redaction,
    left_out: LeftOut,
    report: Report,
    cancel: CancelToken,
) -> Findings:
    """Find what is private in what would be written."""
    return store.transfer.find_private(
        format=format,
        query=part.query,
        ids=part.ids,
        redaction=redaction,
        left_out=left_out,
        report=report,
        cancel=cancel,
    )


def write(store: MemoryStore, order: Order, report: Report, cancel: CancelToken) -> Written:
    """Write the file or folder."""
    if order.path.is_file() and not order.replace:
        raise ExportFileError(
            f"There is a file {order.path.name} by now, so it was left alone.", hint="Choose another name."
        )
    part = order.part
    done = store.transfer.export(
        order.path,
        format=order.format,
        query=part.query,
        ids=part.ids,
        redaction=order.redaction,
        left_out=order.left_out,
        report=report,
        cancel=cancel,
    )
    return Written(order, done, done.counts.get("memory", 0))
