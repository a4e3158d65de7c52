"""What a line of a transcript comes to: the turns in it, and what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engramma.model.session import Role

EMPTY_MESSAGE = "an agent's message without text"
"""Why a line of an agent holds no turn; no loss when it is one part of a message that has text."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Something said or done. `calls` are (id, tool) pairs; `answers` is the id of the call it answers."""

    role: Role
    text: str
    speaker: str = ""
    detail: dict[str, Any] = field(default_factory=dict)
    calls: tuple[tuple[str, str], ...] = ()
    answers: str = ""
    summary: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line holds, and the reasons for what was left out of it. A line without turns has a reason."""

    turns: tuple[Turn, ...] = ()
    left_out: tuple[str, ...] = ()
