"""Finishes erasing that had to wait for a reader: tried when a store is opened, idle, in a pass, and closed."""

from __future__ import annotations

import logging

from engramma.engine.workspace import Workspace
from engramma.model.errors import StoreError
from engramma.store.purging.pending import read_waiting

log = logging.getLogger(__name__)

ON_OPENING = 0.3
ON_CLOSING = 1.0
WHEN_IDLE = 5.0


def finish_known(workspace: Workspace, *, seconds: float) -> None:
    """As `finish_waiting`, without a look at the store when this process knows of nothing that waits."""
    if workspace.database.erasure_waits:
        finish_waiting(workspace, seconds=seconds)


def finish_waiting(workspace: Workspace, *, seconds: float) -> None:
    """Free what waits, for at most about `seconds`; one look at the store when nothing does. Never raises StoreError.

    What still waits after that is tried again at the next occasion.
    """
    database = workspace.database
    if database.read_only:
        return
    try:
        with database.read() as reading:
            if read_waiting(reading.connection) is None:
                return
        from engramma.store.purging.freeing import free_erased

        status = free_erased(database, at=workspace.clock.now(), seconds=seconds)
        if status.pending:
            log.info("erased text waits to be freed: %s", status.reason)
    except StoreError as problem:
        log.info("what was erased could not be freed yet: %s", problem)
