"""One message of a Gemini session into turns: words, thoughts, calls and what the tools gave back."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.fields import text_in
from engramma.exchange.claude_code.turn import Reading
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import (
    add_call,
    output_text,
    read_content,
    result_turn,
    role_named,
)
from engramma.exchange.conversations.times import time_of
from engramma.model.session import Role
from engramma.model.transfer import SourceTime


def is_message(value: dict[str, Any]) -> bool:
    """Whether an object is a message at all, of whatever kind."""
    return isinstance(value.get("type", value.get("role")), str) and bool(
        {"content", "parts", "toolCalls", "thoughts"} & value.keys()
    )


def message_time(value: dict[str, Any]) -> SourceTime:
    """When the message was written."""
    return time_of(value.get("timestamp", value.get("ts")))


def read_message(value: dict[str, Any]) -> Reading:
    """The turns of a message; without one there is a reason."""
    word = value.get("type", value.get("role"))
    role = role_named(word)
    if role is None:
        return Reading(left_out=(f"a message of unknown type {excerpt(str(word), 80)}",))
    given = value.get("content")
    content = read_content(value.get("parts") if given in (None, "", []) else given)
    thoughts = value.get("thoughts")
    for thought in thoughts if isinstance(thoughts, list) else ():
        if isinstance(thought, dict):
            parts = (text_in(thought, "subject"), text_in(thought, "description"))
            content.parts.thoughts.append("\n".join(part for part in parts if part))
    content.parts.thoughts[:] = [thought for thought in content.parts.thoughts if thought]
    calls = value.get("toolCalls")
    for call in calls if isinstance(calls, list) else ():
        if not isinstance(call, dict):
            content.left_out.append("a tool call that is no object")
            continue
        add_call(content.parts, call.get("name"), call.get("args"), call_id=call.get("id"))
        output = _output(call)
        if output:
            failed = str(call.get("status")) in ("error", "cancelled")
            content.results.append(result_turn(output, name=call.get("name"), failed=failed))
    model = value.get("model")
    turns = content.turns(role, excerpt(model, 200) if role is Role.AGENT and isinstance(model, str) else "")
    if not turns and not content.left_out:
        return Reading(left_out=("a message without text",))
    return Reading(tuple(turns), tuple(content.left_out))


def _output(call: dict[str, Any]) -> str:
    """What a call gave back: as a person was shown it, else as the model got it."""
    shown = call.get("resultDisplay")
    if isinstance(shown, str) and shown.strip():
        return shown.strip("\n")
    results = call.get("result")
    texts: list[str] = []
    for result in results if isinstance(results, list) else [results]:
        inner = result.get("functionResponse") if isinstance(result, dict) else None
        texts.append(output_text(inner.get("response") if isinstance(inner, dict) else result))
    return "\n".join(text for text in texts if text)
