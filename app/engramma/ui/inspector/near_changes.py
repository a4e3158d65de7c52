"""Cuts a long difference down to what changed and some words around it, so that a choice fits into a pane. Pure."""

from __future__ import annotations

import re

NEAR = 12
_WORD = re.compile(r"\S+")


def shortened(text: str, *, first: bool, last: bool, near: int = NEAR) -> str:
    """An unchanged run: its words next to changes. `first`, `last`: no change stands before it, after it."""
    words = list(_WORD.finditer(text))
    keep = (0 if first else near) + (0 if last else near)
    if len(words) <= keep + near:
        return text
    head = "" if first else text[: words[near - 1].end()]
    tail = "" if last else text[words[-near].start() :]
    return " ".join(part for part in (head, "…", tail) if part)
