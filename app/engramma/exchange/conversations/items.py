"""Items of OpenAI's Responses API, as Codex and the Agents SDK keep them: messages, reasoning, calls, outputs.

Looks at one item only.
"""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.messages import Parts
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import add_call, decoded, read_content, result_turn, role_named
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role

CALLS = frozenset(
    {
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "tool_call",
        "tool_search_call",
        "web_search_call",
        "file_search_call",
        "computer_call",
        "code_interpreter_call",
        "image_generation_call",
        "mcp_call",
    }
)
OUTPUTS = frozenset(
    {
        "function_call_output",
        "custom_tool_call_output",
        "local_shell_call_output",
        "computer_call_output",
        "tool_search_output",
        "function_result",
        "tool_result",
    }
)
ITEM_TYPES = CALLS | OUTPUTS | {"message", "reasoning", "agent_message"}

_BOOKKEEPING = frozenset({"ghost_snapshot", "mcp_list_tools", "compaction", "compaction_summary", "other"})
_INJECTED = (
    "<environment_context>",
    "<user_instructions>",
    "<INSTRUCTIONS>",
    "<permissions",
    "<collaboration_mode>",
    "<apps_instructions>",
    "<skill",
    "<turn_aborted>",
    "<subagent_notification>",
    "# AGENTS.md instructions",
)
_SENTENCE_OF_ENCRYPTED = "reasoning that is encrypted: only its maker can read it"


def read_item(item: dict[str, Any], *, model: str = "") -> Reading:
    """The turns of an item; `model` speaks when the item names nobody. Without turns there is a reason."""
    kind = item.get("type")
    kind = kind if isinstance(kind, str) else ("message" if "role" in item else "")
    if kind == "message":
        return _message(item, model)
    if kind == "agent_message":  # from one agent to another
        return _message(item | {"role": "agent", "model": item.get("author")}, model)
    if kind == "reasoning":
        return _reasoning(item)
    if kind in CALLS:
        return _call(item, kind, model)
    if kind in OUTPUTS:
        return _output(item)
    if kind in _BOOKKEEPING:
        return Reading(left_out=(f"{kind}: bookkeeping, holds no conversation",))
    return Reading(left_out=(f"an item of unknown type {excerpt(kind, 80) or 'without a name'}",))


def is_injected(text: str) -> bool:
    """Whether the words of a `user` message are the tool's, not the person's."""
    return text.lstrip().startswith(_INJECTED)


def _message(item: dict[str, Any], model: str) -> Reading:
    role = role_named(item.get("role"))
    if role is None:
        return Reading(left_out=(f"a message of unknown role {excerpt(str(item.get('role')), 80)}",))
    given = next((item[key] for key in ("content", "message", "text") if item.get(key) is not None), None)
    content = read_content(given)
    calls = item.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            function = call.get("function")
            named = function if isinstance(function, dict) else call
            given = named.get("arguments", named.get("args", named.get("input")))
            add_call(content.parts, named.get("name"), given, call_id=call.get("id"))
    if role is Role.TOOL:
        answers = item.get("tool_call_id")
        output = "\n".join([*content.parts.texts, *(turn.text for turn in content.results)]) or given
        return Reading(
            (result_turn(output, name=item.get("name"), call_id=answers),), tuple(content.left_out)
        )
    if role is Role.USER and content.parts.texts and all(map(is_injected, content.parts.texts[:1])):
        role = Role.NOTE
    speaker = item.get("model") or model
    turns = content.turns(role, excerpt(str(speaker), 200) if role is Role.AGENT and speaker else "")
    if not turns and not content.left_out:
        return Reading(left_out=("a message without text",))
    return Reading(tuple(turns), tuple(content.left_out))


def _reasoning(item: dict[str, Any]) -> Reading:
    texts: list[str] = []
    for key in ("summary", "content"):
        content = read_content(item.get(key))
        texts += [*content.parts.thoughts, *content.parts.texts]
    if not texts:
        return Reading(
            left_out=(_SENTENCE_OF_ENCRYPTED if item.get("encrypted_content") else "reasoning without text",)
        )
    return Reading((Turn(Role.NOTE, "\n\n".join(texts), detail={"thoughts": True}),))


def _call(item: dict[str, Any], kind: str, model: str) -> Reading:
    function = item.get("function")
    name = item.get("name") or (function.get("name") if isinstance(function, dict) else None)
    if not isinstance(name, str) or not name:
        name = kind.removesuffix("_call")
    given = next(
        (item[key] for key in ("arguments", "input", "action", "query", "code") if item.get(key) is not None),
        None,
    )
    parts = Parts()
    add_call(parts, name, _shell(given), call_id=item.get("call_id") or item.get("id"))
    turns = [parts.turn(Role.AGENT, model)]
    output = item.get(
        "output", item.get("outputs", item.get("result") if kind != "image_generation_call" else None)
    )
    if output not in (None, "", []):
        turns.append(result_turn(output, name=name))
    return Reading(tuple(turns))


def _shell(given: Any) -> Any:
    """Arguments; a command that comes as a list of words is shown as one line."""
    given = decoded(given)
    if isinstance(given, dict) and isinstance(given.get("command"), list):
        words = given["command"]
        return given | {
            "command": " ".join(word if isinstance(word, str) else compact_json(word) for word in words)
        }
    return given


def _output(item: dict[str, Any]) -> Reading:
    output = next(
        (item[key] for key in ("output", "result", "content", "tools") if item.get(key) is not None), None
    )
    failed = item.get("is_error") is True or (isinstance(output, dict) and output.get("success") is False)
    return Reading((result_turn(output, name=item.get("name"), call_id=item.get("call_id"), failed=failed),))
