"""`hook`: what connected clients run when a session begins or ends. Never fails the client, whatever comes.

Always ends with 0: clients take other codes as orders. What went wrong is one line on standard error, and in the log.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engramma.cli.console import is_terminal, say

if TYPE_CHECKING:
    from engramma.engine.connecting_hooks import Hook

log = logging.getLogger(__name__)
_MOMENTS = ("start", "end")
_OPTIONS = ("client", "as", "scope", "store", "project", "home", "budget")
_HELP = """\
Usage: engramma hook start|end --client NAME [--as AGENT] [--scope read|write] [--store FILE | --project FOLDER]
                               [--home FOLDER] [--budget TOKENS]

Connected clients run this when a session begins (start: prints what the store remembers) or ends (end: reads the
session's transcript). `engramma connect` writes it into a client's settings; nobody need type it. It reads the
client's JSON from standard input and always ends with 0."""


@click.command("hook", hidden=True, add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def hook(words: tuple[str, ...]) -> None:
    """Run by a client when a session begins (`start`) or ends (`end`); reads the client's JSON."""
    # Half of a hook's time is loading the engine, whose objects stay: the collector would search them in vain.
    gc.disable()
    try:
        if set(words) & set(click.get_current_context().help_option_names):
            click.echo(_HELP)
            return
        _run(words)
    except BrokenPipeError:
        raise
    except Exception as error:
        log.info("a hook failed: %s", " ".join(words[:3]), exc_info=error)
        say(f"The hook did nothing: {error}")
    finally:
        gc.enable()


def _run(words: Sequence[str]) -> None:
    from engramma.exchange.clients.payload import LONGEST_PAYLOAD, read_payload, spoken
    from engramma.exchange.clients.surroundings import present_surroundings
    from engramma.model.errors import InvalidValueError

    moment, options = _parsed(words)
    if home := options.get("home"):
        os.environ["ENGRAMMA_HOME"] = home
    called = _hook(options)
    raw = b"" if is_terminal(sys.stdin) else sys.stdin.buffer.read(LONGEST_PAYLOAD + 1)
    payload = read_payload(raw, called.client)
    if payload is None:
        log.info("another program runs the hooks of %s; nothing was done", called.client.title)
        return
    if moment == "start":
        from engramma.engine.connecting_hooks import opening_context

        if text := spoken(opening_context(called, payload), called.client):
            click.echo(text)
        return
    if moment != "end":
        raise InvalidValueError(f"There is no hook {moment!r}.")
    from engramma.engine.connecting_hooks import record_session

    report = record_session(called, payload, present_surroundings())
    for item in report.files if report is not None else ():
        log.info("recorded: %s, %d new events, %s", item.format, item.events, item.error or "no error")


def _parsed(words: Sequence[str]) -> tuple[str, Mapping[str, str]]:
    """The moment and the options. Raises InvalidValueError."""
    from engramma.model.errors import InvalidValueError

    moment, *rest = words or ("",)
    names = [word.removeprefix("--") for word in rest[::2]]
    if moment not in _MOMENTS or len(rest) % 2 or not set(names) <= set(_OPTIONS):
        raise InvalidValueError("It was called wrongly.", hint="Connect the client again.")
    return moment, dict(zip(names, rest[1::2], strict=True))


def _hook(options: Mapping[str, str]) -> Hook:
    from engramma.engine.connecting import named_client
    from engramma.engine.connecting_hooks import Hook
    from engramma.engine.home import usual_store
    from engramma.model.agent import Scope, checked_name

    store, project = options.get("store", ""), options.get("project", "")
    client = named_client(options.get("client", ""))
    return Hook(
        client=client,
        agent=checked_name(options.get("as", client.name)),
        scope=Scope(options.get("scope", Scope.READ)),
        store=Path(store) if store else (None if project else usual_store()),
        project=project,
        budget=int(options.get("budget", "1500")),
    )
