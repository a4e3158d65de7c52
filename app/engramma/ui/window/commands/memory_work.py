"""What the commands on memories do, on the writer thread and without any Qt object."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass
from engramma.ui.dialogs.drafts import MemoryDraft, TagChange
from engramma.ui.window.commands.targets import Targets, name_of

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.memories.memories import Memories

COPIED_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: how many memories really changed, and the words for it."""

    changed: int
    words: str
    icon: str
    memory_id: int | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What is common to the selected memories."""

    count: int
    pinned: int
    trashed: int
    tags: tuple[str, ...] = ()
    importance: float = 0.5


Act = Callable[["Memories", tuple[int, ...]], int]


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """A write on some memories as one operation; a job's work. `verb` is a sentence with {} for the memories."""

    act: Act
    verb: str
    icon: str
    store: MemoryStore
    targets: Targets

    def __call__(self, report: Report, cancel: CancelToken) -> Written:
        """Resolve the targets and act on them."""
        report(Progress(0, 0, ""))
        ids = self.targets.resolve(self.store)
        cancel.check()
        changed = self.act(self.store.memories, ids) if ids else 0
        whole = changed in (len(ids), 0)
        shown = name_of(ids) if ids and whole else f"{changed:,} of {len(ids):,} memories"
        return Written(changed, self.verb.format(shown), self.icon)


def pin(memories: Memories, ids: tuple[int, ...]) -> int:
    """Pin."""
    return memories.pin(ids)


def unpin(memories: Memories, ids: tuple[int, ...]) -> int:
    """Take the pins off."""
    return memories.unpin(ids)


def trash(memories: Memories, ids: tuple[int, ...]) -> int:
    """Put away."""
    return memories.trash(ids)


def restore(memories: Memories, ids: tuple[int, ...]) -> int:
    """Bring back from the Trash."""
    return memories.restore(ids)


def rehearse(memories: Memories, ids: tuple[int, ...]) -> int:
    """Strengthen."""
    return memories.rehearse(ids)


def set_kind(kind: str, memories: Memories, ids: tuple[int, ...]) -> int:
    """Another kind."""
    return memories.change(ids, kind=kind)


def set_category(category: str, memories: Memories, ids: tuple[int, ...]) -> int:
    """Another category."""
    return memories.change(ids, category=category)


def set_tier(tier: str, memories: Memories, ids: tuple[int, ...]) -> int:
    """Another tier."""
    return memories.change(ids, tier=tier)


def set_importance(importance: float, memories: Memories, ids: tuple[int, ...]) -> int:
    """Another importance."""
    return memories.change(ids, importance=importance)


def change_tags(change: TagChange, memories: Memories, ids: tuple[int, ...]) -> int:
    """Add and remove tags."""
    return memories.tag(ids, add=change.add, remove=change.remove)


def remember(store: MemoryStore, draft: MemoryDraft, _report: Report, _cancel: CancelToken) -> Written:
    """Keep a new memory, or the correction of one."""
    if draft.corrects is not None:
        new = store.memories.correct(draft.corrects, draft.text)
        return Written(
            1, f"Corrected M-{draft.corrects}: {new.label} wins from now on", "pencil-line", new.id
        )
    kept = store.memories.remember(
        draft.text,
        kind=draft.kind,
        category=draft.category,
        importance=draft.importance,
        tags=draft.tags,
    )
    if kept.created:
        return Written(1, f"Remembered as M-{kept.id}", "plus", kept.id)
    return Written(1, f"M-{kept.id} says this already; it was strengthened", "lightning", kept.id)


def read_facts(store: MemoryStore, targets: Targets, _report: Report, cancel: CancelToken) -> Facts:
    """Look at the targets before asking about them."""
    ids = targets.resolve(store)
    cancel.check()
    summary = store.memories.summary(ids)
    common = tuple(name for name, count in summary.tags if count == summary.count)
    states = {str(name): count for name, count in dict(summary.by_state).items()}
    return Facts(
        summary.count, summary.pinned, states.get("trashed", 0), common, summary.importance_mean or 0.5
    )


def read_text(store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken) -> str:
    """The text of one memory."""
    return store.memories.get(memory_id).text


def read_texts(store: MemoryStore, targets: Targets, report: Report, cancel: CancelToken) -> tuple[str, ...]:
    """The texts of the targets, for the clipboard."""
    ids = targets.resolve(store)
    texts: list[str] = []
    for start in range(0, len(ids), COPIED_AT_ONCE):
        cancel.check()
        report(Progress(start, len(ids), ""))
        texts += [line.memory.text for line in store.memories.page(ids[start : start + COPIED_AT_ONCE])]
    return tuple(texts)
