"""A turn on its way out: one event, from one line or from the parts of a message split over lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engramma.exchange.claude_code.turn import Turn
from engramma.exchange.parsing import compact_json
from engramma.model.session import Role
from engramma.model.transfer import EventRecord, MemoryRecord, Skipped, SourceTime

TEXT_CHARACTERS = 1_000_000
"""What an event's text, and its detail, may have; the rest is left out and reported."""


@dataclass(slots=True)
class Message:
    """What the lines `line` to `end` say in one event."""

    key: str
    session_key: str
    line: int
    end: int
    time: SourceTime
    parent_key: str
    active: bool
    sidechain: bool
    parts: list[Turn] = field(default_factory=list)
    originals: list[str] = field(default_factory=list)

    def records(self, turn: int) -> Iterator[EventRecord | MemoryRecord | Skipped]:
        """The event as number `turn` of its session, and the memory that a summary makes."""
        whole = _joined(self.parts)
        text, cut = _bounded(whole.text)
        if cut:
            yield Skipped(self.line, f"the last {cut:,} characters of this turn; its beginning was taken in")
        detail = compact_json(whole.detail) if whole.detail else ""
        if len(detail) > TEXT_CHARACTERS:
            yield Skipped(
                self.line, f"the details of this turn, {len(detail):,} characters; its text was taken in"
            )
            detail = compact_json({"left_out": len(detail)})
        event = EventRecord(
            key=self.key,
            session_key=self.session_key,
            role=str(whole.role),
            text=text,
            speaker=whole.speaker,
            time=self.time,
            turn=turn,
            parent_key=self.parent_key,
            active=self.active,
            sidechain=self.sidechain,
            detail=detail,
            line=self.line,
            original="\n".join(self.originals),
        )
        yield event
        if whole.summary:
            yield MemoryRecord(
                key=f"{self.key}#summary",
                text=text,
                kind="episodic",
                category="summary",
                time=self.time,
                session_key=self.session_key,
                event_key=self.key,
                quote=text,
                start=0,
                end=len(text),
                line=self.line,
                original=event.original,
            )


def _joined(parts: list[Turn]) -> Turn:
    """The parts of one message as a single turn; thoughts beside spoken words go into the detail."""
    if len(parts) == 1:
        return parts[0]
    spoken = [part for part in parts if part.role is not Role.NOTE] or parts
    thoughts = [part.text for part in parts if part not in spoken]
    tools: list[Any] = []
    detail: dict[str, Any] = {}
    for part in parts:
        tools += part.detail.get("tools", [])
        thoughts += [part.detail["thinking"]] if "thinking" in part.detail else []
        detail |= part.detail
    if tools:
        detail["tools"] = tools
    if thoughts:
        detail["thinking"] = "\n\n".join(thoughts)
    speaker = next((part.speaker for part in spoken if part.speaker), "")
    return Turn(spoken[0].role, "\n\n".join(part.text for part in spoken), speaker, detail)


def _bounded(text: str) -> tuple[str, int]:
    return text[:TEXT_CHARACTERS], max(0, len(text) - TEXT_CHARACTERS)
