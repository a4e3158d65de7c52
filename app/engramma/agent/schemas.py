"""The description of the tools as a client hands it to its model, which pays for each word of it in each session."""

from __future__ import annotations

from typing import Any

from mcp.types import Tool

_NAMED = ("properties", "$defs")


def short(tool: Tool) -> Tool:
    """The same tool without what says nothing: line breaks of the source, titles that repeat the names."""
    return tool.model_copy(
        update={
            "description": " ".join((tool.description or "").split()),
            "input_schema": untitled(tool.input_schema),
            "output_schema": None if tool.output_schema is None else untitled(tool.output_schema),
        }
    )


def untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """A JSON schema without its titles; a property that is called title stays."""
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _NAMED and isinstance(value, dict):
            found[key] = {name: _untitled(part) for name, part in value.items()}
        elif key != "title" or not isinstance(value, str):
            found[key] = _untitled(value)
    return found


def _untitled(value: Any) -> Any:
    if isinstance(value, dict):
        return untitled(value)
    return [_untitled(part) for part in value] if isinstance(value, list) else value
