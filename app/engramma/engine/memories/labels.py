"""Names of operations as noun phrases: what the Edit menu puts after “Undo”, and the history shows."""

from __future__ import annotations

from collections.abc import Sequence


def of_memories(what: str, ids: Sequence[int]) -> str:
    """`pin of M-3`, `pin of 12 memories`."""
    return f"{what} of {named(ids)}"


def named(ids: Sequence[int]) -> str:
    """`M-3`, `M-3 and M-4`, `12 memories`."""
    if len(ids) == 1:
        return f"M-{ids[0]}"
    if len(ids) == 2:
        return f"M-{ids[0]} and M-{ids[1]}"
    return f"{len(ids):,} memories"


def quoted(text: str, most: int = 80) -> str:
    """A text in quotes, cut short to stand in a line."""
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= most else f"“{line[: most - 1].rstrip()}…”"
