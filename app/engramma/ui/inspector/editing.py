"""The work behind editing a text: what is edited, saving it in a job, and how the memory stands when that failed.

The functions run on worker threads and hold no Qt object.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from engramma.model.errors import NotFoundError
from engramma.model.memory import Memory, State
from engramma.model.operation import Operation
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore

MOST_SUCCESSORS = 50
_QUIET = frozenset({"recall", "rehearse", "tag", "pin", "unpin", "change", "link"})


@dataclass(frozen=True, slots=True)
class EditTarget:
    """A memory as its editor saw it, and the wording that was written over: another one for an older draft."""

    memory: Memory
    over: int = 0

    @property
    def text(self) -> str:
        """The text before editing."""
        return self.memory.text

    @property
    def version(self) -> int:
        """The version of the wording that saving must find."""
        return self.over or self.memory.version

    @property
    def state(self) -> State:
        """The state that saving must find; a draft of a memory that was put away since was of an active one."""
        return State.ACTIVE if self.over else self.memory.state


@dataclass(frozen=True, slots=True)
class EditOutcome:
    """How an editor was left. `saved_id` names the memory that now has the text, None when nothing was written.

    `operations`: what Undo takes back when saving took more than the newest one; empty for just that.
    """

    memory_id: int
    saved_id: int | None = None
    operations: tuple[int, ...] = ()


class Fate(StrEnum):
    """What became of a memory while it was edited."""

    SAME = "same"
    CHANGED = "changed"
    TRASHED = "trashed"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """How a memory stands beside what its editor saw.

    `base` is the wording that was written over, `memory` the memory now (None: erased), `successor` the active one
    that took its place. `actor` did it at `at` (UTC microseconds); empty and 0 when that is not known.
    """

    fate: Fate
    label: str
    base: str
    memory: Memory | None = None
    successor: Memory | None = None
    actor: str = ""
    at: int = 0
    now: int = 0

    @property
    def gone(self) -> bool:
        """Whether the text cannot be saved over this memory any more."""
        return self.fate not in (Fate.SAME, Fate.CHANGED)


def read_target(store: MemoryStore, memory_id: int, _report: Report, _cancel: CancelToken) -> EditTarget:
    """What an editor needs, read whole: rows of tables hold only the beginning of a long text."""
    return EditTarget(store.memories.get(memory_id))


def look_again(store: MemoryStore, target: EditTarget, _report: Report, cancel: CancelToken) -> Meanwhile:
    """What became of the memory since the editor saw it."""
    memory_id, label, now = target.memory.id, target.memory.label, store.clock.now()
    try:
        details = store.memories.details(memory_id)
    except NotFoundError:
        actor, at = _who(store.history.of_memory(memory_id))
        return Meanwhile(Fate.ERASED, label, target.text, actor=actor, at=at, now=now)
    cancel.check()
    memory = details.memory
    base = next((v.text for v in details.versions if v.number == target.version), target.text)
    if memory.state is not target.state and memory.state is not State.ACTIVE:
        fate = Fate.TRASHED if memory.state is State.TRASHED else Fate.SUPERSEDED
        if fate is Fate.SUPERSEDED and memory.merged_into is not None:
            fate = Fate.MERGED
        actor, at = _who(details.history)
        return Meanwhile(fate, label, base, memory, _successor(store, memory), actor, at, now)
    if memory.version != target.version:
        newest = next((v for v in details.versions if v.number == memory.version), None)
        actor, at = (newest.actor, newest.created_at) if newest is not None else ("", 0)
        return Meanwhile(Fate.CHANGED, label, base, memory, actor=actor, at=at, now=now)
    return Meanwhile(Fate.SAME, label, base, memory, now=now)


def save_text(
    store: MemoryStore,
    target: EditTarget,
    text: str,
    version: int,
    state: State,
    _report: Report,
    _cancel: CancelToken,
) -> EditOutcome:
    """Save over `version`. Raises StaleEditError or GoneEditError when the memory is not as it was then."""
    saved = store.memories.edit(target.memory.id, text, base_version=version, base_state=state.value)
    return EditOutcome(target.memory.id, saved.id)


def restore_and_save(
    store: MemoryStore, target: EditTarget, text: str, version: int, _report: Report, _cancel: CancelToken
) -> EditOutcome:
    """Bring a memory back from the Trash, then save over `version`: two operations that Undo takes back together."""
    memory_id = target.memory.id
    before = {operation.id for operation in store.history.of_memory(memory_id)}
    store.memories.restore([memory_id])
    saved = store.memories.edit(memory_id, text, base_version=version)
    mine = [
        operation.id
        for operation in store.history.of_memory(memory_id)
        if operation.id not in before and operation.actor == store.workspace.actor
    ]
    return EditOutcome(memory_id, saved.id, tuple(sorted(mine)))


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


def _who(history: tuple[Operation, ...]) -> tuple[str, int]:
    """Who changed it last, and when."""
    newest = next((operation for operation in history if operation.kind not in _QUIET), None)
    return (newest.actor, newest.at) if newest is not None else ("", 0)


def _successor(store: MemoryStore, memory: Memory) -> Memory | None:
    """The active memory at the end of what took its place."""
    for _step in range(MOST_SUCCESSORS):
        following = memory.superseded_by or memory.merged_into
        if following is None:
            return None
        (line,) = store.memories.page([following]) or (None,)
        if line is None:
            return None
        memory = line.memory
        if memory.state is State.ACTIVE:
            return memory
    return None
