"""`connect` and `disconnect`: put Engramma into a client's settings, or take it out; shown first, then asked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from engramma.cli.console import is_terminal, say_plainly
from engramma.cli.documents import Document
from engramma.cli.failures import FAILURE
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.plain import elided, one_line, visible
from engramma.cli.tables import Column, table_lines

if TYPE_CHECKING:
    from pathlib import Path

    from engramma.engine.connecting_plan import Change, Plan
    from engramma.engine.connecting_state import ClientState
    from engramma.exchange.clients.surroundings import Surroundings

_LONGEST_LINE = 300
_yes = click.option("--yes", is_flag=True, help="Do it without asking.")
_dry_run = click.option("--dry-run", is_flag=True, help="Only show what would be changed.")


@click.command()
@click.argument("name", metavar="[CLIENT]", default="")
@click.option("--as", "agent", metavar="NAME", help="The agent's name in the history. Default: the client's.")
@click.option(
    "--scope",
    type=click.Choice(["read", "propose", "write"]),
    default="write",
    show_default=True,
    help="What it may do; with propose, a person decides about each change.",
)
@click.option(
    "--project",
    metavar="NAME|DIR",
    help="Instead of a file: the store of a project; `.` is the folder that the client works in.",
)
@click.option("--no-hooks", is_flag=True, help="Only the server: no context at the start, nothing recorded.")
@click.option(
    "--budget",
    type=int,
    default=1_500,
    show_default=True,
    metavar="TOKENS",
    help="How much context a session is given at its start.",
)
@_yes
@_dry_run
@data_command
def connect(
    call: Invocation,
    name: str,
    *,
    agent: str | None,
    scope: str,
    project: str | None,
    no_hooks: bool,
    budget: int,
    yes: bool,
    dry_run: bool,
) -> None:
    """Put Engramma into the settings of CLIENT: its server, and hooks for the beginning and the end of a session.

    Without CLIENT it lists the clients and how they stand. Every change is shown first, and what was there is kept
    beside.
    """
    from engramma.engine.connecting import named_client
    from engramma.engine.connecting_plan import plan_connection
    from engramma.engine.connecting_wiring import wiring
    from engramma.exchange.clients.surroundings import present_surroundings

    where = present_surroundings()
    if not name:
        _list(call, where)
        return
    given = click.get_current_context().get_parameter_source("store_path") is not ParameterSource.DEFAULT
    if project is not None and given:
        raise click.UsageError("Name a store or a project, not both.")
    client = named_client(name)
    chosen = wiring(
        agent or client.name,
        scope,
        store=call.path,
        project=project or "",
        budget=budget,
        hooks=not no_hooks,
    )
    plan = plan_connection(client, chosen, where)
    done = f"{client.title} is connected."
    _go(call, plan, where, yes=yes, dry_run=dry_run, question=f"Connect {client.title}?", outcome=done)


@click.command()
@click.argument("name", metavar="[CLIENT]", default="")
@_yes
@_dry_run
@data_command
def disconnect(call: Invocation, name: str, *, yes: bool, dry_run: bool) -> None:
    """Take out of the settings of CLIENT what `connect` put in, and nothing else.

    Without CLIENT it lists the clients and how they stand.
    """
    from engramma.engine.connecting import named_client
    from engramma.engine.connecting_plan import plan_removal
    from engramma.exchange.clients.surroundings import present_surroundings

    where = present_surroundings()
    if not name:
        _list(call, where)
        return
    client = named_client(name)
    plan = plan_removal(client, where)
    done = f"{client.title} is no longer connected."
    _go(call, plan, where, yes=yes, dry_run=dry_run, question=f"Disconnect {client.title}?", outcome=done)


def _go(
    call: Invocation,
    plan: Plan,
    where: Surroundings,
    *,
    yes: bool,
    dry_run: bool,
    question: str,
    outcome: str,
) -> None:
    """Show the plan, ask, carry it out, and say how it ended."""
    from engramma.engine.connecting import carry_out

    if not (call.console.as_json and (dry_run or yes)):
        _show(call, plan)
    agreed = False
    backups: tuple[Path, ...] = ()
    if plan.safe and not dry_run:
        if plan.edited and not yes:
            question = f"{question[:-1]}, what was changed by hand too?"
        agreed = yes or _agreed(question)
        if agreed:
            backups = carry_out(plan, where)
    if call.console.as_json:
        call.console.document(_document(plan, done=agreed, backups=backups))
    elif not plan.changes:
        call.console.lines([f"There is nothing to change: {outcome}"])
    elif agreed:
        kept = [f"What was there before is kept in {visible(str(path))}." for path in backups]
        call.console.lines([outcome, *kept])
    elif dry_run:
        call.console.lines(["This was a dry run; nothing was written."])
    refused = [change for change in plan.changes if change.trouble]
    if refused:
        call.console.note(f"Not done: {one_line(refused[0].trouble)}. It was left alone; write it by hand.")
        click.get_current_context().exit(FAILURE)
    if plan.safe and not agreed and not dry_run:
        call.console.note("Nothing was changed.")
        click.get_current_context().exit(FAILURE)


def _agreed(question: str) -> bool:
    try:
        return click.confirm(question, default=False, err=True)
    except click.Abort:
        return False


def _show(call: Invocation, plan: Plan) -> None:
    """On standard error when standard output is for the document."""
    lines = [line for change in plan.changes for line in _lines(call, change)]
    lines += [one_line(note) for note in (*plan.edited, *(plan.notes if plan.changes else ()))]
    if call.console.as_json or not is_terminal(sys.stdout):
        say_plainly(lines)
    else:
        call.console.lines(lines)


def _lines(call: Invocation, change: Change) -> Iterable[str]:
    if change.trouble:
        yield call.console.heading(f"{visible(str(change.path))}: not changed; write this into it by hand")
        yield from (visible(line) for line in change.by_hand.splitlines())
        return
    for line in change.diff.splitlines():
        yield elided(visible(line), _LONGEST_LINE)
    if change.command:
        yield f"done by: {visible(' '.join(change.command))}"


def _list(call: Invocation, where: Surroundings) -> None:
    from engramma.engine.connecting_state import client_states

    states = client_states(where)
    if call.console.as_json:
        call.console.document({"clients": [_state_item(state) for state in states]})
        return
    columns = [
        Column("CLIENT"),
        Column("FOUND"),
        Column("SERVER"),
        Column("HOOKS"),
        Column("FILES", stretch=True),
    ]
    call.console.lines(
        [
            *table_lines(columns, [_row(state) for state in states], width=call.console.width),
            *(one_line(state.trouble) for state in states if state.trouble),
        ]
    )


def _row(state: ClientState) -> list[str]:
    server = "connected" if state.connected else "-"
    return [
        state.name,
        "yes" if state.found else "no",
        "changed by hand" if state.changed_by_hand else server,
        "yes" if state.hooks else "-",
        ", ".join(visible(str(path)) for path in state.files),
    ]


def _state_item(state: ClientState) -> Document:
    return {
        "name": state.name,
        "title": state.title,
        "found": state.found,
        "connected": state.connected,
        "hooks": state.hooks,
        "changed_by_hand": state.changed_by_hand,
        "files": [str(path) for path in state.files],
        "trouble": state.trouble or None,
    }


def _document(plan: Plan, *, done: bool, backups: Sequence[Path]) -> Document:
    return {
        "client": plan.client.name,
        "changes": [
            {
                "path": str(change.path),
                "diff": change.diff,
                "command": list(change.command) or None,
                "trouble": change.trouble or None,
                "by_hand": change.by_hand if change.trouble else None,
            }
            for change in plan.changes
        ],
        "edited": list(plan.edited),
        "notes": list(plan.notes),
        "backups": [str(path) for path in backups],
        "done": done,
    }
