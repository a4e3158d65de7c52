"""What an agent asks a person for, in a proposal: the statement, link or change, as far as its action has one."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Asked:
    """What proposal `proposal_id` of `actor` would do by `action`; fields that the action does not have are empty.

    `text` is the wording of a new memory, an edit or a correction. `kind`, `tier`, `category`, `importance` and
    `tags` are a new memory's, or what a change would set. `add` and `remove` are tags. `type` and `relation` say
    how two memories would be linked. `targets` are the memories that it is about. `settings` are those of a policy.
    """

    proposal_id: int
    action: str
    actor: str
    targets: tuple[int, ...] = ()
    text: str = ""
    kind: str = ""
    tier: str = ""
    category: str = ""
    importance: float | None = None
    tags: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    session_id: int | None = None
    type: str = ""
    relation: str = ""
    settings: tuple[tuple[str, float], ...] = ()

    @property
    def is_worded(self) -> bool:
        """Whether it has a wording, which a person may change before it is done."""
        return self.action in WORDED


POLICY = "policy"
"""The action that takes over settings of another store's policy."""

WORDED = frozenset({"remember", "edit", "correct"})
