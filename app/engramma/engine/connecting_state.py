"""How each client stands to Engramma: whether it is on this computer, connected, and as it was written.

Looks only.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engramma.engine.connecting_record import Connected, recorded
from engramma.exchange.clients.config_file import ConfigFile, ConnectError, read_config
from engramma.exchange.clients.json_edits import UnsafeEditError
from engramma.exchange.clients.known import CLIENTS, Client
from engramma.exchange.clients.own_command import program_of
from engramma.exchange.clients.placing import hooks_in, is_toml, same_entry, server_in, values
from engramma.exchange.clients.surroundings import Surroundings


@dataclass(frozen=True, slots=True)
class ClientState:
    """How a client stands to Engramma. `found`: it is on this computer; `trouble`: why a file could not be read."""

    name: str
    title: str
    found: bool
    connected: bool
    hooks: bool
    changed_by_hand: bool
    files: tuple[Path, ...]
    trouble: str = ""


def client_states(where: Surroundings) -> tuple[ClientState, ...]:
    """All clients that can be connected, found or not."""
    return tuple(_state(client, where) for client in CLIENTS)


def files_of(client: Client, where: Surroundings) -> tuple[Path, ...]:
    """The files that hold a client's servers and hooks, each once."""
    return tuple(dict.fromkeys((client.servers(where), client.hooks(where))))


def is_found(client: Client, where: Surroundings) -> bool:
    """Whether the client is on this computer."""
    return client.folder(where).is_dir() or program_of(client.program, where) is not None


def edited_entries(
    client: Client, config: ConfigFile, path: Path, *, where: Surroundings, known: Connected | None
) -> list[str]:
    """Sentences about our entries in a file that are not what we wrote."""
    content = values(config.text, toml=is_toml(path.name))
    found = []
    server = server_in(content, client) if path == client.servers(where) else None
    if server is not None and not _is_as_written(server, known):
        found.append(f"The server {client.server_keys[1]} in {path} was changed by hand.")
    if path == client.hooks(where) and known is not None and known.hooks:
        for event, items in hooks_in(content, client).items():
            if items != [known.hooks.get(event)]:
                found.append(f"The hook under {event} in {path} was changed by hand.")
    return found


def _is_as_written(server: Any, known: Connected | None) -> bool:
    if known is not None and known.server:
        return same_entry(server, known.server)
    arguments = server.get("args") if isinstance(server, dict) else None
    return (
        isinstance(arguments, list)
        and "mcp" in arguments
        and set(server) <= {"type", "command", "args", "env"}
    )


def _state(client: Client, where: Surroundings) -> ClientState:
    known = recorded(client.name)
    server, hooks, edited, trouble = None, False, False, ""
    for path in files_of(client, where):
        try:
            config = read_config(path)
            content = values(config.text, toml=is_toml(path.name))
        except (ConnectError, UnsafeEditError) as error:
            trouble = trouble or (error.message if isinstance(error, ConnectError) else f"{path}: {error}")
            continue
        if path == client.servers(where):
            server = server_in(content, client)
        if path == client.hooks(where):
            hooks = bool(hooks_in(content, client))
        edited = edited or bool(edited_entries(client, config, path, where=where, known=known))
    return ClientState(
        name=client.name,
        title=client.title,
        found=is_found(client, where),
        connected=server is not None,
        hooks=hooks,
        changed_by_hand=edited,
        files=files_of(client, where),
        trouble=trouble,
    )
