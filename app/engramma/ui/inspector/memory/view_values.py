"""What the memory form shows, read and prepared on a worker thread: details, curve and the moment they are of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.engine.memories.values import MemoryDetails
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.ui.plots.decay_curve import DecayCurve, decay_curve

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore


@dataclass(frozen=True, slots=True, eq=False)
class ShownMemory:
    """One memory at `now` (UTC microseconds); `writable` False in a store that is open read-only."""

    details: MemoryDetails
    curve: DecayCurve
    now: int
    writable: bool


def read_memory(store: MemoryStore, memory_id: int, _report: Report, cancel: CancelToken) -> ShownMemory:
    """Everything about one memory. Raises NotFoundError."""
    details = store.memories.details(memory_id)
    cancel.check()
    now, threshold = store.clock.now(), store.policy().retrieval_threshold
    curve = decay_curve(details.memory, details.segments, now=now, threshold=threshold)
    return ShownMemory(details, curve, now, not store.read_only)
