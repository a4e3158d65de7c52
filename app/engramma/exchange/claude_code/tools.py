"""Tool calls and their results as text that a person can read."""

from __future__ import annotations

from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.parsing import compact_json

NO_OUTPUT = "(no output)"

_CALL_CHARACTERS = 400
_MAIN_INPUTS = (
    "command",
    "file_path",
    "notebook_path",
    "pattern",
    "query",
    "url",
    "skill",
    "description",
    "subject",
    "prompt",
    "path",
    "question",
)
_CHECKS = {"completed": "☑", "in_progress": "◐"}


def call_text(name: str, given: Any) -> str:
    """One call, such as "→ Bash: ls -la"; a to-do list shows its items."""
    if isinstance(given, dict) and isinstance(given.get("todos"), list):
        return "\n".join((f"→ {name}:", *map(_todo_text, given["todos"])))
    main = ""
    if isinstance(given, dict):
        main = next((value for key in _MAIN_INPUTS if isinstance(value := given.get(key), str) and value), "")
    if not main and given not in ({}, None):
        main = given if isinstance(given, str) else compact_json(given)
    return f"→ {name}: {excerpt(main, _CALL_CHARACTERS)}" if main else f"→ {name}"


def block_text(block: Any) -> str | None:
    """The text of a block inside a message or result; None for a kind that is not known.

    Pictures and documents become a short note, their bytes are never kept.
    """
    if isinstance(block, str):
        return block
    kind = block.get("type") if isinstance(block, dict) else None
    if kind in ("text", "output_text") or (kind is None and isinstance(block, dict) and "text" in block):
        return str(block.get("text") or "")
    if kind in ("image", "document"):
        source = block.get("source")
        source = source if isinstance(source, dict) else {}
        what = block.get("title") or source.get("media_type") or source.get("url") or ""
        return f"[{kind}: {excerpt(str(what), 200)}]" if what else f"[{kind}]"
    if kind == "tool_reference":
        return f"[tool: {block.get('tool_name', '')}]"
    if kind == "web_search_result":
        return f"{block.get('title', '')} {block.get('url', '')}".strip()
    return None


def result_text(block: dict[str, Any], copy: Any) -> str:
    """What a tool gave back; `copy` is the line's structured copy, used when the block itself is empty."""
    content = block.get("content")
    if isinstance(content, list):
        parts = [compact_json(item) if (text := block_text(item)) is None else text for item in content]
        text = "\n".join(part for part in parts if part)
    elif isinstance(content, dict):
        text = block_text(content) or compact_json(content)
    else:
        text = str(content or block.get("text") or block.get("output") or "")
    return text.strip("\n") or copy_text(copy) or NO_OUTPUT


def copy_text(copy: Any) -> str:
    """The text of a line's `toolUseResult`; empty when it has none that a person could read."""
    if isinstance(copy, str):
        return copy.strip("\n")
    if isinstance(copy, dict):
        streams = [copy[key] for key in ("stdout", "stderr", "content") if isinstance(copy.get(key), str)]
        return "\n".join(stream.strip("\n") for stream in streams if stream.strip())
    return ""


def _todo_text(item: Any) -> str:
    if not isinstance(item, dict):
        return f"☐ {item}"
    return f"{_CHECKS.get(str(item.get('status')), '☐')} {item.get('content', '')}"
