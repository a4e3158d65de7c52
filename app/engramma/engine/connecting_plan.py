"""What connecting a client, or taking Engramma out of it, would change: every file with its difference.

Writes nothing.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engramma.engine.connecting_record import WrittenFile, digest, recorded
from engramma.engine.connecting_state import edited_entries, files_of, is_found
from engramma.exchange.clients.config_file import ConfigFile, read_config
from engramma.exchange.clients.json_edits import UnsafeEditError
from engramma.exchange.clients.known import Client
from engramma.exchange.clients.own_command import program_of
from engramma.exchange.clients.placing import (
    containers,
    hooks_in,
    is_there,
    is_toml,
    server_in,
    values,
    with_hooks,
    with_server,
    without_hooks,
    without_server,
)
from engramma.exchange.clients.surroundings import Surroundings
from engramma.exchange.clients.wiring import END, START, Wiring

_MOMENTS = (START, END)


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one file. `after` None: it goes. `command`: the client's own program does it, so told.

    `restores`: it is then what it was before us, and `backup` is needed no longer. `kept`: what was there before is
    kept already. `trouble`: why it is not done; then `by_hand` is what a person would have to write.
    """

    before: ConfigFile
    after: bytes | None
    diff: str
    made: tuple[tuple[str, ...], ...] = ()
    command: tuple[str, ...] = ()
    restores: bool = False
    backup: str = ""
    kept: bool = False
    trouble: str = ""
    by_hand: str = ""

    @property
    def path(self) -> Path:
        """The file."""
        return self.before.path


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be changed; empty when all is as it should be. `edited`: our entries that somebody changed."""

    client: Client
    changes: tuple[Change, ...]
    edited: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    wiring: Wiring | None = None

    @property
    def safe(self) -> tuple[Change, ...]:
        """Those that are done."""
        return tuple(change for change in self.changes if not change.trouble)


def plan_connection(client: Client, wiring: Wiring, where: Surroundings) -> Plan:
    """What `connect` would change. Raises ConnectError when a file cannot be read."""
    hooks = {
        event: hook
        for moment, event in zip(_MOMENTS, client.events, strict=True)
        if (hook := client.hook(moment, wiring, where)) is not None
    }
    known = recorded(client.name)
    changes = []
    for path in files_of(client, where):
        config = read_config(path)
        change = _connection(
            client, wiring, config, where=where, hooks=hooks, written=known.file(path) if known else None
        )
        if change is not None:
            changes.append(replace(change, command=_adding(client, wiring, change, where=where)))
    return Plan(client, tuple(changes), notes=_notes(client, wiring, where), wiring=wiring)


def _connection(
    client: Client,
    wiring: Wiring,
    config: ConfigFile,
    *,
    where: Surroundings,
    hooks: Mapping[str, Any],
    written: WrittenFile | None,
) -> Change | None:
    """The change of one file; made from what was there before us, as long as nobody else changed it since."""
    toml = is_toml(config.path.name)
    own, hooked = config.path == client.servers(where), config.path == client.hooks(where)
    entry = client.entry(wiring)
    restored = _restored(config, written)
    base = config if restored is None else ConfigFile(config.path, restored.after)

    def edited(text: str) -> str:
        if own:
            text = with_server(text, client, entry, toml=toml)
        return with_hooks(text, client, hooks) if hooked else text

    wanted = {client.server_key: {client.server_keys[1]: entry}} if own else {}
    listed = {"hooks": {event: [hook] for event, hook in hooks.items()}} if hooked else {}
    try:
        text = edited(base.text)
    except UnsafeEditError as error:
        by_hand = json.dumps({**wanted, **listed}, ensure_ascii=False, indent=2)
        return Change(config, None, "", trouble=f"{config.path}: {error}", by_hand=by_hand)
    if text == base.text:
        return restored
    content = base.encoded(text)
    if content == config.content:
        return None
    there = values(base.text, toml=toml)
    needed = containers(client, server=own, events=tuple(hooks) if hooked else ())
    new = [keys for keys in needed if not is_there(there, keys)]
    earlier = written.made if written is not None and restored is None else ()
    return Change(
        config,
        content,
        _diff(config.path, config.text, text),
        made=tuple(dict.fromkeys([*earlier, *new])),
        kept=restored is not None,
    )


def plan_removal(client: Client, where: Surroundings) -> Plan:
    """What `disconnect` would change. Raises ConnectError when a file cannot be read."""
    known = recorded(client.name)
    edited: list[str] = []
    changes = []
    for path in files_of(client, where):
        config, toml = read_config(path), is_toml(path.name)
        written = known.file(path) if known is not None else None
        if (exact := _restored(config, written)) is not None:
            changes.append(exact)
            continue
        made = written.made if written is not None else ()

        def bare(
            text: str, path: Path = path, toml: bool = toml, made: Sequence[Sequence[str]] = made
        ) -> str:
            if path == client.servers(where):
                own = (client.server_key,) in tuple(map(tuple, made))
                text = without_server(text, client, toml=toml, made=own)
            return without_hooks(text, client, made=made) if path == client.hooks(where) else text

        change = _change(config, bare, by_hand=f"Take out what names {client.server_keys[1]}.")
        if change is None:
            continue
        if not change.trouble:
            edited += edited_entries(client, config, path, where=where, known=known)
            change = replace(change, command=_removing(client, config, path, where=where))
            if _is_husk(change.after, written, toml=toml):
                change = replace(change, after=None, command=(), diff=_diff(path, config.text, ""))
        changes.append(change)
    return Plan(client, tuple(changes), edited=tuple(edited))


def _change(config: ConfigFile, edited: Callable[[str], str], *, by_hand: str) -> Change | None:
    """The change that an edit makes of a file; None when it makes none."""
    text = config.text
    try:
        after = edited(text)
    except UnsafeEditError as error:
        return Change(config, None, "", trouble=f"{config.path}: {error}", by_hand=by_hand)
    if after == text:
        return None
    return Change(config, config.encoded(after), _diff(config.path, text, after))


def _restored(config: ConfigFile, written: WrittenFile | None) -> Change | None:
    """The change back to the very bytes that were there before, if nobody changed the file since."""
    if written is None or not written.exact or digest(config.content) != written.after:
        return None
    if not written.before:
        return Change(config, None, _diff(config.path, config.text, ""), restores=True)
    try:
        before = ConfigFile(config.path, Path(written.backup).read_bytes())
    except OSError:
        return None
    if digest(before.content) != written.before:
        return None
    diff = _diff(config.path, config.text, before.text)
    return Change(config, before.content, diff, restores=True, backup=written.backup)


def _is_husk(after: bytes | None, written: WrittenFile | None, *, toml: bool) -> bool:
    """Whether nothing is left in a file that was made for us alone."""
    if written is None or written.before or after is None:
        return False
    return values(after.decode("utf-8-sig"), toml=toml) in ({}, {"version": 1})


def _adding(client: Client, wiring: Wiring, change: Change, *, where: Surroundings) -> tuple[str, ...]:
    """The words with which the client puts the server in itself, when nothing else is to be put in there."""
    path = change.path
    if client.adding is None or change.trouble or change.restores or change.kept:
        return ()
    if path != client.servers(where) or (path == client.hooks(where) and wiring.hooks):
        return ()
    if server_in(values(change.before.text, toml=is_toml(path.name)), client) is not None:
        return ()
    program = program_of(client.program, where)
    return () if program is None else (program, *client.adding(wiring))


def _removing(client: Client, config: ConfigFile, path: Path, *, where: Surroundings) -> tuple[str, ...]:
    """The words with which the client takes the server out itself, when nothing else is to be taken out there."""
    content = values(config.text, toml=is_toml(path.name))
    if path != client.servers(where) or server_in(content, client) is None or not client.removing:
        return ()
    if path == client.hooks(where) and hooks_in(content, client):
        return ()
    program = program_of(client.program, where)
    return () if program is None else (program, *client.removing)


def _notes(client: Client, wiring: Wiring, where: Surroundings) -> tuple[str, ...]:
    notes = [] if is_found(client, where) else [f"{client.title} was not found on this computer."]
    if wiring.hooks:
        notes.append("A hook gives each session its context when it begins.")
        if wiring.scope == "write":
            notes.append("Another keeps what was said when it ends.")
        else:
            notes.append(f"What was said is not kept, since the agent may only {wiring.scope}.")
    if client.roams and wiring.place[-1] == ".":
        notes.append(
            f"{client.title} may start the server in another folder; then name the project's folder."
        )
    return (*notes, client.advice)


def _diff(path: Path, before: str, after: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), fromfile=str(path), tofile=str(path), lineterm=""
    )
    return "\n".join(lines)
