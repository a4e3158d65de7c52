"""`embed`: gives every text its vector, by which recall finds what was said in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import elided, one_line

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.embedding import EmbeddingFailure, EmbeddingStatus, EmbedReport

_LISTED = 20
_STOPPING = "Stopping; what was embedded so far stays."

Document = dict[str, object]


@click.command()
@click.option("--retry", is_flag=True, help="Also try again what failed before.")
@click.option("--dry-run", is_flag=True, help="Only say how much waits; the model is not loaded.")
@data_command
def embed(call: Invocation, *, retry: bool, dry_run: bool) -> None:
    """Embed the texts of a store that have no vector yet, so that recall goes by meaning, too.

    Can be interrupted at any time and goes on where it stopped. When another model was chosen, everything is embedded
    anew beside the old vectors, which serve until the end. Nothing leaves this computer.
    """
    report: EmbedReport | None = None
    if dry_run:
        with call.reading() as store:
            status = store.embedding.status()
            failed = store.embedding.failures()
            document = _document(store, None, status, failed)
    else:
        with cancel_on_interrupt(call.console, note=_STOPPING) as cancel, call.writing() as store:
            report = store.embedding.run(retry=retry, report=call.console.progress, cancel=cancel)
            status = store.embedding.status()
            failed = store.embedding.failures()
            document = _document(store, report, status, failed)
    if call.console.as_json:
        call.console.document(document)
    else:
        call.console.lines(_lines(report, status, failed, width=call.console.width))
    if status.notice:
        call.console.note(status.notice)
    if report is not None and failed:
        call.console.note(f"Failed: {_texts(len(failed))}; `embed --retry` tries again.")


def _document(
    store: MemoryStore,
    report: EmbedReport | None,
    status: EmbeddingStatus,
    failed: tuple[EmbeddingFailure, ...],
) -> Document:
    model = status.store_model
    return {
        "model": None
        if model is None
        else {"name": model.name, "sha256": model.sha256, "dimensions": model.dimensions},
        "wanted_model": status.wanted_model,
        "written": report.written if report is not None else 0,
        "seconds": round(report.seconds, 3) if report is not None else 0.0,
        "counts": {
            part.owner_type: {"embedded": part.embedded, "waiting": part.waiting, "failed": part.failed}
            for part in status.counts
        },
        "failures": [
            {
                "type": item.owner_type,
                "id": _uid(store, item),
                "attempts": item.attempts,
                "error": item.error,
            }
            for item in failed
        ],
    }


def _uid(store: MemoryStore, failure: EmbeddingFailure) -> str:
    if failure.owner_type == "memory":
        return store.memories.get(failure.owner_id).uid
    return store.sessions.events([failure.owner_id])[0].uid


def _lines(
    report: EmbedReport | None,
    status: EmbeddingStatus,
    failed: tuple[EmbeddingFailure, ...],
    *,
    width: int,
) -> list[str]:
    if report is None:
        first = f"{_texts(status.waiting)} without a vector by {one_line(status.wanted_model)}."
    elif report.written:
        first = (
            f"Embedded {_texts(report.written)} by {one_line(report.model.name)} in {report.seconds:,.1f} s."
        )
    else:
        first = "Every text has its vector." if not failed else "Nothing new was embedded."
    listed = [
        elided(f"{item.owner_type} {item.owner_id}: {one_line(item.error)}", width)
        for item in failed[:_LISTED]
    ]
    return [first, *listed]


def _texts(count: int) -> str:
    return f"{count:,} text{'' if count == 1 else 's'}"
