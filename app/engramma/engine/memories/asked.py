"""A person agrees to what an agent asked for: it is done in the person's name, as one operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engramma.engine.links import insert_link
from engramma.engine.memories.bulk import change_of
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.correcting import correct_within
from engramma.engine.memories.editing import edit_within
from engramma.engine.memories.labels import named
from engramma.engine.memories.merging import merge_rows
from engramma.engine.memories.remembering import Statement, remember_within
from engramma.engine.policy import set_policy
from engramma.engine.workspace import Workspace
from engramma.model.asked import POLICY
from engramma.model.errors import InvalidValueError, StaleEditError
from engramma.model.plan import Proposal
from engramma.store.consolidation.asked import read_asked
from engramma.store.consolidation.proposals import decide
from engramma.store.journal.step import Step
from engramma.store.memories.rows import rows_of
from engramma.store.tables import association

_KINDS = {"unlink": "link"}
_BULK = frozenset({"pin", "unpin", "trash", "restore", "tag", "change"})


def carry_out_asked(workspace: Workspace, found: Proposal, *, text: str = "") -> None:
    """Do it, with the wording `text` if a person gave it one.

    Raises InvalidValueError when it is not possible any more, or EngrammaErrors of what it does.
    """
    with workspace.database.read() as reading:
        values = read_asked(reading, found.id)
    if text:
        values["text"] = checked_text(text)
    if found.action == POLICY:
        set_policy(workspace, values["settings"], also=lambda step: decide(step, found.id, status="accepted"))
        return
    what = f"{found.action} of {named(found.targets)}" if found.targets else found.action
    label = f"{what}, as {found.actor} asked"
    kind = _KINDS.get(found.action, found.action)
    with workspace.journal.short(kind, label, actor=workspace.actor) as step:
        _perform(workspace, step, found, values)
        decide(step, found.id, status="accepted")


def _perform(workspace: Workspace, step: Step, found: Proposal, values: dict[str, Any]) -> None:
    if found.action == "remember":
        values["tags"] = tuple(_names(values.get("tags")) or ())
        remember_within(workspace, step, Statement(**values), actor=found.actor)
        return
    first, *others = found.targets
    text = str(values.get("text", ""))
    if found.action == "edit":
        version = values.get("version")
        try:
            edit_within(
                workspace,
                step,
                first,
                text=text,
                base_version=version if isinstance(version, int) else None,
            )
        except StaleEditError as stale:
            raise InvalidValueError(
                f"M-{first} was changed since {found.actor} asked.", hint="Reject the proposal."
            ) from stale
    elif found.action == "correct":
        correct_within(workspace, step, first, text=text, tags=_names(values.get("tags")))
    elif found.action == "merge":
        merge_rows(step, first, others, actor=workspace.actor)
    elif found.action == "link":
        insert_link(
            step,
            first,
            others[0],
            type_=str(values["type"]),
            relation=str(values["relation"]),
            actor=found.actor,
        )
    elif found.action == "unlink":
        link = values.get("association")
        if isinstance(link, int):
            step.update(association, link, removed=1)
    elif found.action in _BULK:
        change_of(found.action, values)(step, rows_of(step, found.targets))
    else:
        raise InvalidValueError(f"“{found.action}” cannot be done from a proposal.", hint="Reject it.")


def _names(value: object) -> Sequence[str] | None:
    return [str(name) for name in value] if isinstance(value, list) else None
