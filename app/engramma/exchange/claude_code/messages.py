"""Lines of the person and of the agent: messages made of blocks of text, thoughts, tool calls and results."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.tools import NO_OUTPUT, block_text, call_text, copy_text, result_text
from engramma.exchange.claude_code.turn import EMPTY_MESSAGE, Reading, Turn
from engramma.exchange.claude_code.wrappers import Said, unwrap
from engramma.exchange.cleaning import excerpt
from engramma.model.session import Role

_SYNTHETIC = "<synthetic>"
_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


def agent_reading(line: dict[str, Any]) -> Reading:
    """The turn of an `assistant` line; a message of thoughts alone is a note."""
    blocks = _blocks_of(line)
    if blocks is None:
        return Reading(left_out=("an agent's message without readable content",))
    parts = Parts()
    left_out: list[str] = []
    for block in blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind in _CALLS:
            parts.add_call(block)
        elif kind in ("thinking", "redacted_thinking"):
            if thought := str(block.get("thinking") or "").strip():
                parts.thoughts.append(thought)
        elif isinstance(kind, str) and kind.endswith("_tool_result"):
            parts.texts.append(result_text(block, None))
        elif (text := block_text(block)) is None:
            left_out.append(_unknown_block(block))
        elif text.strip():
            parts.texts.append(text.strip())
    if not parts.texts and not parts.thoughts:
        return Reading(left_out=tuple(left_out) or (EMPTY_MESSAGE,))
    model = str(line["message"].get("model") or "")
    role = Role.NOTE if model == _SYNTHETIC else Role.AGENT
    role = Role.ERROR if line.get("isApiErrorMessage") is True else role
    return Reading((parts.turn(role, "" if model == _SYNTHETIC else model),), tuple(left_out))


def user_reading(line: dict[str, Any]) -> Reading:
    """The turns of a `user` line: what tools gave back, then what was said."""
    blocks = _blocks_of(line)
    if blocks is None:
        text = copy_text(line.get("toolUseResult"))
        if text:
            reason = "a message without readable content; its copy of the tool's result was taken in"
            return Reading((Turn(Role.TOOL, text),), (reason,))
        return Reading(left_out=("a message without readable content",))
    results: list[dict[str, Any]] = []
    pieces: list[Said] = []
    left_out: list[str] = []
    for block in blocks:
        if isinstance(block, dict) and block.get("type") == "tool_result":
            results.append(block)
        elif (said := block_text(block)) is None:
            left_out.append(_unknown_block(block))
        elif said.strip():
            pieces.append(unwrap(said))
    turns = [turn for turn in (_results(results, line), _said(pieces, line)) if turn is not None]
    if not turns and not left_out:
        left_out.append("a message without text")
    return Reading(tuple(turns), tuple(left_out))


def _results(results: list[dict[str, Any]], line: dict[str, Any]) -> Turn | None:
    if not results:
        return None
    copy = line.get("toolUseResult") if len(results) == 1 else None
    texts = [result_text(result, copy) for result in results]
    told = [text for text in texts if text != NO_OUTPUT] or texts[:1]
    failed = any(result.get("is_error") is True for result in results)
    answers = results[0].get("tool_use_id")
    return Turn(
        Role.TOOL,
        "\n\n".join(told),
        detail={"is_error": True} if failed else {},
        answers=answers if isinstance(answers, str) else "",
    )


def _said(pieces: list[Said], line: dict[str, Any]) -> Turn | None:
    """All pieces as one turn: what the person said, or, if they said nothing, the rest."""
    pieces = [piece for piece in pieces if piece.text]
    if not pieces:
        return None
    role = next((piece.role for piece in pieces if piece.role is Role.USER), pieces[0].role)
    texts = [piece.text for piece in pieces if piece.role is role]
    asides = [aside for piece in pieces for aside in piece.asides]
    asides += [piece.text for piece in pieces if piece.role is not role]
    summary = line.get("isCompactSummary") is True
    if summary or (role is Role.USER and not is_by_a_person(line)):
        role = Role.NOTE
    return Turn(role, "\n\n".join(texts), detail={"asides": asides} if asides else {}, summary=summary)


def is_by_a_person(line: dict[str, Any]) -> bool:
    """Whether the words of `line` are a person's, and not the tool's in their name."""
    origin = line.get("origin")
    from_task = isinstance(origin, dict) and origin.get("kind") == "task-notification"
    return line.get("isMeta") is not True and not from_task


class Parts:
    """The parts of an agent's message, gathered."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self._tools: list[dict[str, Any]] = []
        self._pairs: list[tuple[str, str]] = []

    def add_call(self, block: dict[str, Any]) -> None:
        """A tool call."""
        name, given = str(block.get("name") or "tool"), block.get("input")
        self.texts.append(call_text(name, given))
        self._tools.append({"name": name, "input": given})
        if isinstance(block.get("id"), str):
            self._pairs.append((block["id"], name))

    def turn(self, role: Role = Role.AGENT, speaker: str = "") -> Turn:
        """All parts as one turn."""
        detail: dict[str, Any] = {}
        if self._tools:
            detail["tools"] = self._tools
        if self.thoughts and self.texts:
            detail["thinking"] = "\n\n".join(self.thoughts)
        if not self.texts:
            role = Role.NOTE
        return Turn(role, "\n\n".join(self.texts or self.thoughts), speaker, detail, tuple(self._pairs))


def _blocks_of(line: dict[str, Any]) -> list[Any] | None:
    message = line.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else None


def _unknown_block(block: Any) -> str:
    kind = block.get("type") if isinstance(block, dict) else type(block).__name__
    return f"a block of unknown type {excerpt(str(kind), 80)}"
