"""`pin`, `unpin`, `rehearse`, `tag`, `trash` and `restore`: what stays, how strongly, and under which tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from engramma.cli.arguments import named, resolve_all
from engramma.cli.invocation import Invocation, data_command

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

Change = Callable[["MemoryStore", Sequence[int]], int]


def _apply(call: Invocation, names: Sequence[str], change: Change, *, did: str, was: str) -> None:
    """Make one change to all memories named, or to none if one of them is not there, and say what came of it."""
    with call.writing() as store:
        ids = resolve_all(store, names)
        changed = change(store, ids)
        memories = [line.memory for line in store.memories.page(ids)]
    if call.console.as_json:
        call.console.document(
            {
                "ids": [memory.uid for memory in memories],
                "labels": [memory.label for memory in memories],
                "changed": changed,
            }
        )
    elif changed == 0:
        verb = "is" if len(ids) == 1 else "are"
        call.console.lines([f"Nothing was changed: {named(ids)} {verb} {was}."])
    elif changed < len(ids):
        call.console.lines([f"{did} {changed:,} of {len(ids):,} memories; the others needed no change."])
    else:
        call.console.lines([f"{did} {named(ids)}."])


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@data_command
def pin(call: Invocation, names: tuple[str, ...]) -> None:
    """Keep memories from fading."""
    _apply(call, names, lambda store, ids: store.memories.pin(ids), did="Pinned", was="already pinned")


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@data_command
def unpin(call: Invocation, names: tuple[str, ...]) -> None:
    """Let pinned memories fade again, from now."""
    _apply(call, names, lambda store, ids: store.memories.unpin(ids), did="Unpinned", was="not pinned")


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@data_command
def rehearse(call: Invocation, names: tuple[str, ...]) -> None:
    """Bring memories back to full strength, from now."""
    _apply(call, names, lambda store, ids: store.memories.rehearse(ids), did="Rehearsed", was="not active")


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@data_command
def trash(call: Invocation, names: tuple[str, ...]) -> None:
    """Put memories away; `restore` brings them back."""
    _apply(
        call,
        names,
        lambda store, ids: store.memories.trash(ids),
        did="Put into the Trash:",
        was="in the Trash already",
    )


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@data_command
def restore(call: Invocation, names: tuple[str, ...]) -> None:
    """Bring memories back from the Trash."""
    _apply(
        call, names, lambda store, ids: store.memories.restore(ids), did="Restored", was="not in the Trash"
    )


@click.command()
@click.argument("names", metavar="ID...", nargs=-1, required=True)
@click.option("--add", "added", multiple=True, metavar="TAG", help="Add a tag; may be repeated.")
@click.option("--remove", "removed", multiple=True, metavar="TAG", help="Remove a tag; may be repeated.")
@data_command
def tag(
    call: Invocation, names: tuple[str, ...], *, added: tuple[str, ...], removed: tuple[str, ...]
) -> None:
    """Add and remove tags."""
    if not added and not removed:
        raise click.UsageError("Say which tags: --add TAG, --remove TAG.")
    _apply(
        call,
        names,
        lambda store, ids: store.memories.tag(ids, add=added, remove=removed),
        did="Changed the tags of",
        was="tagged so already",
    )
