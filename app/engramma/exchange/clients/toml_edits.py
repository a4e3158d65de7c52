"""Puts a table into TOML text, and takes it out, with tomlkit, which keeps comments, order and layout.

Each edit is checked: read by the standard library the outcome is what was meant, and no line of the text is lost that
did not belong to the table. Refused otherwise with UnsafeEditError. Knows no files.
"""

from __future__ import annotations

import copy
import difflib
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from engramma.exchange.clients.json_edits import UnsafeEditError

Keys = Sequence[str]


def read_toml(text: str) -> dict[str, Any]:
    """The values of `text`. Raises UnsafeEditError."""
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UnsafeEditError(f"it cannot be read: {error}") from error


def set_table(text: str, path: Keys, value: Mapping[str, Any]) -> str:
    """`text` with the table `path` (two keys) set to `value`."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    known = read_toml(text)
    expected = copy.deepcopy(known)
    outer, name = path
    holder = expected.setdefault(outer, {})
    if not isinstance(holder, dict):
        raise UnsafeEditError(f"{outer} is no table")
    new = name not in holder
    holder[name] = dict(value)
    table = tomlkit.table()
    for key, item in value.items():
        if isinstance(item, Mapping):
            inline = tomlkit.inline_table()
            inline.update(dict(item))
            table.add(key, inline)
        else:
            table.add(key, item)
    try:
        document = tomlkit.parse(text)
        if outer not in document:
            document.append(outer, tomlkit.table(is_super_table=True))
        holding: Any = document[outer]
        holding[name] = table
        changed = tomlkit.dumps(document)
        if new and (last_line := table.as_string().rstrip("\n")) + "\n[" in changed:
            changed = changed.replace(last_line + "\n[", last_line + "\n\n[", 1)
        changed = _with_line_ends_of(text, changed)
        return _checked(text, changed, expected, lost=not new)
    except (TOMLKitError, UnsafeEditError, ValueError, TypeError, AttributeError) as error:
        if not new:
            raise UnsafeEditError(f"{outer}.{name} cannot be changed safely") from error
    # tomlkit fails on some tables that are split over a file; a table of its own at the end is always allowed there.
    block = tomlkit.document()
    block.append(outer, tomlkit.table(is_super_table=True))
    last: Any = block[outer]
    last[name] = table
    gap = "" if not text or text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
    return _checked(text, _with_line_ends_of(text, text + gap + tomlkit.dumps(block)), expected, lost=False)


def remove_table(text: str, path: Keys, *, with_parent: bool) -> str:
    """`text` without the table `path`; `with_parent`: also without the table around it, if nothing else is in it."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    expected = read_toml(text)
    outer, name = path
    try:
        del expected[outer][name]
        document = tomlkit.parse(text)
        holding: Any = document[outer]
        del holding[name]
        if not expected[outer]:
            if with_parent:
                del document[outer]
            # A table that only stood in the names of others is gone with the last of them.
            written = tomllib.loads(tomlkit.dumps(document).replace("\r\n", "\n"))
            if outer not in written:
                del expected[outer]
        changed = tomlkit.dumps(document)
    except (TOMLKitError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise UnsafeEditError(f"{outer}.{name} cannot be taken out safely") from error
    return _checked(text, _with_line_ends_of(text, changed), expected, lost=True)


def _with_line_ends_of(text: str, changed: str) -> str:
    """New lines end as those of `text` do, where all of them end alike."""
    if "\r\n" not in text or text.count("\r\n") != text.count("\n"):
        return changed
    return changed.replace("\r\n", "\n").replace("\n", "\r\n")


def _checked(before: str, after: str, expected: Mapping[str, Any], *, lost: bool) -> str:
    if read_toml(after) != expected:
        raise UnsafeEditError("the outcome would not be what was meant")
    kept = [line.strip() for line in before.splitlines() if line.lstrip().startswith("#")]
    held = [line.strip() for line in after.splitlines() if line.lstrip().startswith("#")]
    if kept != held:
        raise UnsafeEditError("a comment would be lost")
    if not lost:
        lines = difflib.SequenceMatcher(
            None, before.splitlines(keepends=True), after.splitlines(keepends=True), autojunk=False
        )
        changes = {tag for tag, *_rest in lines.get_opcodes()}
        whole = before.endswith("\n") or not before
        if changes - {"equal", "insert"} and whole:
            raise UnsafeEditError("a line would be changed that is not ours")
    return after
