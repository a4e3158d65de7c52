"""`export`: writes a bundle."""

from __future__ import annotations

from pathlib import Path

import click

from engramma.cli.documents import Document
from engramma.cli.failures import queries_explained
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line
from engramma.model.errors import ExportFileError, ImportFileError

BUNDLE = "engramma-bundle"


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--query", metavar="QUERY", default="", help="Only the memories that it finds. Default: everything."
)
@data_command
def export(call: Invocation, path: Path, *, query: str) -> None:
    """Write a bundle that `import` reads.

    An older bundle of that name is replaced; any other file is left alone.
    """
    with (
        queries_explained(query),
        cancel_on_interrupt(call.console) as cancel,
        call.reading() as store,
    ):
        _refuse_other_files(path)
        done = store.transfer.export(path, query=query, report=call.console.progress, cancel=cancel)
    if call.console.as_json:
        document: Document = {"path": str(done.path), "counts": done.counts, "bytes": done.bytes}
        call.console.document(document)
        return
    counts = done.counts
    parts = [f"{counts.get(table, 0):,} {word}" for table, word in _WORDS if counts.get(table)]
    call.console.lines([f"Wrote {one_line(str(done.path))}: {', '.join(parts) or 'nothing'}."])


_WORDS = (("memory", "memories"), ("session", "sessions"), ("event", "events"), ("entity", "entities"))


def _refuse_other_files(path: Path) -> None:
    from engramma.exchange.sniffer import recognise

    if path.is_dir():
        raise ExportFileError(f"{path} is a folder.", hint="Name a file.")
    if not path.exists():
        return
    try:
        found = recognise(path).format
    except ImportFileError:
        found = ""
    if found != BUNDLE:
        raise ExportFileError(
            f"{path} exists and is no bundle, so it was left alone.", hint="Choose another name."
        )
