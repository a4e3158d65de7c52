"""`show`: everything about one memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from engramma.cli.console import Console
from engramma.cli.documents import memory_document
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import distance, when
from engramma.cli.plain import elided, one_line, wrapped
from engramma.cli.tables import pair_lines
from engramma.model.association import Association
from engramma.model.memory import Memory, Provenance, Segment
from engramma.model.operation import Operation

if TYPE_CHECKING:
    from engramma.engine.memories.values import MemoryDetails

_INDENT = "  "
_LISTED = 12


@click.command()
@click.argument("name", metavar="ID")
@data_command
def show(call: Invocation, name: str) -> None:
    """Show one memory with its provenance, associations and history.

    ID is M-12, 12, or a ULID or the beginning of one.
    """
    with call.reading() as store:
        details = store.memories.details(store.memories.resolve(name))
        document = memory_document(store, details) if call.console.as_json else None
    if document is not None:
        call.console.document(document)
    else:
        call.console.lines(_lines(details, call.console, now=call.clock.now()))


def _lines(details: MemoryDetails, console: Console, *, now: int) -> Iterator[str]:
    memory, width = details.memory, console.width
    yield console.heading(memory.label) + console.faint(f"  {memory.uid}")
    yield ""
    yield from wrapped(memory.text, width=width, indent=_INDENT)
    yield ""
    yield from pair_lines(_facts(details, now=now), width=width)
    for title, lines in (
        ("Strength", [_segment(item) for item in details.segments]),
        ("Provenance", [line for item in details.provenance for line in _provenance(item, width=width)]),
        ("Associations", [_association(item) for item in details.associations]),
        ("History", [_operation(item) for item in details.history]),
    ):
        if lines:
            yield ""
            yield console.heading(title)
            yield from (elided(f"{_INDENT}{line}", width) for line in _shortened(lines))


def _shortened(lines: list[str]) -> list[str]:
    more = len(lines) - _LISTED
    return lines if more <= 1 else [*lines[:_LISTED], f"… and {more:,} more: --json lists all"]


def _facts(details: MemoryDetails, *, now: int) -> list[tuple[str, str]]:
    memory = details.memory
    fades = distance(memory.fades_at, now=now)
    return [
        ("tier", memory.tier.value + (f" ({one_line(details.tier_reason)})" if details.tier_reason else "")),
        ("kind", memory.kind.value),
        ("category", memory.category.value),
        ("state", _state(memory)),
        ("strength", f"{memory.strength:.2f}" + (" (dormant)" if memory.dormant else "")),
        ("fades", fades if memory.fades_at is None else f"{when(memory.fades_at)} ({fades})"),
        ("importance", f"{memory.importance:.2f}"),
        ("recalls", f"{memory.recalls:,}"),
        ("tags", one_line(", ".join(memory.tags))),
        ("session", one_line(memory.session_title)),
        ("created", when(memory.created_at)),
        ("version", str(memory.version)),
        ("supersedes", ", ".join(f"M-{memory_id}" for memory_id in details.supersedes)),
        ("entities", one_line(", ".join(item.name for item in details.entities))),
    ]


def _state(memory: Memory) -> str:
    successor = memory.merged_into or memory.superseded_by
    pinned = ", pinned" if memory.pinned else ""
    return memory.state.value + pinned + (f" by M-{successor}" if successor is not None else "")


def _segment(segment: Segment) -> str:
    pace = "no fading" if segment.half_life is None else f"half-life {segment.half_life:g} days"
    return f"{when(segment.t0)}  {segment.s0:.2f}  {pace}, {segment.reason}"


def _provenance(found: Provenance, *, width: int) -> list[str]:
    where = [
        one_line(found.session_title),
        f"turn {found.turn}" if found.turn is not None else "",
        one_line(found.speaker or found.role),
        one_line(found.source) + (f" line {found.line}" if found.line is not None else ""),
        when(found.at),
        "" if found.of is None else f"said before M-{found.of} was corrected",
    ]
    quote = wrapped(f"“{found.quote}”", width=width, indent=_INDENT * 2) if found.quote else []
    return [", ".join(part for part in where if part.strip()), *(line[len(_INDENT) :] for line in quote)]


def _association(edge: Association) -> str:
    arrow = "→" if edge.outgoing else "←"
    return f"{arrow} {one_line(edge.relation or edge.type)}  M-{edge.other_id}  {one_line(edge.other_text)}"


def _operation(operation: Operation) -> str:
    undone = " (undone)" if operation.undone else ""
    return f"{when(operation.at)}  {one_line(operation.actor)}  {one_line(operation.label)}{undone}"
