"""What the page of find and replace asks of the engine, on worker threads; also what takes long to count."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.replacing import FindSpec, HitsFound, Replaced
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


@dataclass(frozen=True, slots=True)
class HitsShown:
    """Hits, the ticks that they begin with (a byte each), the places of guarded ones, all ids, how many places.

    `order` are the ids in the order of the hits.
    """

    found: HitsFound
    ticks: bytes
    guarded: tuple[int, ...]
    order: tuple[int, ...]
    ids: frozenset[int]
    places: int


def find(
    store: MemoryStore, targets: Targets, spec: FindSpec, report: Report, cancel: CancelToken
) -> HitsShown:
    """Every hit among the targets, whose ids are fixed here. Raises InvalidValueError, Cancelled."""
    ids = targets.resolve(store)
    cancel.check()
    found = store.curation.find(ids, spec, report=report, cancel=cancel)
    guarded = tuple(place for place, hit in enumerate(found.hits) if hit.guarded)
    ticks = bytearray(b"\x01" * len(found.hits))
    for place in guarded:
        ticks[place] = 0
    order = tuple(hit.memory_id for hit in found.hits)
    return HitsShown(found, bytes(ticks), guarded, order, frozenset(order), found.places)


def replace(
    store: MemoryStore, found: HitsFound, ticks: bytes, report: Report, cancel: CancelToken
) -> Replaced:
    """Write what is ticked; pinned ones are only ticked by hand. Raises Cancelled: nothing was written."""
    hits = [hit for hit, on in zip(found.hits, ticks, strict=True) if on]
    even_pinned = any(hit.pinned for hit in hits)
    return store.curation.replace(hits, even_pinned=even_pinned, report=report, cancel=cancel)
