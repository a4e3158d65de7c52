"""The reads and the write of the policy in the settings; everything here runs on a worker thread."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engramma.model.policy import Policy
from engramma.model.policy_effect import PolicyEffect, PolicyExample
from engramma.model.policy_history import PolicyStep
from engramma.model.records import dataclass

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.policy_preview import PolicyPreview
    from engramma.model.memory import Memory
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.views.settings.policy.draft import PolicyDraft

HISTORY = 12


@dataclass(frozen=True, slots=True)
class PolicyLook:
    """The policy of a store, and how it came about."""

    policy: Policy
    history: tuple[PolicyStep, ...]
    now: int


@dataclass(frozen=True, slots=True)
class ShownExample:
    """A memory that would fade otherwise."""

    memory: Memory
    change: PolicyExample


@dataclass(frozen=True, slots=True)
class EffectShown:
    """What a change would do, with the memories of its examples."""

    effect: PolicyEffect
    examples: tuple[ShownExample, ...]


def read_policy(store: MemoryStore, _report: Report, _cancel: CancelToken) -> PolicyLook:
    """The policy and its history."""
    return PolicyLook(store.policy(), store.policy_history(HISTORY), store.clock.now())


def read_preview(store: MemoryStore, _report: Report, cancel: CancelToken) -> PolicyPreview:
    """What previews are asked of."""
    return store.policy_preview(cancel)


def read_effect(
    store: MemoryStore,
    preview: PolicyPreview,
    draft: PolicyDraft,
    ahead: int,
    _report: Report,
    cancel: CancelToken,
) -> EffectShown:
    """What the draft would do, `ahead` µs from now."""
    effect = preview.effect(draft.current, draft.policy, at=store.clock.now() + ahead, cancel=cancel)
    lines = store.memories.page([example.memory_id for example in effect.examples])
    memories = {line.memory.id: line.memory for line in lines}
    examples = (
        ShownExample(memories[example.memory_id], example)
        for example in effect.examples
        if example.memory_id in memories
    )
    return EffectShown(effect, tuple(examples))


def read_promotions(
    store: MemoryStore, draft: PolicyDraft, ahead: int, _report: Report, cancel: CancelToken
) -> tuple[int, int]:
    """What a pass would promote as it is, and by the draft."""
    at = store.clock.now() + ahead
    now, after = store.policy_promotions((draft.current, draft.policy), at=at, cancel=cancel)
    return now, after


def read_other(path: Path, _report: Report, _cancel: CancelToken) -> Policy:
    """The policy of another store, which is not changed."""
    from engramma.engine import open_store

    with open_store(path, read_only=True) as other:
        return other.policy()


def apply_draft(store: MemoryStore, draft: PolicyDraft, _report: Report, _cancel: CancelToken) -> Policy:
    """Put the draft in force, as one operation."""
    if draft.only_resets:
        return store.policy_reset(draft.changed)
    return store.policy_set(dict(draft.edits))
