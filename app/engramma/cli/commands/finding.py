"""`find`: what the tools of this computer remember, so that it can be imported."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click

from engramma.cli.documents import Document
from engramma.cli.interruption import cancel_on_interrupt
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import day, exact
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines

if TYPE_CHECKING:
    from engramma.engine.finding_memories import Found


@click.command()
@data_command
def find(call: Invocation) -> None:
    """List what agents and memory tools on this computer keep: sessions, memories, instructions, exports.

    Only looks; what it lists goes to `import`.
    """
    from engramma.engine.finding_memories import find_memories

    with cancel_on_interrupt(call.console, note="Stopping.") as cancel:
        found = find_memories(report=call.console.progress, cancel=cancel)
    call.console.settle()
    if call.console.as_json:
        call.console.document({"found": [_item(item) for item in found]})
        return
    if not found:
        call.console.lines(["Nothing was found in the known places."])
        return
    columns = [
        Column("WHAT", most=44),
        Column("FILES", right=True),
        Column("SIZE", right=True),
        Column("NEWEST"),
        Column("WHERE", stretch=True),
    ]
    rows = [
        [
            one_line(item.title),
            f"{item.count:,}",
            size_text(item.bytes),
            day(item.newest),
            one_line(str(item.place)),
        ]
        for item in found
    ]
    first = shlex.quote(str(found[0].place))
    call.console.lines(
        [
            *table_lines(columns, rows, width=call.console.width),
            call.console.faint(f"To take some of it in: engramma import {first} --dry-run"),
        ]
    )


def size_text(size: int) -> str:
    """A number of bytes as people say it."""
    value, units = float(size), ["B", "kB", "MB", "GB"]
    while value >= 1_000 and len(units) > 1:
        value /= 1_000
        units.pop(0)
    return f"{value:.0f} {units[0]}" if units[0] == "B" or value >= 10 else f"{value:.1f} {units[0]}"


def _item(item: Found) -> Document:
    return {
        "tool": item.tool,
        "kind": item.kind.value,
        "title": item.title,
        "project": item.project or None,
        "place": str(item.place),
        "format": item.format,
        "files": item.count,
        "bytes": item.bytes,
        "newest": exact(item.newest),
        "oldest": exact(item.oldest),
        "paths": [str(path) for path in item.paths],
    }
