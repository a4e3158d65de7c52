"""What the commands on memories do, on the writer thread and without any Qt object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.records import dataclass
from engramma.ui.dialogs.drafts import MemoryDraft
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

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


def remember(store: MemoryStore, draft: MemoryDraft, _report: Report, _cancel: CancelToken) -> Written:
    """Keep a new memory, or the correction of one."""
    if draft.corrects is not None:
        new = store.memories.correct(draft.corrects, draft.text, base_version=draft.base_version or None)
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


def read_ids(store: MemoryStore, targets: Targets, _report: Report, _cancel: CancelToken) -> tuple[int, ...]:
    """The ids of the targets."""
    return targets.resolve(store)


def read_texts(store: MemoryStore, targets: Targets, report: Report, cancel: CancelToken) -> tuple[str, ...]:
    """The texts of the targets, for the clipboard."""
    ids = targets.resolve(store)
    texts: list[str] = []
    for start in range(0, len(ids), COPIED_AT_ONCE):
        cancel.check()
        report(Progress(start, len(ids), ""))
        texts += [line.memory.text for line in store.memories.page(ids[start : start + COPIED_AT_ONCE])]
    return tuple(texts)
