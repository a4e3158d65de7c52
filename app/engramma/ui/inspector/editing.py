"""The work behind editing a text: what is edited, saving it in a job, and what to do when it changed meanwhile.

The functions run on the writer thread and hold no Qt object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.memory import Memory
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore


@dataclass(frozen=True, slots=True)
class EditTarget:
    """A memory as its editor saw it: the text and the version that saving must find."""

    memory: Memory

    @property
    def text(self) -> str:
        """The text before editing."""
        return self.memory.text

    @property
    def version(self) -> int:
        """The version of the wording that was seen."""
        return self.memory.version


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """How an editor was left. `saved_id` names the memory that now has the text, None when nothing was written."""

    memory_id: int
    saved_id: int | None = None


def read_target(store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken) -> EditTarget:
    """What an editor needs, read whole: rows of tables hold only the beginning of a long text."""
    return EditTarget(store.memories.get(memory_id))


def save_text(
    store: MemoryStore, target: EditTarget, text: str, version: int, _report: Report, _cancel: CancelToken
) -> EditOutcome:
    """Save over `version`. Raises StaleEditError when the wording is no longer that one."""
    saved = store.memories.edit(target.memory.id, text, base_version=version)
    return EditOutcome(target.memory.id, saved.id)


def save_as_new(
    store: MemoryStore, target: EditTarget, text: str, _report: Report, _cancel: CancelToken
) -> EditOutcome:
    """Keep the text as a memory of its own, of the same kind, tier, category, importance and tags."""
    like = target.memory
    new = store.memories.remember(
        text,
        kind=like.kind.value,
        tier=like.tier.value,
        category=like.category.value,
        importance=like.importance,
        tags=like.tags,
    )
    return EditOutcome(like.id, new.id)
