"""What a change of many memories would do, before it is done. Looking changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from engramma.engine.memories.checks import checked_importance, checked_tags, checked_tier, checked_word
from engramma.engine.workspace import Workspace
from engramma.model.bulk import BITS, BulkAction, BulkChange, BulkPreview, Trait
from engramma.model.memory import Category, Kind
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.memories.bulk_traits import read_traits
from engramma.store.memories.reading import read_memories
from engramma.store.policy import load_policy

SAMPLES = 4


def preview_bulk(
    workspace: Workspace, ids: Sequence[int], change: BulkChange, *, report: Report, cancel: CancelToken
) -> BulkPreview:
    """Meet each of `ids` once, in their order. Raises InvalidValueError for a value that cannot be."""
    change = _checked(workspace, change)
    wanted = tuple(int(memory_id) for memory_id in dict.fromkeys(ids))

    def each(done: int) -> None:
        cancel.check()
        report(Progress(done, len(wanted), "Looking at them"))

    now = workspace.clock.now()
    with workspace.database.read() as reading:
        found = read_traits(reading, wanted, change, each=each)
        there = wanted if len(found) == len(wanted) else tuple(one for one in wanted if one in found)
        traits = bytes(found[memory_id] for memory_id in there)
        preview = BulkPreview(
            change, there, traits, tuple(sorted(Counter(traits).items())), len(wanted) - len(there), ()
        )
        sample_ids = _samples(preview)
        shown = read_memories(reading, sample_ids, now=now)
        moves = change.action is BulkAction.TIER
        half_life = load_policy(reading.connection).half_life(str(change.value)) if moves else None
    samples = tuple(shown[one] for one in sample_ids if one in shown)
    return replace(preview, samples=samples, half_life=half_life)


def _samples(preview: BulkPreview) -> list[int]:
    """The first that would change: those that nothing protects, or else protected ones."""
    barred = sum(BITS[trait] for trait in preview.change.protects)
    free: list[int] = []
    held: list[int] = []
    for memory_id, byte in zip(preview.ids, preview.traits, strict=True):
        if byte & BITS[Trait.CHANGES]:
            (held if byte & barred else free).append(memory_id)
        if len(free) == SAMPLES:
            break
    return (free + held)[:SAMPLES]


def _checked(workspace: Workspace, change: BulkChange) -> BulkChange:
    match change.action:
        case BulkAction.TAG:
            return replace(
                change, add=tuple(checked_tags(change.add)), remove=tuple(checked_tags(change.remove))
            )
        case BulkAction.IMPORTANCE:
            return replace(change, value=checked_importance(float(change.value or 0), actor=workspace.actor))
        case BulkAction.KIND:
            return replace(change, value=checked_word(Kind, str(change.value), what="kind").value)
        case BulkAction.CATEGORY:
            return replace(change, value=checked_word(Category, str(change.value), what="category").value)
        case BulkAction.TIER:
            return replace(change, value=checked_tier(str(change.value)).value)
        case _:
            return change
