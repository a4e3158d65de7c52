"""Does what a proposal to erase for good says, by the hand of the person who accepts it."""

from __future__ import annotations

from engramma.engine.purging.erasing import purge
from engramma.engine.purging.rights import may_erase
from engramma.engine.workspace import Workspace
from engramma.model.errors import InvalidValueError
from engramma.model.plan import Proposal
from engramma.model.progress import CancelToken, silent

ERASING = frozenset({"purge", "erase_events"})


def accept_erasing(workspace: Workspace, found: Proposal) -> None:
    """Erase what `found` names, and mark it accepted. Raises NotFoundError or InvalidValueError."""
    if not may_erase(workspace):
        raise InvalidValueError("Only a person may erase for good.", hint="Accept it in the window.")
    cancel = CancelToken()
    if found.action == "purge":
        purge(
            workspace,
            found.targets,
            keep_source=False,
            include_pinned=False,
            report=silent,
            cancel=cancel,
            proposal_id=found.id,
        )
    else:
        from engramma.engine.purging.expiring import expire_session

        expire_session(workspace, found.sessions[0], report=silent, cancel=cancel, proposal_id=found.id)
