"""The text of a client's file with Engramma in it, and without it: pure functions from text to text.

Everybody else's entries stay as they are. Raises UnsafeEditError where that cannot be promised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engramma.exchange.clients.json_edits import (
    UnsafeEditError,
    append_element,
    plain_values,
    read,
    remove_elements,
    remove_member,
    set_member,
    value_at,
)
from engramma.exchange.clients.known import Client
from engramma.exchange.clients.toml_edits import read_toml, remove_table, set_table
from engramma.exchange.clients.wiring import is_hook, is_only_ours

EMPTY_JSON = "{}\n"
_HOOKS = "hooks"


def is_toml(name: str) -> bool:
    """Whether a file of this name is TOML."""
    return name.endswith(".toml")


def values(text: str, *, toml: bool) -> dict[str, Any]:
    """What stands in a file; nothing in an empty one."""
    if not text.strip():
        return {}
    if toml:
        return read_toml(text)
    plain = plain_values(text)
    return dict(read(text).root.value) if plain is None else plain


def server_in(content: Mapping[str, Any], client: Client) -> Any:
    """The entry of our server, or None."""
    holder = content.get(client.server_key)
    return holder.get(client.server_keys[1]) if isinstance(holder, Mapping) else None


def hooks_in(content: Mapping[str, Any], client: Client) -> dict[str, list[Any]]:
    """Our hooks, by event; events without any are left out."""
    holder = content.get(_HOOKS)
    if not isinstance(holder, Mapping):
        return {}
    found = {
        event: [item for item in holder[event] if is_hook(item, client.name)]
        for event in client.events
        if isinstance(holder.get(event), list)
    }
    return {event: items for event, items in found.items() if items}


def same_entry(one: Any, other: Any) -> bool:
    """Whether two entries start the same server; what clients add by themselves does not count."""
    return bool(_bare(one) == _bare(other))


def _bare(entry: Any) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    return {
        key: value
        for key, value in entry.items()
        if not (key == "type" and value == "stdio") and not (key in ("env", "args") and not value)
    }


def with_server(text: str, client: Client, entry: Mapping[str, Any], *, toml: bool) -> str:
    """`text` with our server in it."""
    if same_entry(server_in(values(text, toml=toml), client), entry):
        return text
    if toml:
        return set_table(text, client.server_keys, entry)
    return set_member(text if text.strip() else EMPTY_JSON, client.server_keys, entry)


def without_server(text: str, client: Client, *, toml: bool, made: bool) -> str:
    """`text` without our server, and without what held it, if that was `made` for it and is empty now."""
    if server_in(values(text, toml=toml), client) is None:
        return text
    if toml:
        return remove_table(text, client.server_keys, with_parent=made)
    return _without_empty(remove_member(text, client.server_keys), [(client.server_key,)] if made else [])


def with_hooks(text: str, client: Client, wanted: Mapping[str, Any]) -> str:
    """`text` with the `wanted` hooks by event, and with no others of ours."""
    there = hooks_in(values(text, toml=False), client)
    if all(there.get(event, []) == ([wanted[event]] if event in wanted else []) for event in client.events):
        return text
    text = _without_hooks(text if text.strip() else EMPTY_JSON, client, keep=wanted)
    if client.versioned and value_at(read(text), ("version",)) is None:
        text = set_member(text, ("version",), 1)
    for event, value in wanted.items():
        if there.get(event) != [value]:
            text = append_element(text, (_HOOKS, event), value)
    return text


def without_hooks(text: str, client: Client, *, made: Sequence[Sequence[str]]) -> str:
    """`text` without our hooks, and without the containers of `made` (outer ones first) that are empty now."""
    if not hooks_in(values(text, toml=False), client):
        return text
    return _without_empty(_without_hooks(text, client, keep={}), made)


def containers(client: Client, *, server: bool, events: Sequence[str]) -> list[tuple[str, ...]]:
    """What has to be in a file to hold our entries, outer ones first."""
    hooks = [(_HOOKS,), *((_HOOKS, event) for event in events)] if events else []
    version = [("version",)] if events and client.versioned else []
    return [*([(client.server_key,)] if server else []), *version, *hooks]


def is_there(content: Mapping[str, Any], keys: Sequence[str]) -> bool:
    """Whether `content` has something at `keys`."""
    value: Any = content
    for key in keys:
        if not isinstance(value, Mapping) or key not in value:
            return False
        value = value[key]
    return True


def _without_hooks(text: str, client: Client, *, keep: Mapping[str, Any]) -> str:
    for event, items in hooks_in(values(text, toml=False), client).items():
        if items == [keep.get(event)]:
            continue
        if not all(is_only_ours(item, client.name) for item in items):
            raise UnsafeEditError(f"under {event} our hook stands in one entry with others")
        text = remove_elements(text, (_HOOKS, event), lambda item: is_hook(item, client.name))
    return text


def _without_empty(text: str, made: Sequence[Sequence[str]]) -> str:
    for keys in reversed(made):
        if keys != ("version",) and value_at(read(text), keys) in ({}, []):
            text = remove_member(text, keys)
    return text
