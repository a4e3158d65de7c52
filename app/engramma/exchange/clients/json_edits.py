"""Puts a member or an element into JSON text, and takes it out, leaving every other character alone.

Each edit is checked by reading the outcome again: the values are those that were meant, and no comment is lost. What
cannot be done so is refused with UnsafeEditError, never forced. Knows no files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from engramma.exchange.clients.commented_json import Document, Node, UnreadableJsonError, parse

Keys = Sequence[str]


class UnsafeEditError(ValueError):
    """The text cannot be changed without a risk to what is in it; the message says why."""


def value_at(document: Document, path: Keys) -> Any:
    """The value of a member by its path from the root; None when there is none."""
    node = _found(document.root, path)
    return None if node is None else node.value


def read(text: str) -> Document:
    """As `parse`. Raises UnsafeEditError when `text` is no JSON object."""
    try:
        document = parse(text)
    except UnreadableJsonError as error:
        line = text.count("\n", 0, error.offset) + 1
        raise UnsafeEditError(f"line {line} cannot be read: {error}") from error
    if not isinstance(document.root.value, dict):
        raise UnsafeEditError("it does not hold an object")
    return document


def set_member(text: str, path: Keys, value: Any) -> str:
    """`text` with the member at `path` set to `value`; the objects above it are made where they are missing."""
    document = read(text)
    expected = _copied(document.root.value, path)
    _descend(expected, path[:-1])[path[-1]] = value
    node = _found(document.root, path)
    if node is not None:
        indent = _indent_of_line(text, node.start)
        shown = _shown(value, indent=indent, unit=_unit(document), newline=_newline(text))
        changed = text[: node.start] + shown + text[node.end :]
    else:
        container, rest = _deepest(document.root, path)
        changed = _appended(document, container, rest[0], value=_nested(rest[1:], value))
    return _checked(changed, expected, comments=document.comments)


def append_element(text: str, path: Keys, value: Any) -> str:
    """`text` with `value` as the last element of the list at `path`, which is made if it is missing."""
    document = read(text)
    expected = _copied(document.root.value, path)
    _descend(expected, path[:-1]).setdefault(path[-1], []).append(value)
    node = _found(document.root, path)
    if node is None:
        container, rest = _deepest(document.root, path)
        changed = _appended(document, container, rest[0], value=_nested(rest[1:], [value]))
    elif isinstance(node.value, list):
        changed = _appended(document, node, None, value=value)
    else:
        raise UnsafeEditError(f"{'.'.join(path)} is no list")
    return _checked(changed, expected, comments=document.comments)


def remove_member(text: str, path: Keys) -> str:
    """`text` without the member at `path`, which must be there."""
    document = read(text)
    container = _found(document.root, path[:-1])
    expected = _copied(document.root.value, path)
    if container is None or path[-1] not in container.value:
        raise UnsafeEditError(f"{'.'.join(path)} is not there")
    del _descend(expected, path[:-1])[path[-1]]
    index = next(i for i, part in enumerate(container.parts) if part.key == path[-1])
    return _without(document, container, index, expected=expected)


def remove_elements(text: str, path: Keys, unwanted: Callable[[Any], bool]) -> str:
    """`text` without the elements of the list at `path` that are `unwanted`."""
    while True:
        document = read(text)
        node = _found(document.root, path)
        if node is None or not isinstance(node.value, list):
            return text
        index = next((i for i, item in enumerate(node.value) if unwanted(item)), None)
        if index is None:
            return text
        expected = _copied(document.root.value, path)
        del _descend(expected, path[:-1])[path[-1]][index]
        text = _without(document, node, index, expected=expected)


def _found(node: Node, path: Keys) -> Node | None:
    for key in path:
        if not isinstance(node.value, dict):
            raise UnsafeEditError(f"{key!r} would stand in something that is no object")
        fitting = [part for part in node.parts if part.key == key]
        if len(fitting) > 1:
            raise UnsafeEditError(f"{key!r} stands there twice")
        if not fitting:
            return None
        node = fitting[0].node
    return node


def _deepest(root: Node, path: Keys) -> tuple[Node, Keys]:
    """The last object along `path` that is there, and the rest of the path, which is not empty."""
    node = root
    for position in range(len(path)):
        if not isinstance(node.value, dict):
            raise UnsafeEditError(f"{'.'.join(path[:position])} is no object")
        deeper = _found(node, path[position : position + 1])
        if deeper is None:
            return node, path[position:]
        node = deeper
    raise UnsafeEditError(f"{'.'.join(path)} is there already")


def _copied(value: Any, path: Keys) -> Any:
    """A copy that can be changed along `path`; the rest, which may be large, is shared."""
    if isinstance(value, list):
        return list(value)
    if not isinstance(value, dict):
        return value
    copied = dict(value)
    if path and path[0] in copied:
        copied[path[0]] = _copied(copied[path[0]], path[1:])
    return copied


def _descend(value: Any, path: Keys) -> Any:
    for key in path:
        value = value.setdefault(key, {})
        if not isinstance(value, dict):
            raise UnsafeEditError(f"{key!r} is no object")
    return value


def _nested(path: Keys, value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _appended(document: Document, container: Node, key: str | None, *, value: Any) -> str:
    """The text with one more part at the end of `container`, laid out as its other parts are."""
    text, newline, unit = document.text, _newline(document.text), _unit(document)
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    outer = _indent_of_line(text, container.start)
    if not container.parts:
        indent = outer + unit
        shown = newline + indent + name + _shown(value, indent=indent, unit=unit, newline=newline)
        if container.inner_end == container.start + 1:
            return text[: container.start + 1] + shown + newline + outer + text[container.end - 1 :]
        tail = text[container.inner_end :]
        between = text[container.inner_end : container.end - 1]
        return text[: container.inner_end] + shown + (tail if "\n" in between else newline + outer + tail)
    first, last = container.parts[0], container.parts[-1]
    trailing = last.comma >= 0
    if "\n" not in text[container.start : first.start]:
        end = last.comma + 1 if trailing else last.node.end
        shown = name + json.dumps(value, ensure_ascii=False)
        return text[:end] + ("" if trailing else ",") + " " + shown + ("," if trailing else "") + text[end:]
    indent = _indent_of_line(text, first.start)
    shown = newline + indent + name + _shown(value, indent=indent, unit=unit, newline=newline)
    middle = text[last.node.end : container.inner_end]
    return (
        text[: last.node.end]
        + ("" if trailing else ",")
        + middle
        + shown
        + ("," if trailing else "")
        + text[container.inner_end :]
    )


def _without(document: Document, container: Node, index: int, *, expected: Any) -> str:
    """The text without one part; tried first with the line it stands on, and else without."""
    part = container.parts[index]
    reason = UnsafeEditError("it cannot be taken out of the text")
    for start in (part.before, part.start):
        try:
            return _checked(
                _cut(document.text, container, index, start=start), expected, comments=document.comments
            )
        except UnsafeEditError as error:
            reason = error
    raise reason


def _cut(text: str, container: Node, index: int, *, start: int) -> str:
    part = container.parts[index]
    alone = len(container.parts) == 1
    after = container.end - 1
    end = part.comma + 1 if part.comma >= 0 else part.node.end
    if alone and part.before == container.start + 1 and not text[end:after].strip():
        return text[: container.start + 1] + text[after:]
    if index == len(container.parts) - 1 and not alone and part.comma < 0:
        comma = container.parts[index - 1].comma
        return text[:comma] + text[comma + 1 : start] + text[end:]
    return text[:start] + text[end:]


def _checked(text: str, expected: Any, *, comments: Sequence[str]) -> str:
    """`text` when it reads as meant. Raises UnsafeEditError."""
    if comments or (found := plain_values(text)) is None:
        document = read(text)
        found = document.root.value
        if tuple(document.comments) != tuple(comments):
            raise UnsafeEditError("a comment would be lost")
    if found != expected:
        raise UnsafeEditError("the outcome would not be what was meant")
    return text


def plain_values(text: str) -> dict[str, Any] | None:
    """The values of an object without comments, read fast; None for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _shown(value: Any, *, indent: str, unit: str, newline: str) -> str:
    lines = json.dumps(value, ensure_ascii=False, indent=unit).split("\n")
    return (newline + indent).join(lines)


def _newline(text: str) -> str:
    found = re.search(r"\r?\n", text)
    return found.group() if found else "\n"


def _indent_of_line(text: str, offset: int) -> str:
    """The white space at the beginning of the line of `offset`."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(document: Document) -> str:
    """One step of indentation in this text."""
    for part in document.root.parts[:1]:
        if "\n" in document.text[document.root.start : part.start]:
            return _indent_of_line(document.text, part.start) or "  "
    return "  "
