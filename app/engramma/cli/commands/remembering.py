"""`remember`: keeps a statement."""

from __future__ import annotations

import click

from engramma.cli.arguments import category_option, kind_option, text_argument, tier_option
from engramma.cli.invocation import Invocation, data_command


@click.command()
@text_argument
@kind_option
@category_option
@tier_option
@click.option("--importance", type=click.FloatRange(0, 1), help="From 0 to 1. Default: by rule.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Give it a tag; may be repeated.")
@click.option("--session", metavar="ID", help="The session that it comes from.")
@data_command
def remember(
    call: Invocation,
    text: str,
    kind: str,
    category: str,
    tier: str,
    *,
    importance: float | None,
    tags: tuple[str, ...],
    session: str | None,
) -> None:
    """Store a memory.

    TEXT - reads it from standard input. An equal memory that is there already is reinforced instead, and its id
    given back. The store is created if there is none yet.
    """
    with call.writing(create=True) as store:
        session_id = None if session is None else store.sessions.resolve(session)
        done = store.memories.remember(
            text,
            kind=kind,
            tier=tier,
            category=category,
            importance=importance,
            tags=tags,
            session_id=session_id,
        )
    if call.console.as_json:
        call.console.document({"id": done.uid, "label": f"M-{done.id}", "created": done.created})
    elif done.created:
        call.console.lines([f"Remembered as M-{done.id}."])
    else:
        call.console.lines([f"M-{done.id} says the same; it was reinforced."])
