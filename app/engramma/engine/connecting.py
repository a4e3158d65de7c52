"""Puts Engramma into the settings of a program that runs agents, and takes it out, by a plan.

A file is compared again before it is replaced, backed up beside, and read again afterwards.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from engramma.engine.connecting_plan import Change, Plan
from engramma.engine.connecting_record import Connected, WrittenFile, digest, record, recorded
from engramma.exchange.clients.config_file import (
    ConnectError,
    back_up,
    read_config,
    remove_config,
    replace_config,
)
from engramma.exchange.clients.known import CLIENTS, Client, client_named
from engramma.exchange.clients.own_command import run_own_command
from engramma.exchange.clients.placing import hooks_in, is_toml, same_entry, server_in, values
from engramma.exchange.clients.surroundings import Surroundings
from engramma.model.errors import InvalidValueError

log = logging.getLogger(__name__)


def named_client(name: str) -> Client:
    """The client of that name. Raises InvalidValueError that lists them."""
    client = client_named(name)
    if client is None:
        known = ", ".join(item.name for item in CLIENTS)
        raise InvalidValueError(f"There is no client {name!r}.", hint=f"Choose {known}.")
    return client


def carry_out(plan: Plan, where: Surroundings) -> tuple[Path, ...]:
    """Change the files of `plan`; gives the backups. Raises ConnectError; what was changed before that is known."""
    client, backups = plan.client, []
    for change in plan.safe:
        kept = _write(change, plan, where)
        if kept is not None:
            backups.append(kept)
        _note_down(change, plan, kept)
    if plan.wiring is None and not any(change.trouble for change in plan.changes):
        record(client.name, None)
    return tuple(backups)


def _write(change: Change, plan: Plan, where: Surroundings) -> Path | None:
    if change.command:
        try:
            return _by_their_program(change, plan, where)
        except ConnectError as error:
            log.info("%s; the file is written instead", error)
            if read_config(change.path).content != change.before.content:
                raise ConnectError(
                    f"{error.message} {change.path} was changed.", hint="Try again."
                ) from error
    if change.after is None:
        remove_config(change.before)
        kept = None
    else:
        kept = replace_config(change.before, change.after, backup=not (change.restores or change.kept))
    if change.backup:
        Path(change.backup).unlink(missing_ok=True)
    return kept


def _by_their_program(change: Change, plan: Plan, where: Surroundings) -> Path | None:
    """Have the client's own program do it, then look whether it did."""
    kept = back_up(change.before)
    run_own_command(change.command, where)
    there = server_in(values(read_config(change.path).text, toml=is_toml(change.path.name)), plan.client)
    wanted = plan.client.entry(plan.wiring) if plan.wiring is not None else None
    if not same_entry(there, wanted):
        raise ConnectError(f"{plan.client.title} did not write what was asked of it.")
    return kept


def _note_down(change: Change, plan: Plan, backup: Path | None) -> None:
    client = plan.client
    known = recorded(client.name)
    if plan.wiring is None or change.restores:
        if known is not None:
            record(client.name, known.without_file(change.path))
        return
    now = read_config(change.path)
    content = values(now.text, toml=is_toml(change.path.name))
    server = server_in(content, client)
    hooks = {event: items[0] for event, items in hooks_in(content, client).items()}
    known = known or Connected({}, {})
    earlier = known.file(change.path)
    before = digest(change.before.content)
    written = WrittenFile(
        path=str(change.path),
        before=before if earlier is None else earlier.before,
        after=digest(now.content),
        backup=str(backup or "") if earlier is None else earlier.backup,
        exact=earlier is None or (earlier.exact and earlier.after == before),
        made=change.made,
    )
    known = replace(
        known, server=server if isinstance(server, dict) else known.server, hooks=hooks or known.hooks
    )
    record(client.name, known.with_file(written))
