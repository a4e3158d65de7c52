"""One line of a Codex session into turns. Lines were bare items first; later they have an envelope."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.fields import text_in
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.items import ITEM_TYPES, is_injected, read_item
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role

ENVELOPES = frozenset(
    {"session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state", "turn_state"}
)
MIRRORS = frozenset({"user_message", "agent_message", "agent_reasoning", "agent_reasoning_raw_content"})
"""Events that repeat an item's words; they count only where there is no such item."""

_BOOKKEEPING = frozenset({"turn_context", "world_state", "turn_state", "inter_agent_communication_metadata"})
_TOLD_EVENTS = frozenset({"error", "stream_error", "warning", "background_event", "turn_aborted"})


def kind_of(value: dict[str, Any]) -> str:
    """The type that a line, item or event gives itself; empty when that is no word."""
    kind = value.get("type")
    return kind if isinstance(kind, str) else ""


def payload_of(value: dict[str, Any]) -> dict[str, Any]:
    """The item or event that a line holds."""
    payload = value.get("payload")
    return payload if isinstance(payload, dict) else value


def is_bare_item(value: dict[str, Any]) -> bool:
    """Whether the line is an item without an envelope."""
    return "payload" not in value and (
        kind_of(value) in ITEM_TYPES or ("role" in value and "type" not in value)
    )


def is_opening(value: dict[str, Any]) -> bool:
    """Whether the line opens a session in the old way: an id and a time, nothing said."""
    return (
        isinstance(value.get("id"), str)
        and "timestamp" in value
        and not {"type", "role", "payload"} & value.keys()
    )


def mirrored_words(value: dict[str, Any]) -> str:
    """The words of an event that may repeat an item; empty for everything else."""
    payload = payload_of(value)
    if kind_of(value) != "event_msg" or kind_of(payload) not in MIRRORS:
        return ""
    return text_in(payload, "message") or text_in(payload, "text")


def read_line(value: dict[str, Any], *, model: str) -> Reading:
    """The turns of a line that is no session's opening."""
    if is_bare_item(value):
        return read_item(value, model=model)
    kind, payload = kind_of(value), payload_of(value)
    match kind:
        case "response_item":
            return read_item(payload, model=model)
        case "event_msg":
            return _event(payload, model)
        case "compacted":
            return _compacted(payload)
        case _ if kind in _BOOKKEEPING:
            return Reading(left_out=(f"{kind}: bookkeeping, holds no conversation",))
    if value.get("record_type") is not None:
        return Reading(left_out=("record_type: bookkeeping, holds no conversation",))
    return Reading(left_out=(f"unknown type {excerpt(kind, 80)}" if kind else "a line without a type",))


def _event(payload: dict[str, Any], model: str) -> Reading:
    kind = str(payload.get("type") or "")
    text = text_in(payload, "message") or text_in(payload, "text")
    if kind in MIRRORS and text:
        if kind == "user_message":
            return Reading((Turn(Role.NOTE if is_injected(text) else Role.USER, text),))
        if kind == "agent_message":
            return Reading((Turn(Role.AGENT, text, model),))
        return Reading((Turn(Role.NOTE, text, detail={"thoughts": True}),))
    if kind in _TOLD_EVENTS:
        text = text or text_in(payload, "reason")
        if text:
            return Reading(
                (Turn(Role.ERROR if "error" in kind else Role.NOTE, text, detail={"event": kind}),)
            )
    return Reading(left_out=(f"event {excerpt(kind, 80)}: bookkeeping, holds no conversation",))


def _compacted(payload: dict[str, Any]) -> Reading:
    text = text_in(payload, "message")
    if text:
        return Reading((Turn(Role.NOTE, text, detail={"compacted": True}, summary=True),))
    if "replacement_history" in payload:
        return Reading(left_out=("compacted: a shortened copy of what was said before",))
    return Reading(left_out=(f"compacted: without words {excerpt(compact_json(payload), 80)}",))
