"""The block of YAML between two `---` lines that a Markdown file may begin with.

Only plain values come out: no tag is obeyed, no anchor resolved, nothing large or deep read. What is no YAML, as when
a description holds a colon, is read line by line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import yaml

LARGEST_BLOCK = 16_384
_MOST_LINES = 1_000
_DEEPEST = 30
_TO_LOOK_AT = ("&", "*", "!", "- - ", "? ")
_OPENING = (
    yaml.FlowSequenceStartToken,
    yaml.FlowMappingStartToken,
    yaml.BlockSequenceStartToken,
    yaml.BlockMappingStartToken,
)
_CLOSING = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken, yaml.BlockEndToken)
_KEY = re.compile(r"(\s{0,8})([A-Za-z_][\w .-]{0,60}?)\s*:(?:\s+(.*))?")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The values by their keys. `lines` is how many lines the block takes up, 0 when there is none."""

    values: dict[str, Any] = field(default_factory=dict)
    lines: int = 0
    problem: str = ""

    def text(self, *keys: str) -> str:
        """The first of these keys that has a text or number, trimmed; `a.b` looks into `a`."""
        for key in keys:
            value: Any = self.values
            for part in key.split("."):
                value = value.get(part) if isinstance(value, dict) else None
            if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
                return str(value).strip()
        return ""


def front_matter_of(lines: Sequence[str]) -> FrontMatter:
    """The block that `lines` begin with."""
    if not lines or lines[0].rstrip() != "---":
        return FrontMatter()
    end = next((at for at, line in enumerate(lines[1:_MOST_LINES], 1) if line.rstrip() in ("---", "...")), 0)
    if not end:
        return FrontMatter()
    block = lines[1:end]
    text = "\n".join(block) + "\n"
    if len(text) > LARGEST_BLOCK:
        return FrontMatter({}, end + 1, "its block of properties is too large to be read")
    try:
        values = _plain(_loaded(text))
    except _RefusedError as refused:
        return FrontMatter(_by_lines(block), end + 1, str(refused))
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError):
        return FrontMatter(_by_lines(block), end + 1)
    if values is None:
        return FrontMatter({}, end + 1)
    if not isinstance(values, dict):
        return FrontMatter({}, end + 1, "its block of properties holds no properties")
    return FrontMatter(values, end + 1)


class _RefusedError(ValueError):
    """The block holds something that is not read."""


def _loaded(text: str) -> Any:
    if any(mark in text for mark in _TO_LOOK_AT) or text.count("[") + text.count("{") > _DEEPEST:
        _look_through(text)
    return yaml.safe_load(text)


def _look_through(text: str) -> None:
    """Raises _RefusedError for what is not read, before anything is made of the text."""
    depth = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        # Counted while scanning: the library takes quadratic time for what is nested deeply.
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        if depth > _DEEPEST:
            raise _RefusedError("its block of properties is nested too deeply")
        if isinstance(token, yaml.AliasToken | yaml.AnchorToken):
            raise _RefusedError("its block of properties holds anchors, which are not followed")
        if isinstance(token, yaml.TagToken):
            raise _RefusedError("its block of properties holds tags, which are not obeyed")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(item) for item in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def _by_lines(block: Sequence[str]) -> dict[str, Any]:
    """`key: value` lines, with those that are set in below the key before them."""
    values: dict[str, Any] = {}
    holder: dict[str, Any] | None = None
    for line in block:
        found = _KEY.fullmatch(line.rstrip())
        if found is None:
            continue
        indent, key, value = found.groups()
        plain = (value or "").strip().strip("\"'")
        if indent and holder is not None:
            holder[key] = plain
        elif not indent and not plain:
            holder = values[key] = {}
        elif not indent:
            holder = None
            values[key] = plain
    return {key: value for key, value in values.items() if value != {}}
