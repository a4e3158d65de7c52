"""The front door of erasing: what a person sees first, the act itself, and what of it is still to be finished.

Expiry brings the gate with it and is loaded on first use.
"""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.purging.erasing import purge
from engramma.engine.purging.previewing import preview_purge
from engramma.engine.workspace import Workspace
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.purging import ErasureStatus, Expired, ExpiryPreview, Purged, PurgePreview
from engramma.store.purging.freeing import erasure_status, free_erased
from engramma.store.purging.subjects import resolve_any


class Purging:
    """What is done here cannot be undone, and only a person does it: an agent's wish becomes a proposal."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def resolve(self, name: str) -> int:
        """The id of a memory, also of one whose making was undone. Raises NotFoundError."""
        with self._workspace.database.read() as reading:
            return resolve_any(reading, name)

    def preview(self, ids: Sequence[int], *, keep_source: bool = False) -> PurgePreview:
        """Every place that a purge of these memories would touch. Changes nothing. Raises NotFoundError."""
        return preview_purge(self._workspace, ids, keep_source=keep_source)

    def purge(
        self,
        ids: Sequence[int],
        *,
        keep_source: bool = False,
        include_pinned: bool = False,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> Purged:
        """Erase memories for good. `keep_source` leaves what was said in sessions as it is.

        Pinned ones are left, and named, unless `include_pinned`. Raises NotFoundError, InvalidValueError when all
        are pinned, and Cancelled; what is erased by then stays erased and is in the history.
        """
        return purge(
            self._workspace,
            ids,
            keep_source=keep_source,
            include_pinned=include_pinned,
            report=report,
            cancel=cancel or CancelToken(),
        )

    def preview_session(self, session_id: int) -> ExpiryPreview:
        """What erasing a session's turns would touch. Raises NotFoundError, InvalidValueError."""
        from engramma.engine.purging.expiring import preview_expiry

        return preview_expiry(self._workspace, session_id)

    def expire_session(
        self, session_id: int, *, report: Report = silent, cancel: CancelToken | None = None
    ) -> Expired:
        """Erase the turns of a live session past its retention; quotes stay on their memories.

        What the gate has not read is read first. Raises NotFoundError, and InvalidValueError for a session that is
        open, imported, or not past its retention.
        """
        from engramma.engine.purging.expiring import expire_session

        return expire_session(self._workspace, session_id, report=report, cancel=cancel or CancelToken())

    def status(self) -> ErasureStatus:
        """Whether erased text may still stand in the file."""
        return erasure_status(self._workspace.database)

    def finish(
        self, *, seconds: float | None = None, report: Report = silent, cancel: CancelToken | None = None
    ) -> ErasureStatus:
        """Free what could not be freed before, for at most about `seconds`. Cheap when nothing waits."""
        workspace = self._workspace
        return free_erased(
            workspace.database, at=workspace.clock.now(), seconds=seconds, report=report, cancel=cancel
        )
