"""What a click or a key on a turn may ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShowMemory:
    """Go to the memory that a badge or a marked span stands for."""

    memory_id: int


@dataclass(frozen=True, slots=True)
class ToggleFold:
    """Fold or unfold a tool result, or show all or only the beginning of a long text."""

    event_id: int


@dataclass(frozen=True, slots=True)
class ShowLine:
    """Show another line of the transcript: a branch that was left behind, or how it went on."""

    line: int


@dataclass(frozen=True, slots=True)
class Rescue:
    """Keep a statement that the gate dropped."""

    verdict_id: int


TurnAction = ShowMemory | ToggleFold | ShowLine | Rescue
