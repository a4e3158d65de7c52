"""`backup`: a checked copy of a store, made while others use it."""

from __future__ import annotations

from pathlib import Path

import click

from engramma.cli.documents import Document
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line

_WORDS = (("memory", "memories"), ("session", "sessions"), ("event", "events"))


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace what lies at FILE.")
@data_command
def backup(call: Invocation, path: Path, *, force: bool) -> None:
    """Copy a store to FILE, open the copy and count it.

    Others may go on writing meanwhile; the copy is of one moment. To restore it, open it: it is a store.
    """
    with (
        cancel_on_interrupt(call.console, note="Stopping; no copy is kept.") as cancel,
        call.reading() as store,
    ):
        name = store.name
        done = store.backup(path, force=force, report=call.console.progress, cancel=cancel)
    if call.console.as_json:
        document: Document = {"path": str(done.path), "counts": dict(done.counts), "bytes": done.bytes}
        call.console.document(document)
        return
    counts = [
        f"{done.counts.get(table, 0):,} {table if done.counts.get(table) == 1 else word}"
        for table, word in _WORDS
    ]
    where = one_line(str(done.path))
    call.console.lines(
        [
            f"Backed up {one_line(name)} to {where}: {', '.join(counts)}, opened and counted.",
            "To restore it, open it, or copy it to where the store was.",
        ]
    )
