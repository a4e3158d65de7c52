"""What a person writes, kept while it is written: found again after a crash, never applied by itself.

Drafts are no operations: they are not undone, not exported, and no agent sees them. An erased memory's go with it.
"""

from __future__ import annotations

from dataclasses import replace

from engramma.engine.workspace import Workspace
from engramma.model.draft import OWNED_BY, Draft
from engramma.model.errors import NotFoundError
from engramma.store.drafts import erase_draft, read_drafts, rename_draft, write_draft
from engramma.store.owner import is_alive, own_name


class Drafts:
    """The unsaved texts of a store. Each sitting at an editor has a key of its own, so none overwrites another's."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def new_key(self, editor: str) -> str:
        """A key for a sitting at `editor` (TEXT, CORRECTION, NEW, REVIEW). Writes nothing."""
        return f"{editor}:{self._workspace.uids.next(self._workspace.clock.now())}{OWNED_BY}{own_name()}"

    def own_key(self, draft: Draft) -> str:
        """The key under which this process goes on with a draft. Writes nothing; `adopt` does."""
        return f"{draft.sitting}{OWNED_BY}{own_name()}"

    def adopt(self, draft: Draft) -> None:
        """Go on with a draft of a process that is gone, under `own_key`."""
        with self._workspace.database.write() as connection:
            rename_draft(connection, draft.key, self.own_key(draft))

    def list(self, *, memory_id: int | None = None) -> tuple[Draft, ...]:
        """All drafts, or those about one memory; the newest first."""
        with self._workspace.database.read() as reading:
            found = read_drafts(reading, memory_id=memory_id)
        return tuple(replace(draft, elsewhere=_is_elsewhere(draft)) for draft in found)

    def keep(
        self,
        key: str,
        text: str,
        *,
        memory_id: int | None = None,
        base_version: int = 0,
        fields: tuple[tuple[str, str], ...] = (),
    ) -> Draft:
        """Keep what is written so far in the sitting `key`.

        Raises NotFoundError when the memory is erased: what was said there is not written down again.
        """
        kept = Draft(key, memory_id, base_version, text, self._workspace.clock.now(), fields)
        with self._workspace.database.write() as connection:
            written = write_draft(connection, kept)
        if not written:
            raise NotFoundError(f"M-{memory_id} was erased; what you write about it is not kept.")
        return kept

    def drop(self, key: str) -> None:
        """Forget the draft of a sitting: it was saved, or is not wanted. A key without a draft is no error."""
        with self._workspace.database.write() as connection:
            erase_draft(connection, key)


def _is_elsewhere(draft: Draft) -> bool:
    return draft.owner not in ("", own_name()) and is_alive(draft.owner)
