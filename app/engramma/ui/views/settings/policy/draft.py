"""What a person set and did not apply yet, beside the policy that is in force. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.model.records import dataclass

DEFAULTS: Mapping[str, float] = asdict(DEFAULT_POLICY)


@dataclass(frozen=True, slots=True)
class PolicyDraft:
    """`current` is in force; `edits` are (field, value) that differ from it."""

    current: Policy
    edits: tuple[tuple[str, float], ...] = ()

    @property
    def policy(self) -> Policy:
        """The policy as it would be."""
        return self.current.with_values(dict(self.edits)) if self.edits else self.current

    @property
    def changed(self) -> tuple[str, ...]:
        """The fields that would change."""
        return tuple(name for name, _value in self.edits)

    def value(self, name: str) -> float:
        """What a field would be."""
        return dict(self.edits).get(name, self.now(name))

    def now(self, name: str) -> float:
        """What a field is."""
        return float(asdict(self.current)[name])

    def with_value(self, name: str, value: float) -> PolicyDraft:
        """With another value; the one in force takes the edit away. Raises InvalidValueError out of range."""
        self.current.with_values({name: value})
        kept = tuple(edit for edit in self.edits if edit[0] != name)
        return PolicyDraft(self.current, kept if value == self.now(name) else (*kept, (name, value)))

    def with_defaults(self) -> PolicyDraft:
        """Every field as it comes, for a store of its own."""
        draft = PolicyDraft(self.current)
        for name, value in DEFAULTS.items():
            draft = draft.with_value(name, value)
        return draft

    def with_values_of(self, other: Policy) -> PolicyDraft:
        """Every field as in another policy."""
        draft = PolicyDraft(self.current)
        for name, value in asdict(other).items():
            draft = draft.with_value(name, value)
        return draft

    def on(self, current: Policy) -> PolicyDraft:
        """The same edits on the policy that is in force now."""
        draft = PolicyDraft(current)
        for name, value in self.edits:
            draft = draft.with_value(name, value)
        return draft

    @property
    def only_resets(self) -> bool:
        """Whether every edit gives a field its default again."""
        return bool(self.edits) and all(value == DEFAULTS[name] for name, value in self.edits)
