"""What is done when a session of a client begins and ends: give it the working context, record its transcript.

Never makes the client wait for a model. Records only for an agent that may write, whom no person has paused.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engramma.engine.connecting_wiring import HERE
from engramma.engine.home import project_store
from engramma.exchange.clients.known import Client
from engramma.exchange.clients.payload import SessionPayload, transcript_of
from engramma.exchange.clients.surroundings import Surroundings
from engramma.model.agent import AgentStanding, Scope, narrower

if TYPE_CHECKING:
    from engramma.model.transfer import ImportReport

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook as it was written into the client's settings: `store` or `project` says where the memories are."""

    client: Client
    agent: str
    scope: Scope
    store: Path | None
    project: str
    budget: int

    def path(self, payload: SessionPayload) -> Path:
        """The store. Raises InvalidValueError."""
        if self.store is not None:
            return self.store
        return project_store((payload.folder or str(Path.cwd())) if self.project == HERE else self.project)


def opening_context(hook: Hook, payload: SessionPayload) -> str:
    """What the session should know from the start, as one delimited block; empty when there is nothing.

    A session that goes on has had it. Raises StoreError.
    """
    from engramma.engine import open_store

    path = hook.path(payload)
    if payload.resumed or not path.exists():
        return ""
    with open_store(path, actor=f"agent:{hook.agent}", read_only=True) as store:
        return store.recall.context(budget=hook.budget, patience=0.0).text


def record_session(hook: Hook, payload: SessionPayload, where: Surroundings) -> ImportReport | None:
    """Import what was said in the session; the same again adds nothing. None when it is not to be recorded.

    Raises PayloadError, StoreError, ImportFileError.
    """
    from engramma.engine import open_store

    transcript = transcript_of(payload, hook.client, where)
    if transcript is None or hook.scope is not Scope.WRITE:
        return None
    path = hook.path(payload)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with open_store(path, actor=f"agent:{hook.agent}", create=True) as store:
        if store.read_only or not _may_write(hook, store.agents.standing(hook.agent)):
            return None
        return store.transfer.import_files([transcript])


def _may_write(hook: Hook, standing: AgentStanding) -> bool:
    return not standing.paused and narrower(hook.scope, standing.scope) is Scope.WRITE
