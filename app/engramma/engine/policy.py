"""Changing the policy of a store: one operation that can be undone, after which everything fades by the new rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields

from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.store.journal.step import Step
from engramma.store.policy_changes import change_setting

ONE = {
    "days": "day",
    "events": "event",
    "memories": "memory",
    "recalls": "recall",
    "half-lives": "half-life",
}
"""Units that are said with a number, one of each; a strength or a score is a number alone."""


def set_policy(
    workspace: Workspace, values: Mapping[str, float], *, also: Callable[[Step], None] | None = None
) -> Policy:
    """The policy then in force. `also` is done in the same operation.

    Raises InvalidValueError, and changes nothing, when one value is not possible.
    """
    if not values:
        raise InvalidValueError("No setting was named.", hint="`engramma policy get` lists them.")
    checked = asdict(DEFAULT_POLICY.with_values(values))
    return _change(workspace, {name: checked[name] for name in values}, word="policy", also=also)


def reset_policy(workspace: Workspace, fields: Sequence[str]) -> Policy:
    """The policy then in force. Raises InvalidValueError for a field that does not exist."""
    known = asdict(DEFAULT_POLICY)
    for name in fields:
        if name not in known:
            raise InvalidValueError(f"The policy has no setting named {name}.")
    return _change(workspace, dict.fromkeys(fields or known), word="default policy")


def _change(
    workspace: Workspace,
    values: Mapping[str, float | None],
    *,
    word: str,
    also: Callable[[Step], None] | None = None,
) -> Policy:
    with workspace.journal.long("policy", word, actor=workspace.actor) as running:
        with running.step() as step:
            changed = [
                name
                for name, value in values.items()
                if change_setting(step, name, value, actor=workspace.actor)
            ]
            if also is not None:
                also(step)
        words = [_setting_words(name, values[name]) for name in changed]
        running.label = f"{word}: {', '.join(words)}" if len(words) < 4 else f"{word}: {len(words)} settings"
    return workspace.policy()


def _setting_words(name: str, value: float | None) -> str:
    """ "short-term half-life 14 days", or the name alone for a default."""
    described = next(setting for setting in fields(Policy) if setting.name == name).metadata
    title = f"{described['title'][:1].lower()}{described['title'][1:]}"
    if value is None:
        return title
    unit = described["unit"]
    return f"{title} {value:g}" + (f" {unit if value != 1 else ONE[unit]}" if unit in ONE else "")
