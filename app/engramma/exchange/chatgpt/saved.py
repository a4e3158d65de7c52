"""Memories that a ChatGPT export holds although it has no file for them.

They are recovered from what was said to the tool `bio`, from the list that the model is given, and from custom
instructions. The export does not tell what was deleted since, so they are tagged as unverified.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engramma.exchange.chatgpt.messages import custom_instructions, dict_in, is_saved_memory
from engramma.exchange.conversations.telling import digest, memory_in
from engramma.exchange.conversations.times import time_of
from engramma.model.transfer import EventRecord, MemoryRecord, Skipped, SourceTime

TAG = "chatgpt-memory"
UNVERIFIED = "unverified"
IMPORTANCE = 0.7

_LISTED = re.compile(r"\s{0,8}(?:\d{1,5}[.)]|[-*•])?\s{0,8}(?:\[([^\]\n]{0,40})\]\.?)?\s{0,8}(.*)", re.DOTALL)


class SavedMemories:
    """The memories found so far, each once in a whole export."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}

    def found_in(self, message: dict[str, Any], event: EventRecord) -> Iterator[MemoryRecord | Skipped]:
        """The memories in a message that became `event`."""
        content = dict_in(message, "content")
        if is_saved_memory(message):
            said = event.text.partition(": ")[2]
            for line in said.splitlines():
                yield from self._memory(line, event, time=event.time)
        elif content.get("content_type") == "model_editable_context":
            for line in event.text.splitlines():
                yield from self._memory(line, event, time=SourceTime())
        elif content.get("content_type") == "user_editable_context":
            for name, text in custom_instructions(message).items():
                yield from self._instruction(name, text, event)

    def _memory(self, line: str, event: EventRecord, *, time: SourceTime) -> Iterator[MemoryRecord | Skipped]:
        found = _LISTED.fullmatch(line.strip())
        text = found[2].strip() if found else line.strip()
        if not text:
            return
        dated = time_of(found[1]) if found and found[1] else SourceTime()
        key = f"chatgpt:memory/{digest(' '.join(text.casefold().split()))}"
        if key in self._lines:
            yield Skipped(event.line, f"the same memory stands on line {self._lines[key]}", text)
            return
        self._lines[key] = event.line or 0
        yield memory_in(
            event,
            text,
            MemoryRecord(
                key=key,
                text=text,
                kind="semantic",
                importance=IMPORTANCE,
                tags=(TAG, UNVERIFIED),
                time=dated if dated.at is not None else time,
                line=event.line,
                original=event.original,
            ),
        )

    def _instruction(self, name: str, text: str, event: EventRecord) -> Iterator[MemoryRecord]:
        """Custom instructions stand in many conversations; only the first time makes a memory."""
        key = f"chatgpt:{name}/{digest(text)}"
        if not text or key in self._lines:
            return
        self._lines[key] = event.line or 0
        procedural = name == "instructions"
        yield memory_in(
            event,
            text,
            MemoryRecord(
                key=key,
                text=text,
                kind="procedural" if procedural else "semantic",
                category="instruction" if procedural else "fact",
                importance=IMPORTANCE,
                pinned=procedural,
                tags=("custom-instructions", name),
                time=event.time,
                line=event.line,
                original=event.original,
            ),
        )
