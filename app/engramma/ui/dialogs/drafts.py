"""What dialogs hand back: frozen values, free of Qt, that worker threads may hold."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class TagChange:
    """Tags to add to, and remove from, every selected memory."""

    add: tuple[str, ...]
    remove: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MemoryDraft:
    """What was written. With `corrects` it is to supersede that memory, and only the text counts.

    `base_version` is the wording that is corrected, 0 for whichever it is.
    """

    text: str
    kind: str
    category: str
    importance: float
    tags: tuple[str, ...]
    corrects: int | None = None
    base_version: int = 0
