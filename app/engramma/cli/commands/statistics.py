"""`stats`: counts of the whole store."""

from __future__ import annotations

from collections.abc import Mapping

import click

from engramma.cli.documents import statistics_document
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import one_line
from engramma.cli.tables import pair_lines


@click.command()
@data_command
def stats(call: Invocation) -> None:
    """Count what is in a store."""
    with call.reading() as store:
        counts = store.statistics()
        path = store.path
    if call.console.as_json:
        call.console.document(statistics_document(counts))
        return
    pairs = [
        ("memories", f"{counts.total:,}"),
        ("by state", _listed(counts.by_state)),
        ("by tier", _listed(counts.by_tier)),
        ("by kind", _listed(counts.by_kind)),
        ("pinned", f"{counts.pinned:,}"),
        ("dormant", f"{counts.dormant:,}"),
        ("sessions", f"{counts.sessions:,}"),
        ("events", f"{counts.events:,}"),
        ("vectors", f"{counts.vectors:,}"),
        ("size", _size(counts.bytes)),
    ]
    heading = call.console.heading(one_line(str(path)))
    call.console.lines([heading, *pair_lines(pairs, width=call.console.width, indent="  ")])


def _listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name.replace('_', '-')}" for name, count in counts.items())


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
