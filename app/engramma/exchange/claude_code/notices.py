"""Lines that the tool itself writes into a conversation: system notices and attachments."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.messages import is_by_a_person
from engramma.exchange.claude_code.tools import block_text
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.claude_code.vocabulary import BOOKKEEPING_ATTACHMENTS, BOOKKEEPING_SYSTEM
from engramma.exchange.claude_code.wrappers import unwrap
from engramma.exchange.cleaning import excerpt
from engramma.model.session import Role


def system_reading(line: dict[str, Any]) -> Reading:
    """The turn of a `system` line: an error or a note."""
    subtype = str(line.get("subtype") or "")
    content = line.get("content")
    error = line.get("error")
    text = content.strip() if isinstance(content, str) else ""
    if isinstance(error, dict):
        parts = (text, error.get("formatted"), error.get("message"), _status(error))
        text = next(
            (part for part in parts if isinstance(part, str) and part.strip()), "an error without a message"
        )
    elif isinstance(error, str) and error.strip():
        text = text or error.strip()
    if not text or subtype in BOOKKEEPING_SYSTEM:
        return Reading(left_out=(f"system line {excerpt(subtype, 80)}: bookkeeping, holds no conversation",))
    if subtype == "local_command":
        said = unwrap(text)
        return Reading((Turn(said.role, said.text, detail={"subtype": subtype}),))
    bad = error or line.get("level") == "error" or "error" in subtype or "refusal" in subtype
    return Reading(
        (Turn(Role.ERROR if bad else Role.NOTE, text, detail={"subtype": subtype} if subtype else {}),)
    )


def _status(error: dict[str, Any]) -> str:
    inner = error.get("error")
    inner = inner.get("error", inner) if isinstance(inner, dict) else {}
    message = inner.get("message") if isinstance(inner, dict) else None
    return str(message) if message else f"API error {error.get('status', '')}".strip()


def attachment_reading(line: dict[str, Any]) -> Reading:
    """The turn of an `attachment` line, if it brought words into the conversation."""
    attachment = line.get("attachment")
    if not isinstance(attachment, dict):
        return Reading(left_out=("an attachment without content",))
    kind = excerpt(str(attachment.get("type") or ""), 80)
    detail = {"attachment": kind}
    path = str(attachment.get("displayPath") or attachment.get("filename") or attachment.get("path") or "")
    content = attachment.get("content")
    match kind:
        case "queued_command":
            return _queued(attachment, detail)
        case "file" | "nested_memory" | "already_read_file":
            text = _file_text(content)
            return Reading((Turn(Role.TOOL, f"[file: {path}]\n{text}".strip(), detail=detail),))
        case "edited_text_file":
            text = f"[file changed: {path}]\n{attachment.get('snippet') or ''}"
            return Reading((Turn(Role.NOTE, text.strip(), detail=detail),))
        case "hook_additional_context":
            parts = content if isinstance(content, list) else [content]
            text = "\n".join(part for part in parts if isinstance(part, str)).strip()
            if text:
                return Reading((Turn(Role.NOTE, text, detail=detail),))
        case "hook_blocking_error" | "hook_non_blocking_error" | "hook_error_during_execution":
            blocking = attachment.get("blockingError")
            said = blocking.get("blockingError") if isinstance(blocking, dict) else attachment.get("stderr")
            if isinstance(said, str) and said.strip():
                return Reading((Turn(Role.ERROR, said.strip(), detail=detail),))
        case _ if kind not in BOOKKEEPING_ATTACHMENTS:
            return Reading(left_out=(f"attachment of unknown type {kind}",))
    return Reading(left_out=(f"attachment {kind}: bookkeeping, holds no conversation",))


def queue_reading(line: dict[str, Any]) -> Reading:
    """The turn of a `queue-operation` line: words that left the queue because the agent was given them at once."""
    operation, content = str(line.get("operation") or ""), line.get("content")
    if operation != "remove" or not isinstance(content, str) or not content.strip():
        kind = excerpt(operation, 80)
        return Reading(left_out=(f"queue-operation {kind}: bookkeeping, holds no conversation",))
    said = unwrap(content)
    return Reading((Turn(said.role, said.text, detail={"queue": operation}),))


def _queued(attachment: dict[str, Any], detail: dict[str, Any]) -> Reading:
    """What a person typed while the agent was at work, or a notice that was queued in the same way."""
    prompt = attachment.get("prompt")
    blocks = prompt if isinstance(prompt, list) else [prompt]
    texts = [text for block in blocks if isinstance(block, str | dict) and (text := block_text(block))]
    text = "\n\n".join(texts).strip()
    if not text:
        return Reading(left_out=("a queued command without text",))
    said = unwrap(text)
    typed = attachment.get("commandMode") in (None, "prompt", "bash") and is_by_a_person(attachment)
    role = Role.NOTE if said.role is Role.USER and not typed else said.role
    return Reading((Turn(role, said.text, detail=detail),))


def _file_text(content: Any) -> str:
    if isinstance(content, dict):
        inner = content.get("file", content)
        content = inner.get("content") if isinstance(inner, dict) else None
    return content if isinstance(content, str) else ""
