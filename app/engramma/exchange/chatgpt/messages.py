"""One message of ChatGPT into a turn: who speaks, in which words. Looks at the message only, not at its tree."""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code.tools import call_text
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.exchange.cleaning import excerpt
from engramma.exchange.conversations.content import decoded, role_named
from engramma.model.session import Role

EMPTY = "a message without text"
BIO = "bio"

_PICTURES = ("image_asset_pointer", "audio_asset_pointer", "video_container_asset_pointer")


def read_message(message: dict[str, Any]) -> Reading:
    """The turn of a message; without one there is a reason."""
    author = dict_in(message, "author")
    role = role_named(author.get("role"))
    if role is None:
        return Reading(left_out=(f"a message of unknown role {excerpt(str(author.get('role')), 80)}",))
    content = message.get("content")
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    if not isinstance(content, dict):
        return Reading(left_out=("a message without content",))
    metadata = dict_in(message, "metadata")
    hidden = metadata.get("is_visually_hidden_from_conversation") is True or message.get("weight") == 0
    if role is Role.USER and (hidden or metadata.get("is_user_system_message") is True):
        role = Role.NOTE
    detail: dict[str, Any] = {"hidden": True} if hidden else {}
    kind = content.get("content_type")
    left_out: list[str] = []
    match kind:
        case "thoughts":
            text, role = _thoughts(content), Role.NOTE
            detail["thoughts"] = True
        case "reasoning_recap":
            text, role = _text(content.get("content")), Role.NOTE
        case "execution_output":
            text, role = _text(content.get("text")), Role.TOOL
        case "system_error":
            text, role = (
                "\n".join(filter(None, (_text(content.get("name")), _text(content.get("text"))))),
                Role.ERROR,
            )
        case "user_editable_context":
            text, role = "\n\n".join(filter(None, custom_instructions(message).values())), Role.NOTE
        case "model_editable_context":
            text, role = _text(content.get("model_set_context")), Role.NOTE
        case "tether_quote":
            text = "\n".join(filter(None, (_text(content.get(key)) for key in ("title", "url", "text"))))
        case "tether_browsing_display":
            text = _text(content.get("result")) or _text(content.get("summary"))
        case "code" | "text" | "multimodal_text" | None:
            text = _parts(content, left_out)
        case _:
            text = _parts(content, left_out)
            if not text:
                return Reading(left_out=(f"content of unknown type {excerpt(str(kind), 80)}",))
    if kind == "code" and isinstance(content.get("language"), str) and content["language"] != "unknown":
        detail["language"] = content["language"]
    names = (
        [
            excerpt(item["name"], 200)
            for item in metadata.get("attachments") or ()
            if isinstance(item, dict) and isinstance(item.get("name"), str)
        ]
        if isinstance(metadata.get("attachments"), list)
        else []
    )
    if names:
        detail["attachments"] = names
        text = text or "\n".join(f"[file: {name}]" for name in names)
    if not text:
        return Reading(left_out=(*left_out, EMPTY))
    speaker = metadata.get("model_slug") if role is Role.AGENT else author.get("name")
    if role is Role.AGENT and (tool := recipient_of(message)) != "all":
        text, detail = _called(tool, text, detail)
    return Reading((Turn(role, text, speaker if isinstance(speaker, str) else "", detail),), tuple(left_out))


def recipient_of(message: dict[str, Any]) -> str:
    """Whom an assistant's message is for: a tool, or all."""
    recipient = message.get("recipient")
    return excerpt(recipient, 200) if isinstance(recipient, str) and recipient.strip() else "all"


def is_saved_memory(message: dict[str, Any]) -> bool:
    """Whether the message tells the tool `bio` what to remember."""
    recipient = recipient_of(message)
    return (recipient == BIO or recipient.startswith(f"{BIO}.")) and role_named(
        dict_in(message, "author").get("role")
    ) is Role.AGENT


def custom_instructions(message: dict[str, Any]) -> dict[str, str]:
    """What a person set about themselves (`profile`) and how answers are to be (`instructions`)."""
    given = dict_in(dict_in(message, "metadata"), "user_context_message_data")
    content = dict_in(message, "content")
    return {
        "profile": _text(given.get("about_user_message")) or _text(content.get("user_profile")),
        "instructions": _text(given.get("about_model_message")) or _text(content.get("user_instructions")),
    }


def dict_in(value: dict[str, Any], name: str) -> dict[str, Any]:
    """The object under `name`; an empty one when there is none."""
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _called(tool: str, text: str, detail: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A message to a tool as a call; what is to be remembered stays whole."""
    shown = f"→ {tool}: {text}" if tool.partition(".")[0] == BIO else call_text(tool, decoded(text))
    return shown, detail | {"tools": [{"name": tool, "input": text}]}


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _thoughts(content: dict[str, Any]) -> str:
    thoughts = content.get("thoughts")
    found: list[str] = []
    for thought in thoughts if isinstance(thoughts, list) else ():
        if isinstance(thought, dict):
            found.append(
                "\n".join(filter(None, (_text(thought.get("summary")), _text(thought.get("content")))))
            )
        else:
            found.append(_text(thought))
    return "\n\n".join(filter(None, found))


def _parts(content: dict[str, Any], left_out: list[str]) -> str:
    parts = content.get("parts")
    if not isinstance(parts, list):
        return _text(content.get("text"))
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part.strip())
        elif isinstance(part, dict):
            kind = part.get("content_type")
            if isinstance(part.get("text"), str):
                texts.append(part["text"].strip())
            elif kind in _PICTURES or (isinstance(kind, str) and "asset_pointer" in kind):
                texts.append(f"[{kind.partition('_')[0]}]")
            else:
                left_out.append(f"a part of unknown type {excerpt(str(kind), 80)}")
        elif part is not None:
            left_out.append(f"a part of unknown type {type(part).__name__}")
    return "\n\n".join(text for text in texts if text)
