"""What another policy would change in a store, before it is applied: how many would sleep, wake, lapse or rise.

Writes nothing. The arithmetic is that of `store.revaluing`, `theory.lapsing` and a pass, so that all agree.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engramma.engine.workspace import Workspace
from engramma.model.clock import DAY
from engramma.model.forecast import STRENGTH_BINS
from engramma.model.policy import Policy
from engramma.model.policy_effect import PolicyEffect, PolicyExample, PolicyState
from engramma.model.progress import CancelToken
from engramma.model.records import dataclass
from engramma.store.derive import LONGEST_FADING
from engramma.store.policy_preview import (
    CONFLICTED,
    LONG,
    SEMANTIC,
    STILL,
    PolicyPicture,
    read_policy_picture,
)

WEEK = 7 * DAY
MOST_EXAMPLES = 4

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]


class PolicyPreview:
    """A store as it was read: asked again and again while a person tries values. Safe between threads."""

    def __init__(self, picture: PolicyPicture) -> None:
        self._picture = picture
        self._long = (picture.flags & LONG) > 0
        self._still = (picture.flags & STILL) > 0
        self._conflicted = (picture.flags & CONFLICTED) > 0
        self._semantic = ((picture.flags & SEMANTIC) > 0) & ~self._still

    def effect(
        self, before: Policy, after: Policy, *, at: int, cancel: CancelToken | None = None
    ) -> PolicyEffect:
        """What `after` changes against `before` at UTC µs `at`, also one to come. Raises Cancelled."""
        cancel = cancel or CancelToken()
        old = self._fates(before, at=at)
        cancel.check()
        new = old if after == before else self._fates(after, at=at)
        cancel.check()
        moved = (old.fades_at != new.fades_at) & ~self._still
        sleeps, wakes = new.dormant & ~old.dormant, old.dormant & ~new.dormant
        return PolicyEffect(
            at=at,
            before=self._state(before, old, at=at),
            after=self._state(after, new, at=at),
            sleeps=int(sleeps.sum()),
            wakes=int(wakes.sum()),
            moved=int(moved.sum()),
            examples=self._examples(old, new, moved=moved, turned=sleeps | wakes, at=at),
        )

    def _fates(self, policy: Policy, *, at: int) -> _Fates:
        picture = self._picture
        half_life = np.where(self._long, policy.long_term_half_life, policy.short_term_half_life)
        halvings = np.maximum(0.0, picture.log2_s0 - math.log2(policy.retrieval_threshold))
        # In the order of `store.revaluing`, so that both give the same number.
        lasts = np.minimum(halvings * half_life * float(DAY), LONGEST_FADING)
        fades_at = picture.t0 + (lasts + 0.5).astype(np.int64)
        asleep = (fades_at <= at) & ~self._still & ~self._conflicted
        elapsed = np.maximum(0.0, (at - picture.t0).astype(np.float64))
        exponent = np.where(self._still, 0.0, picture.log2_s0 - elapsed / (half_life * float(DAY)))
        return _Fates(fades_at, asleep, exponent)

    def _state(self, policy: Policy, fates: _Fates, *, at: int) -> PolicyState:
        picture = self._picture
        mortal = ~self._still & ~self._conflicted
        # Also those in an open conflict, as `fades:<7d` and the tiers count them: they cross the threshold just so.
        soon = ~self._still & (fates.fades_at > at) & (fates.fades_at <= at + WEEK)
        due = mortal & (fates.fades_at <= at - round(policy.due_dormant * DAY))
        replaced = picture.superseded_at <= at - round(policy.due_superseded * DAY)
        purge = picture.trashed_at <= at - round(policy.trash_retention * DAY)
        ended = picture.ended_at <= at - round(policy.sensory_retention * DAY)
        edges = [math.log2(edge / STRENGTH_BINS) for edge in range(1, STRENGTH_BINS)]
        tenths = np.bincount(np.searchsorted(edges, fates.exponent, side="right"), minlength=STRENGTH_BINS)
        dormant = int(fates.dormant.sum())
        return PolicyState(
            recalled=len(picture.ids) - dormant,
            dormant=dormant,
            fading=int(soon.sum()),
            stale=int(self._stale(policy, at=at).sum()),
            due=int(due.sum()) + int(replaced.sum()),
            purge=int(purge.sum()),
            sessions=int(ended.sum()),
            strengths=tuple(int(count) for count in tenths),
        )

    def _stale(self, policy: Policy, *, at: int) -> Mask:
        picture = self._picture
        short = round(policy.stale_half_lives * policy.short_term_half_life * DAY)
        long = round(policy.stale_half_lives * policy.long_term_half_life * DAY)
        unconfirmed = picture.strong_at + np.where(self._long, long, short) <= at
        contradicted = (picture.contradicted_at > picture.strong_at) & (picture.contradicted_at <= at)
        stale: Mask = self._semantic & (unconfirmed | contradicted)
        return stale

    def _examples(
        self, old: _Fates, new: _Fates, *, moved: Mask, turned: Mask, at: int
    ) -> tuple[PolicyExample, ...]:
        """First two that fall asleep or wake, nearest to the threshold; then such as fade soonest."""
        ids = self._picture.ids
        found: list[int] = []
        fading = moved & ~turned & (old.fades_at > at) & (new.fades_at > at)
        for mask, most in ((turned, MOST_EXAMPLES // 2), (fading, MOST_EXAMPLES)):
            places = np.flatnonzero(mask)
            if len(places):
                distance = np.abs(new.fades_at[places] - at)
                kept = np.argsort(distance, kind="stable")[: min(most, MOST_EXAMPLES - len(found))]
                found += places[kept].tolist()
        return tuple(
            PolicyExample(
                memory_id=int(ids[place]),
                strength_before=float(2.0 ** min(0.0, old.exponent[place])),
                strength_after=float(2.0 ** min(0.0, new.exponent[place])),
                fades_before=int(old.fades_at[place]),
                fades_after=int(new.fades_at[place]),
                turns=bool(turned[place]),
            )
            for place in found
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Fates:
    """By active memory: when it falls asleep (of no meaning for what stays), whether it does, log2 strength."""

    fades_at: Integers
    dormant: Mask
    exponent: NDArray[np.float64]


def read_policy_preview(workspace: Workspace, cancel: CancelToken | None = None) -> PolicyPreview:
    """Read what previews of this store need: some 1.5 s for a million memories. Raises Cancelled."""
    with workspace.database.read() as reading:
        return PolicyPreview(read_policy_picture(reading, cancel))


def count_promotions(
    workspace: Workspace, policies: tuple[Policy, ...], *, at: int, cancel: CancelToken | None = None
) -> tuple[int, ...]:
    """How many memories a pass would promote by each of the policies at UTC µs `at`. Raises Cancelled.

    Takes as long as that step of a pass.
    """
    # Not at the top: the steps of a pass import what the store's front door is made of.
    from engramma.engine.consolidation.steps import promoting

    with workspace.database.read() as reading:
        return promoting.count_promotions(reading, policies, at=at, cancel=cancel or CancelToken())
