"""Agent files of Letta (`.af`): the blocks of an agent's core memory, its system prompt and its messages.

Archival passages are not in such a file. Some hold their JSON inside a JSON text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engramma.exchange.cleaning import excerpt
from engramma.exchange.format import Source
from engramma.exchange.json_parts import LARGEST_FILE, JsonFile, Part
from engramma.exchange.lines import head_text
from engramma.exchange.memory_records import Once, digest_of, original_json, paced_by, tags_of, text_of
from engramma.exchange.moments import first_moment
from engramma.exchange.parsing import compact_json
from engramma.model.progress import CancelToken
from engramma.model.transfer import EventRecord, MemoryRecord, Record, SessionRecord, Skipped, SourceTime

_HOW = re.compile(r"persona|instruction|correction|rule|procedure|skill|soul|guideline", re.IGNORECASE)
_ROLES = {"user": "user", "assistant": "agent", "tool": "tool", "system": "note", "approval": "decision"}
_TOOL_TEXT = 2_000
_HEAVY = frozenset({"system", "messages", "llm_config", "embedding_config", "tool_rules", "core_memory"})


class LettaFormat:
    """Reader of an agent file."""

    name = "letta"
    title = "Letta agent file (.af)"

    def sniff(self, path: Path, head: bytes) -> float:
        """By the keys of an agent, plain or inside a text."""
        text = head_text(head).replace('\\"', '"')
        clues = (
            '"agents"',
            '"block_ids"',
            '"in_context_message_ids"',
            '"tool_ids"',
            '"llm_config"',
            '"core_memory"',
        )
        found = sum(clue in text for clue in clues)
        return (
            min(0.95, 0.35 + 0.2 * found)
            if text.lstrip('\ufeff \t\r\n"').startswith("{") and found >= 2
            else 0.0
        )

    def read(self, source: Source, *, cancel: CancelToken) -> Iterator[Record]:
        """For each agent: its session with the messages, its system prompt, its blocks."""
        file = JsonFile(source.path, name=source.name, largest=LARGEST_FILE)
        yield from paced_by(_records(file), file, cancel=cancel)


def _records(file: JsonFile) -> Iterator[Record]:
    parts: dict[str, list[Part]] = {}
    for part in file.parts():
        if isinstance(part, Skipped):
            yield part
        else:
            parts.setdefault(part.key, []).append(part)
    made = first_moment(*(part.value for part in parts.get("created_at", [])))
    once = Once()
    blocks = {
        text_of(part.value.get("id")): part
        for part in parts.get("blocks", [])
        if isinstance(part.value, dict)
    }
    agents = [part for part in parts.get("agents", []) if isinstance(part.value, dict)]
    if not agents and ("messages" in parts or "core_memory" in parts or "system" in parts):
        agents = [_flat_agent(parts)]
    used: set[str] = set()
    for part in agents:
        yield from _agent(part, blocks, once=once, made=made)
        ids = part.value.get("block_ids")
        used.update(text_of(item) for item in ids) if isinstance(ids, list) else None
    for name, block in blocks.items():
        if name not in used:
            yield _block(block.value, block.line, agent="", once=once, made=made)
    for key in ("tools", "files", "sources", "groups", "mcp_servers"):
        if parts.get(key):
            yield Skipped(
                None,
                f"{key} are no memories ({len(parts[key]):,} in it)",
                excerpt(original_json(parts[key][0].value)),
            )
    if not agents and not blocks:
        yield Skipped(None, "no agent and no block in it")


def _flat_agent(parts: dict[str, list[Part]]) -> Part:
    """The agent of the first version of the format, whose keys stand at the top."""
    lists = {key for key, found in parts.items() if found[0].index is not None}
    value = {
        key: [part.value for part in found] if key in lists else found[0].value
        for key, found in parts.items()
    }
    return Part("agents", 0, 1, 0, value)


def _agent(part: Part, blocks: dict[str, Part], *, once: Once, made: SourceTime) -> Iterator[Record]:
    agent: dict[str, Any] = part.value
    system = text_of(agent.get("system"))
    name = text_of(agent.get("name")) or "agent"
    scope = f"{name}/{digest_of(system)[:8]}"
    yield from _session(agent, scope, name=name, line=part.line)
    if system:
        yield once.memory(
            MemoryRecord(
                key=f"letta:{scope}/system",
                text=system,
                kind="procedural",
                tier="long_term",
                category="instruction",
                importance=0.7,
                pinned=True,
                tags=tags_of("system prompt", agent.get("tags")),
                time=first_moment(agent.get("created_at")) if agent.get("created_at") else made,
                line=part.line,
                original=original_json({"name": name, "system": system}),
            )
        )
    ids = agent.get("block_ids")
    for item in ids if isinstance(ids, list) else []:
        block = blocks.get(text_of(item))
        if block is None:
            yield Skipped(part.line, f"the block {excerpt(str(item), 80)} is not in the file")
        else:
            yield _block(block.value, block.line, agent=scope, once=once, made=made)
    core = agent.get("core_memory")
    for item in core if isinstance(core, list) else []:
        if isinstance(item, dict):
            yield _block(item, part.line, agent=scope, once=once, made=made)


def _block(block: dict[str, Any], line: int, *, agent: str, once: Once, made: SourceTime) -> Record:
    label = text_of(block.get("label")) or "block"
    how = bool(_HOW.search(label))
    return once.memory(
        MemoryRecord(
            key=f"letta:{agent}/{text_of(block.get('id')) or label}",
            text=text_of(block.get("value")),
            kind="procedural" if how else "semantic",
            tier="long_term",
            category="instruction" if how else "fact",
            importance=0.7,
            pinned=True,
            tags=tags_of(label),
            time=made,
            line=line,
            original=original_json(block),
        )
    )


def _session(agent: dict[str, Any], scope: str, *, name: str, line: int) -> Iterator[Record]:
    given = agent.get("messages")
    messages = [message for message in given if isinstance(message, dict)] if isinstance(given, list) else []
    if not messages:
        return
    key = f"letta:{scope}"
    times = [first_moment(message.get("created_at")) for message in messages]
    yield SessionRecord(
        key,
        f"Letta agent {name}",
        "letta",
        agent=name,
        started=times[0],
        ended=times[-1],
        line=line,
        original=original_json(agent, without=_HEAVY),
    )
    turn = 0
    once = Once()
    system = text_of(agent.get("system"))
    for number, (message, time) in enumerate(zip(messages, times, strict=True)):
        text, role = _said(message)
        event = f"{key}/{text_of(message.get('id')) or number}"
        why = "a message without text" if not text else ""
        if role == "note" and system and text.startswith(system[:200]):
            why = "the system prompt again"
        if not why and once.first_line(event, line) is not None:
            why = "a message with the id of one before"
        if why:
            yield Skipped(line, why, excerpt(original_json(message)))
            continue
        yield EventRecord(
            key=event,
            session_key=key,
            role=role,
            text=text,
            speaker=text_of(message.get("name")) or text_of(message.get("model")),
            time=time,
            turn=turn,
            line=line,
            original=original_json(message),
        )
        turn += 1


def _said(message: dict[str, Any]) -> tuple[str, str]:
    """The text of a message and its role; calls and answers of tools are shortened."""
    role = _ROLES.get(text_of(message.get("role")), "note")
    content = message.get("content") or message.get("text")
    pieces = content if isinstance(content, list) else [content]
    texts = [text_of(piece.get("text") if isinstance(piece, dict) else piece) for piece in pieces]
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            given = function.get("arguments")
            told = text_of(given) or compact_json(given)
            texts.append(f"{text_of(function.get('name'))}: {excerpt(told, _TOOL_TEXT)}")
    text = "\n".join(told for told in texts if told)
    return (excerpt(text, _TOOL_TEXT), role) if role == "tool" else (text, role)
