"""`history`, `undo` and `redo`: what was done to a store, by whom, and taking it back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from engramma.cli.documents import conflict_item, operation_item
from engramma.cli.failures import FAILURE
from engramma.cli.invocation import Invocation, data_command
from engramma.cli.moments import when
from engramma.cli.plain import one_line
from engramma.cli.tables import Column, table_lines
from engramma.model.errors import NothingToUndoError
from engramma.model.operation import PERSON, Take, UndoConflict, UndoResult

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

_LIMIT = 50

take_option = click.option(
    "--take",
    type=click.Choice(["mine", "theirs"]),
    help="Where a field was changed since: mine keeps the later value, theirs restores the old one.",
)


@click.command()
@click.argument("name", metavar="[ID]", required=False)
@click.option(
    "--actor", metavar="NAME", help="Only what this actor did: person, cli, agent:NAME, agent: for all."
)
@click.option(
    "--limit", type=click.IntRange(min=1), default=_LIMIT, show_default=True, help="How many at most."
)
@data_command
def history(call: Invocation, name: str | None, *, actor: str | None, limit: int) -> None:
    """List what was done, newest first: to the store, or to one memory."""
    with call.reading() as store:
        if name is None:
            operations = store.history.recent(actor=actor, limit=limit)
        else:
            operations = store.history.of_memory(store.memories.resolve(name))
            if actor is not None:
                operations = tuple(
                    item
                    for item in operations
                    if item.actor == actor or (actor.endswith(":") and item.actor.startswith(actor))
                )
            operations = operations[:limit]
    if call.console.as_json:
        call.console.document({"operations": [operation_item(item) for item in operations]})
        return
    if not operations:
        call.console.lines(["Nothing was done yet." if name is None and actor is None else "Nothing found."])
        return
    heads, *rows = table_lines(
        [
            Column("OP", right=True),
            Column("WHEN"),
            Column("WHO", most=24),
            Column("WHAT", stretch=True),
            Column(""),
        ],
        [
            [
                str(item.id),
                when(item.at),
                one_line(item.actor),
                one_line(item.label),
                "undone" if item.undone else "",
            ]
            for item in operations
        ],
        width=call.console.width,
    )
    call.console.lines([call.console.heading(heads), *rows])


@click.command()
@click.argument("name", metavar="[OP]", required=False)
@click.option("--item", type=click.IntRange(min=1), metavar="N", help="Only item N of a consolidation pass.")
@take_option
@data_command
def undo(call: Invocation, name: str | None, *, item: int | None, take: str | None) -> None:
    """Take back an operation: the one named, or the newest made from the command line.

    `history` shows the operations. If somebody changed the same field since, nothing happens and the conflicts are
    listed; choose with --take.
    """
    if item is not None and name is None:
        raise click.UsageError("Name the pass of which an item is to be taken back.")
    _take_back(call, name, take=take, redo=False, item=item)


@click.command()
@take_option
@data_command
def redo(call: Invocation, *, take: str | None) -> None:
    """Do again what the newest `undo` took back."""
    _take_back(call, None, take=take, redo=True)


def _take_back(
    call: Invocation, name: str | None, *, take: str | None, redo: bool, item: int | None = None
) -> None:
    choice = Take.ASK if take is None else Take(take)
    with call.writing() as store:
        if redo:
            result = store.history.redo(take=choice)
        else:
            operation_id = None if name is None else store.history.resolve(name)
            if item is not None and operation_id is not None:
                result = store.consolidation.undo_item(operation_id, item, take=choice)
            else:
                result = _undone(store, operation_id, take=choice)
        subject = store.history.get(result.undone)
        if redo and subject is not None and subject.undoes is not None:
            subject = store.history.get(subject.undoes)
        conflicts = [conflict_item(store, found) for found in result.conflicts]
    erased = [f"M-{memory_id}" for memory_id in result.erased]
    happened = result.operation_id is not None
    if call.console.as_json:
        uid = subject.uid if subject is not None and happened else None
        document = {"redone" if redo else "undone": uid, "conflicts": conflicts}
        call.console.document({**document, "erased": erased} if erased else document)
    elif happened:
        call.console.lines([f"{'Did again' if redo else 'Took back'}: {one_line(result.label)}."])
    else:
        call.console.lines(_conflict_lines(result.conflicts, width=call.console.width))
    if erased and happened:
        call.console.note(f"Erased for good since, and so passed over: {', '.join(erased)}.")
    if not happened:
        count = len(result.conflicts)
        fields = "1 field was" if count == 1 else f"{count:,} fields were"
        call.console.note(
            f"Nothing was changed: {fields} changed since. --take mine keeps the later values, "
            "--take theirs restores the old ones."
        )
        click.get_current_context().exit(FAILURE)


def _undone(store: MemoryStore, operation_id: int | None, *, take: Take) -> UndoResult:
    """Take it back. Where nothing of one's own is left, say whose the newest change is and how to undo it."""
    try:
        return store.history.undo(operation_id, take=take)
    except NothingToUndoError as error:
        newest = store.history.recent(limit=_LIMIT) if operation_id is None else ()
        other = next((item for item in newest if not item.undone and item.undoes is None), None)
        if other is None or other.actor == store.actor:
            raise
        who = "a person, in the window" if other.actor == PERSON else one_line(other.actor)
        raise NothingToUndoError(
            f"There is nothing to undo from the command line: the newest change, “{one_line(other.label)}”, "
            f"was made by {who}.",
            hint=f"To undo it: engramma undo {other.id}",
        ) from error


def _conflict_lines(conflicts: tuple[UndoConflict, ...], *, width: int) -> list[str]:
    rows = [
        [
            f"M-{item.memory_id}" if item.memory_id is not None else "",
            item.field,
            one_line(str(item.current)),
            one_line(str(item.restored)),
        ]
        for item in conflicts
    ]
    heads = [Column("ID"), Column("FIELD"), Column("NOW", most=width // 3), Column("BEFORE", stretch=True)]
    return table_lines(heads, rows, width=width)
