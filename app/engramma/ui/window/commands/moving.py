"""What moving memories to another tier, or to the Trash, would change: read in a job, told in a line. Free of Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.memory import Tier
from engramma.ui.window.commands.targets import Targets

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.flow import MovePreview
    from engramma.model.progress import CancelToken, Report

TRASH = "trashed"
TIERS = (Tier.SHORT_TERM.value, Tier.LONG_TERM.value)


def read_moves(
    store: MemoryStore, targets: Targets, _report: Report, cancel: CancelToken
) -> tuple[MovePreview, ...]:
    """A preview for each tier of memories."""
    ids = targets.resolve(store)
    cancel.check()
    return tuple(store.flow.preview_move(ids, tier) for tier in TIERS)


def read_move(
    store: MemoryStore, ids: tuple[int, ...], target: str, _report: Report, _cancel: CancelToken
) -> MovePreview:
    """One preview."""
    return store.flow.preview_move(ids, target)


def move_words(move: MovePreview, *, now: int) -> str:
    """ "half-life 7 → 60 days, fades 12 Feb 2027 instead of 4 Oct"."""
    from engramma.ui.models.dates import short_day_text

    if not move.moving:
        return "it is there already" if len(move.ids) == 1 else "they are there already"
    many = len(move.ids) > 1
    parts = [f"{move.moving:,} of {len(move.ids):,} move"] if many else []
    if move.target == TRASH:
        return ", ".join([*parts, "restorable, in no list and no recall"])
    if move.half_life_after is None:
        still = "do not fade" if many else "does not fade, pinned or procedural"
        return ", ".join([*parts, still])
    before = f"{move.half_life_before:g} → " if move.half_life_before is not None else ""
    parts.append(f"half-life {before}{move.half_life_after:g} days")
    if move.after is not None:
        fades = f"{'the first fades' if many else 'fades'} {short_day_text(move.after, now)}"
        asleep = move.before is not None and move.before <= now
        if asleep:
            fades = "still dormant: below the threshold" if not many else "dormant ones stay dormant"
        elif move.before is not None:
            fades += f" instead of {short_day_text(move.before, now)}"
        parts.append(fades)
    return ", ".join(parts)
