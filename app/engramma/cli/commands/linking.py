"""`link` and `unlink`: a person's own associations between memories."""

from __future__ import annotations

import click

from engramma.cli.arguments import named
from engramma.cli.invocation import Invocation, data_command


@click.command()
@click.argument("one", metavar="ID")
@click.argument("other", metavar="ID")
@click.option(
    "--type", "type_", default="related", show_default=True, metavar="TYPE", help="What kind of link."
)
@click.option("--relation", default="", metavar="WORDS", help="What the link says, in a few words.")
@data_command
def link(call: Invocation, one: str, other: str, *, type_: str, relation: str) -> None:
    """Link two memories. Such a link does not fade, and no pass drops it."""
    with call.writing() as store:
        ends = [store.memories.resolve(one), store.memories.resolve(other)]
        store.associations.link(ends[0], ends[1], type=type_, relation=relation)
        memories = [store.memories.get(memory_id) for memory_id in ends]
    if call.console.as_json:
        call.console.document(
            {
                "ids": [memory.uid for memory in memories],
                "labels": [memory.label for memory in memories],
                "type": type_,
                "relation": relation,
            }
        )
    else:
        call.console.lines([f"Linked {named(ends)}."])


@click.command()
@click.argument("one", metavar="ID")
@click.argument("other", metavar="ID")
@data_command
def unlink(call: Invocation, one: str, other: str) -> None:
    """Take away the links between two memories."""
    with call.writing() as store:
        ends = [store.memories.resolve(one), store.memories.resolve(other)]
        done = store.associations.unlink(ends[0], ends[1])
        memories = [store.memories.get(memory_id) for memory_id in ends]
    if call.console.as_json:
        call.console.document(
            {
                "ids": [memory.uid for memory in memories],
                "labels": [memory.label for memory in memories],
                "removed": done.count,
            }
        )
    else:
        links = "1 link" if done.count == 1 else f"{done.count:,} links"
        call.console.lines([f"Took away {links} between {named(ends)}."])
