"""What a message holds, whoever wrote it: text, thoughts, tool calls, results; in the shapes of many tools.

Looks at one message only. Pictures and files become a short note, their bytes are never kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engramma.exchange.claude_code.messages import Parts
from engramma.exchange.claude_code.tools import NO_OUTPUT, block_text
from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.parsing import UnreadableError, compact_json, parse_json
from engramma.model.session import Role

ROLES = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.AGENT,
    "ai": Role.AGENT,
    "agent": Role.AGENT,
    "bot": Role.AGENT,
    "gpt": Role.AGENT,
    "model": Role.AGENT,
    "gemini": Role.AGENT,
    "tool": Role.TOOL,
    "toolresult": Role.TOOL,
    "function": Role.TOOL,
    "system": Role.NOTE,
    "developer": Role.NOTE,
    "info": Role.NOTE,
    "warning": Role.NOTE,
    "error": Role.ERROR,
}
"""The words of tools for who speaks, in lower case."""

_TEXTS = frozenset({"text", "input_text", "output_text", "inputText", "refusal", "markdown"})
_THOUGHTS = frozenset({"thinking", "redacted_thinking", "reasoning", "reasoning_text", "summary_text"})
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "toolCall", "tool-call", "tool_call"})
_RESULTS = frozenset({"tool_result", "tool-result", "toolResult", "function_call_output"})
_THINGS = frozenset(
    {
        "image",
        "document",
        "input_image",
        "image_url",
        "input_file",
        "input_audio",
        "file",
        "audio",
        "video",
        "voice_note",
        "media",
    }
)
_OUTPUTS = ("stdout", "stderr", "output", "content", "text", "result", "message", "error")


@dataclass(slots=True)
class Content:
    """The parts of a message. `results` are turns of their own."""

    parts: Parts = field(default_factory=Parts)
    results: list[Turn] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def turns(self, role: Role, speaker: str = "") -> list[Turn]:
        """What was said, if anything, then what tools gave back."""
        said = [self.parts.turn(role, speaker)] if self.parts.texts or self.parts.thoughts else []
        return [*said, *self.results]


def role_named(word: Any) -> Role | None:
    """The role that a tool's word stands for."""
    return ROLES.get(word.lower()) if isinstance(word, str) else None


def read_content(content: Any) -> Content:
    """The parts of a message's content: a text, a block, or a list of them."""
    found = Content()
    for block in content if isinstance(content, list) else [content]:
        _take(block, found)
    return found


def decoded(given: Any) -> Any:
    """Arguments of a call, which some tools write as a text of JSON."""
    if isinstance(given, str) and given.lstrip()[:1] in ("{", "["):
        try:
            return parse_json(given).value
        except UnreadableError:
            return given
    return given


def add_call(parts: Parts, name: Any, given: Any, *, call_id: Any = None) -> None:
    """A tool call with its arguments."""
    parts.add_call(
        {"name": excerpt(name, 200) if isinstance(name, str) else "", "input": decoded(given), "id": call_id}
    )


def result_turn(output: Any, *, name: Any = "", call_id: Any = None, failed: bool = False) -> Turn:
    """What a tool gave back, as a turn."""
    text = output_text(output)
    return Turn(
        Role.TOOL,
        text if text.strip() else NO_OUTPUT,
        excerpt(name, 200) if isinstance(name, str) else "",
        detail={"is_error": True} if failed else {},
        answers=call_id if isinstance(call_id, str) else "",
    )


def output_text(output: Any) -> str:
    """The readable text of a tool's result; its JSON when it has no known shape."""
    output = decoded(output)
    if output is None:
        return ""
    if isinstance(output, str):
        return output.strip("\n")
    if isinstance(output, list):
        pieces = [block_text(item) if _is_thing(item) else output_text(item) for item in output]
        return "\n".join(piece for piece in pieces if piece)
    if isinstance(output, dict):
        if _is_thing(output):
            return block_text(output) or f"[{output.get('type')}]"
        streams = [output_text(output[key]) for key in _OUTPUTS if output.get(key) not in (None, "", [], {})]
        if streams:
            return "\n".join(stream for stream in streams if stream)
        return compact_json(output) if output else ""
    return str(output)


def _is_thing(block: Any) -> bool:
    kind = block.get("type") if isinstance(block, dict) else None
    return isinstance(kind, str) and kind in _THINGS


def _take(block: Any, found: Content) -> None:
    if block is None:
        return
    if isinstance(block, str):
        _add_text(block, found)
        return
    if not isinstance(block, dict):
        found.left_out.append(f"a block of unknown type {type(block).__name__}")
        return
    kind = block.get("type")
    kind = kind if isinstance(kind, str) else ""
    if kind in _THOUGHTS or block.get("thought") is True:
        _add_thought(block, found)
    elif kind in _CALLS or isinstance(block.get("functionCall"), dict):
        call = block.get("functionCall") if not kind else block
        call = call if isinstance(call, dict) else block
        function = call.get("function") if isinstance(call.get("function"), dict) else {}
        name = call.get("name") or call.get("toolName") or (function or {}).get("name")
        given = next(
            (call[key] for key in ("input", "arguments", "args") if key in call),
            (function or {}).get("arguments"),
        )
        add_call(found.parts, name, given, call_id=call.get("id") or call.get("toolCallId"))
    elif kind in _RESULTS or kind.endswith("_tool_result") or isinstance(block.get("functionResponse"), dict):
        result = block["functionResponse"] if isinstance(block.get("functionResponse"), dict) else block
        output = next(
            (result[key] for key in ("content", "output", "result", "response") if key in result), None
        )
        answers = next(
            (result[key] for key in ("tool_use_id", "toolCallId", "call_id", "id") if key in result), None
        )
        failed = result.get("is_error") is True or result.get("isError") is True
        name = result.get("name") or result.get("toolName")
        found.results.append(result_turn(output, name=name, call_id=answers, failed=failed))
    elif kind in _TEXTS or (not kind and isinstance(block.get("text"), str)):
        _add_text(block.get("text") if isinstance(block.get("text"), str) else block.get(kind), found)
    elif kind in _THINGS:
        found.parts.texts.append(block_text(block) or f"[{kind.removeprefix('input_').removesuffix('_url')}]")
    elif isinstance(inline := block.get("inlineData") or block.get("fileData"), dict):
        found.parts.texts.append(
            f"[file: {excerpt(str(inline.get('mimeType') or inline.get('fileUri') or ''), 200)}]"
        )
    else:
        found.left_out.append(f"a block of unknown type {excerpt(kind, 80) or 'without a name'}")


def _add_text(text: Any, found: Content) -> None:
    if isinstance(text, str) and text.strip():
        found.parts.texts.append(text.strip())


def _add_thought(block: dict[str, Any], found: Content) -> None:
    for key in ("thinking", "text", "reasoning", "summary"):
        thought = block.get(key)
        if isinstance(thought, str) and thought.strip():
            found.parts.thoughts.append(thought.strip())
            return
