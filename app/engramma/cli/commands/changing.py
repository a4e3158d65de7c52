"""`edit`, `correct` and `merge`: change what memories say, never without a trace."""

from __future__ import annotations

import click

from engramma.cli.arguments import named, resolve_all, text_argument
from engramma.cli.invocation import Invocation, data_command


@click.command()
@click.argument("name", metavar="ID")
@text_argument
@click.option(
    "--if-version", type=click.IntRange(min=1), metavar="N", help="Only if this is still its newest version."
)
@data_command
def edit(call: Invocation, name: str, text: str, *, if_version: int | None) -> None:
    """Change the wording of a memory.

    TEXT - reads it from standard input. The old wording stays as a version. For a statement that was wrong use
    `correct`.
    """
    with call.writing() as store:
        memory_id = store.memories.resolve(name)
        before = store.memories.get(memory_id).version
        memory = store.memories.edit(memory_id, text, base_version=if_version)
    if call.console.as_json:
        call.console.document({"id": memory.uid, "label": memory.label, "version": memory.version})
    elif memory.version == before:
        call.console.lines([f"{memory.label} says that already; nothing was changed."])
    else:
        call.console.lines([f"{memory.label} is now at version {memory.version}."])


@click.command()
@click.argument("name", metavar="ID")
@text_argument
@data_command
def correct(call: Invocation, name: str, text: str) -> None:
    """Replace a wrong memory by a right one.

    TEXT - reads it from standard input. The new memory takes over kind, tier, tags, session and pin; the old one
    stays in the store, superseded.
    """
    with call.writing() as store:
        old = store.memories.get(store.memories.resolve(name))
        new = store.memories.correct(old.id, text)
    if call.console.as_json:
        call.console.document({"id": new.uid, "label": new.label, "supersedes": old.uid})
    else:
        call.console.lines([f"{new.label} now stands in place of {old.label}."])


@click.command()
@click.argument("names", metavar="ID ID...", nargs=-1, required=True)
@data_command
def merge(call: Invocation, names: tuple[str, ...]) -> None:
    """Merge memories into the first one named.

    It takes over tags, evidence and associations of the others, which are superseded.
    """
    if len(names) < 2:
        raise click.UsageError("Name at least two memories: first the one that stays, then the others.")
    with call.writing() as store:
        survivor_id, *member_ids = resolve_all(store, names)
        survivor = store.memories.merge(survivor_id, member_ids)
        merged = [line.memory for line in store.memories.page(member_ids)]
    if call.console.as_json:
        call.console.document(
            {"id": survivor.uid, "label": survivor.label, "merged": [memory.uid for memory in merged]}
        )
    else:
        call.console.lines([f"Merged {named(member_ids)} into {survivor.label}."])
