"""`sessions`: the conversations of a store, or the transcript of one."""

from __future__ import annotations

from collections.abc import Iterator

import click

from engramma.cli.console import Console
from engramma.cli.documents import event_item, session_item
from engramma.cli.failures import queries_explained
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import when
from engramma.cli.plain import elided, one_line, wrapped
from engramma.cli.tables import Column, table_lines
from engramma.model.session import Event, Role, Session

_LIMIT = 100
_TOOL_LINES = 3


@click.command()
@click.argument("name", metavar="[ID]", required=False)
@click.option("--query", metavar="QUERY", default="", help="Only those of which the title or a turn fits.")
@click.option(
    "--limit", type=click.IntRange(min=0), default=_LIMIT, show_default=True, help="How many at most; 0: all."
)
@click.option("--full", is_flag=True, help="Show the output of tools in full.")
@data_command
def sessions(call: Invocation, name: str | None, *, query: str, limit: int, full: bool) -> None:
    """List sessions, newest first, or show the transcript of one.

    ID is S-3, 3, or a ULID or the beginning of one.
    """
    if name is not None:
        _transcript(call, name, full=full)
        return
    with queries_explained(query), call.reading() as store:
        found = store.sessions.list(query)
    shown = found[:limit] if limit else found
    if call.console.as_json:
        call.console.document({"total": len(found), "sessions": [session_item(item) for item in shown]})
        return
    if not shown:
        call.console.lines(["No session fits." if query else "There are no sessions."])
        return
    heads, *rows = table_lines(
        [
            Column("ID", right=True),
            Column("STARTED"),
            Column("EVENTS", right=True),
            Column("MEMORIES", right=True),
            Column("TITLE", stretch=True),
            Column("AGENT", most=20),
        ],
        [_row(item) for item in shown],
        width=call.console.width,
    )
    more = len(found) - len(shown)
    count = "1 session" if len(found) == 1 else f"{len(found):,} sessions"
    last = count + (f", {more:,} not shown: --limit 0 shows all" if more else "")
    call.console.lines([call.console.heading(heads), *rows, call.console.faint(last)])


def _row(session: Session) -> list[str]:
    return [
        f"S-{session.id}",
        when(session.started_at),
        f"{session.events:,}",
        f"{session.memories:,}",
        one_line(session.title) + (" (open)" if session.is_open else ""),
        one_line(session.agent),
    ]


def _transcript(call: Invocation, name: str, *, full: bool) -> None:
    with call.reading() as store:
        session = store.sessions.get(store.sessions.resolve(name))
        events = store.sessions.events(store.sessions.event_ids(session.id))
        memory_ids = store.sessions.memory_ids(session.id)
        memories = [line.memory.uid for line in store.memories.page(memory_ids)]
    if call.console.as_json:
        call.console.document(
            {**session_item(session), "events": [event_item(item) for item in events], "memories": memories}
        )
    else:
        call.console.lines(_lines(session, events, call.console, full=full))


def _lines(session: Session, events: tuple[Event, ...], console: Console, *, full: bool) -> Iterator[str]:
    turns = "1 turn" if len(events) == 1 else f"{len(events):,} turns"
    facts = [f"S-{session.id}", when(session.started_at), one_line(session.agent), turns]
    yield console.heading(elided(one_line(session.title), console.width))
    yield console.faint("  ".join(fact for fact in facts if fact))
    for event in events:
        yield ""
        yield _head(event, console)
        lines = wrapped(event.text, width=console.width, indent="  ")
        if event.role is Role.TOOL and not full and len(lines) > _TOOL_LINES:
            yield from lines[:_TOOL_LINES]
            yield console.faint(f"  … {len(lines) - _TOOL_LINES:,} more lines: --full shows them")
        else:
            yield from lines


def _head(event: Event, console: Console) -> str:
    marks = [
        "" if event.active else "rewound",
        "sub-agent" if event.sidechain else "",
        " ".join(f"→ M-{mark.memory_id}" for mark in event.marks),
    ]
    head = f"{event.turn}  {one_line(event.speaker or event.role.value)}"
    parts = [when(event.at), *marks]
    return console.heading(head) + console.faint("".join(f"  {part}" for part in parts if part))
