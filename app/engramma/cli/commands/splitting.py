"""`split`: takes a merge back."""

from __future__ import annotations

import click

from engramma.cli.arguments import named
from engramma.cli.invocation import Invocation, data_command


@click.command()
@click.argument("name", metavar="ID")
@data_command
def split(call: Invocation, name: str) -> None:
    """Take back the newest merge into a memory.

    What was merged into it comes back as it was; the memory keeps what was changed since. `redo` merges again.
    """
    with call.writing() as store:
        done = store.memories.split(store.memories.resolve(name))
        survivor = store.memories.get(done.survivor_id)
        members = [line.memory for line in store.memories.page(done.member_ids)]
    erased = [f"M-{memory_id}" for memory_id in done.erased]
    if call.console.as_json:
        call.console.document(
            {
                "id": survivor.uid,
                "label": survivor.label,
                "split": [memory.uid for memory in members],
                "labels": [memory.label for memory in members],
                "erased": erased,
            }
        )
        return
    call.console.lines([f"Split {named(done.member_ids)} from {survivor.label}."])
    if erased:
        call.console.note(f"Erased for good since, and so passed over: {', '.join(erased)}.")
