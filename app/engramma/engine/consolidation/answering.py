"""A person answers a proposal in another way than it says: keeps the other side, corrects, confirms what was to go.

Each answer is one operation, in which the proposal is decided, too, so that one undo takes back the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engramma.engine.consolidation.deciding import accept_proposal, reject_proposal, waiting_proposal
from engramma.engine.memories.asking import AGENT
from engramma.engine.memories.bulk import change_of, rehearse_rows
from engramma.engine.memories.checks import checked_text
from engramma.engine.memories.correcting import correct_within, replace_by
from engramma.engine.memories.editing import edit_within
from engramma.engine.memories.labels import named, of_memories
from engramma.engine.memories.merging import merge
from engramma.engine.workspace import Workspace
from engramma.model.answer import Answer
from engramma.model.errors import InvalidValueError, NotFoundError
from engramma.model.plan import Proposal
from engramma.store.consolidation.conflicts import supersede
from engramma.store.consolidation.proposals import decide
from engramma.store.journal.step import Step
from engramma.store.memories.rows import MemoryRow, rows_of

Change = Callable[[Step, list[MemoryRow]], int]

_SIMPLE: dict[Answer, tuple[str, str, Change]] = {
    Answer.CONFIRM: ("rehearse", "confirmation", rehearse_rows),
    Answer.TRASH: ("trash", "trashing", change_of("trash", {})),
    Answer.RESTORE: ("restore", "restoring", change_of("restore", {})),
}


def answer_proposal(
    workspace: Workspace, proposal_id: int, answer: Answer, *, memory_id: int | None, text: str
) -> None:
    """Answer a waiting proposal.

    Raises NotFoundError, or InvalidValueError when it was decided already, does not fit, or an agent answers.
    """
    if workspace.actor.startswith(AGENT):
        raise InvalidValueError("Only a person answers a proposal.")
    if answer is Answer.ACCEPT:
        accept_proposal(workspace, proposal_id, text=text)
        return
    if answer is Answer.REJECT:
        reject_proposal(workspace, proposal_id)
        return
    found = waiting_proposal(workspace, proposal_id)
    if answer in (Answer.LEFT, Answer.RIGHT, Answer.MERGED):
        _settle(workspace, found, answer, text=text)
    elif answer is Answer.INTO:
        _merge(workspace, found, memory_id, text=text)
    elif answer is Answer.CORRECT:
        _correct(workspace, found, text=text)
    else:
        kind, what, change = _SIMPLE[answer]
        with workspace.journal.short(kind, of_memories(what, found.targets), actor=workspace.actor) as step:
            change(step, _rows(step, found.targets))
            _close(step, found)


def _settle(workspace: Workspace, found: Proposal, answer: Answer, *, text: str) -> None:
    if len(found.targets) != 2:
        raise InvalidValueError("Only of two memories one can be kept.")
    wording = checked_text(text) if answer is Answer.MERGED else ""
    with workspace.journal.short("conflict", "resolution", actor=workspace.actor) as step:
        left, right = (_active(step, target) for target in found.targets)
        if answer is Answer.MERGED:
            new_id = replace_by(workspace, step, [left, right], text=wording, tags=None)
            step.label = f"resolution: M-{new_id} for M-{left.id} and M-{right.id}"
        else:
            kept, loser = (left, right) if answer is Answer.LEFT else (right, left)
            supersede(step, loser.id, by=kept.id, at=step.at, actor=workspace.actor)
            step.label = f"resolution: M-{kept.id} counts instead of M-{loser.id}"
        _close(step, found)


def _merge(workspace: Workspace, found: Proposal, memory_id: int | None, *, text: str) -> None:
    survivor = found.targets[0] if memory_id is None else memory_id
    if survivor not in found.targets:
        raise InvalidValueError(f"M-{survivor} does not belong to this proposal.")
    wording = checked_text(text) if text else ""

    def finish(step: Step) -> None:
        if wording:
            edit_within(workspace, step, survivor, text=wording, base_version=None)
        _close(step, found)

    merge(workspace, survivor, [target for target in found.targets if target != survivor], also=finish)


def _correct(workspace: Workspace, found: Proposal, *, text: str) -> None:
    if len(found.targets) != 1:
        raise InvalidValueError("Only one memory can be corrected at a time.")
    wording = checked_text(text)
    label = f"correction of {named(found.targets)}"
    with workspace.journal.short("correct", label, actor=workspace.actor) as step:
        correct_within(workspace, step, found.targets[0], text=wording, tags=None)
        _close(step, found)


def _close(step: Step, found: Proposal) -> None:
    """It was answered: a pass does not make it again."""
    decide(step, found.id, status="rejected", note="answered otherwise")


def _rows(step: Step, ids: Sequence[int]) -> list[MemoryRow]:
    rows = rows_of(step, list(ids))
    if not rows:
        raise NotFoundError("What this proposal is about is gone.")
    return rows


def _active(step: Step, memory_id: int) -> MemoryRow:
    row = next(iter(rows_of(step, [memory_id])), None)
    if row is None or row.state != "active":
        raise InvalidValueError(
            f"M-{memory_id} is not active any more.", hint="The next consolidation takes this away."
        )
    return row
