"""An open store: the front door of the engine for the window, the command line, agents and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from engramma.engine.feed import ChangeFeed
from engramma.engine.purging.retrying import (
    ON_CLOSING,
    ON_OPENING,
    WHEN_IDLE,
    finish_known,
    finish_waiting,
)
from engramma.engine.search import Search
from engramma.engine.workspace import Workspace
from engramma.model.clock import Clock, SystemClock
from engramma.model.errors import StoreError
from engramma.model.operation import PERSON
from engramma.model.policy import Policy
from engramma.model.progress import CancelToken, Report, silent
from engramma.store.identity import UidSource
from engramma.store.journal.journal import Journal
from engramma.store.opening import create_database, open_database, read_content_key
from engramma.store.statistics import Statistics, read_statistics

if TYPE_CHECKING:
    from engramma.engine.agents import Agents
    from engramma.engine.associations.associations import Associations
    from engramma.engine.associations.graph import Graph
    from engramma.engine.calendar import Calendar
    from engramma.engine.consolidation import Consolidation
    from engramma.engine.doctor import Doctor
    from engramma.engine.drafts import Drafts
    from engramma.engine.embedding.embedding import Embedding
    from engramma.engine.flow import Flow
    from engramma.engine.forecast import Forecast
    from engramma.engine.history import History
    from engramma.engine.memories import Memories
    from engramma.engine.memories.curation import Curation
    from engramma.engine.overview import Overview
    from engramma.engine.policy_preview import PolicyPreview
    from engramma.engine.purging.purging import Purging
    from engramma.engine.recall import Recall
    from engramma.engine.saved import SavedSearches
    from engramma.engine.sessions import Sessions
    from engramma.engine.transfer import Transfer
    from engramma.model.policy_history import PolicyStep
    from engramma.model.progress import CancelToken
    from engramma.store.backup import BackupReport


class MemoryStore:
    """One project's memory. Safe between threads; may be opened by several processes at once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.search = Search(workspace)
        self.feed = ChangeFeed(workspace)

    @cached_property
    def memories(self) -> Memories:
        """Single memories, and changes to one or many; loaded on first use."""
        from engramma.engine.memories import Memories

        return Memories(self._workspace)

    @cached_property
    def sessions(self) -> Sessions:
        """What was said, event by event, and what the gate made of it; loaded on first use."""
        from engramma.engine.sessions import Sessions

        return Sessions(self._workspace)

    @cached_property
    def history(self) -> History:
        """What was done, undo and redo; loaded on first use."""
        from engramma.engine.history import History

        return History(self._workspace)

    @cached_property
    def saved(self) -> SavedSearches:
        """Searches that a person keeps by name; loaded on first use."""
        from engramma.engine.saved import SavedSearches

        return SavedSearches(self._workspace)

    @cached_property
    def drafts(self) -> Drafts:
        """What is being typed, kept until it is saved or dropped; loaded on first use."""
        from engramma.engine.drafts import Drafts

        return Drafts(self._workspace)

    @cached_property
    def transfer(self) -> Transfer:
        """Imports and exports; the formats are loaded on first use."""
        from engramma.engine.transfer import Transfer

        return Transfer(self._workspace)

    @cached_property
    def agents(self) -> Agents:
        """Which agents are connected, and what a person allows them; loaded on first use."""
        from engramma.engine.agents import Agents

        return Agents(self._workspace)

    @cached_property
    def associations(self) -> Associations:
        """What hangs together: associations, the graph, things that memories are about; loaded on first use."""
        from engramma.engine.associations.associations import Associations

        return Associations(self._workspace)

    @cached_property
    def graph(self) -> Graph:
        """The graph of memories: parts of it to draw, communities, paths, activation; loaded on first use."""
        from engramma.engine.associations.graph import Graph

        return Graph(self._workspace)

    @cached_property
    def curation(self) -> Curation:
        """Merging by hand and in bulk, find and replace; loaded on first use."""
        from engramma.engine.memories.curation import Curation

        return Curation(self._workspace)

    @cached_property
    def consolidation(self) -> Consolidation:
        """Passes that promote, summarise and propose; loaded on first use."""
        from engramma.engine.consolidation import Consolidation

        return Consolidation(self._workspace)

    @cached_property
    def forecast(self) -> Forecast:
        """What becomes of one memory or all of them by some date; loaded on first use."""
        from engramma.engine.forecast import Forecast

        return Forecast(self._workspace)

    @cached_property
    def calendar(self) -> Calendar:
        """What becomes dormant, stale, due or purgeable on each day to come; loaded on first use."""
        from engramma.engine.calendar import Calendar

        return Calendar(self._workspace)

    @cached_property
    def flow(self) -> Flow:
        """How memories move between the tiers; loaded on first use."""
        from engramma.engine.flow import Flow

        return Flow(self._workspace)

    @cached_property
    def overview(self) -> Overview:
        """The store's health in figures, under any search; loaded on first use."""
        from engramma.engine.overview import Overview

        return Overview(self._workspace)

    @cached_property
    def embedding(self) -> Embedding:
        """Vectors: how they stand, the job that makes them, the vector of a question; loaded on first use."""
        from engramma.engine.embedding.embedding import Embedding

        return Embedding(self._workspace)

    def keep_embedded(self) -> None:
        """Give new texts their vectors in the background until the store is closed. Returns at once.

        For programs that stay: the window, servers. Does nothing where meaning is switched off.
        """
        self._workspace.vectors.keep_up(self._workspace)

    @cached_property
    def recall(self) -> Recall:
        """Asking the memory a question: hits with their score parts, a working context; loaded on first use."""
        from engramma.engine.recall import Recall

        return Recall(self._workspace)

    @cached_property
    def purging(self) -> Purging:
        """Erasing for good, with a preview; loaded on first use."""
        from engramma.engine.purging.purging import Purging

        return Purging(self._workspace)

    @cached_property
    def doctor(self) -> Doctor:
        """Looking for damage, and mending it; loaded on first use."""
        from engramma.engine.doctor import Doctor

        return Doctor(self._workspace)

    def backup(
        self,
        path: Path,
        *,
        force: bool = False,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> BackupReport:
        """A copy of this moment at `path`, opened and counted; others may write meanwhile. To restore it, open it.

        Raises StoreError, also when something lies at `path` and `force` is not given, and Cancelled.
        """
        from engramma.engine.backup import make_backup

        return make_backup(self._workspace, path, force=force, report=report, cancel=cancel)

    @property
    def workspace(self) -> Workspace:
        """What the engine's own use cases share; not for the window or agents."""
        return self._workspace

    @property
    def path(self) -> Path:
        """The store file."""
        return self._workspace.database.path

    @property
    def name(self) -> str:
        """What people call the store: its file name without the ending."""
        return self.path.stem

    @property
    def actor(self) -> str:
        """In whose name this object writes."""
        return self._workspace.actor

    @property
    def clock(self) -> Clock:
        """The clock by which strength and ages are computed."""
        return self._workspace.clock

    @property
    def read_only(self) -> bool:
        """Whether writes are refused."""
        return self._workspace.database.read_only

    @property
    def notice(self) -> str:
        """Why the store is open read-only, for a person; empty when it is not."""
        return self._workspace.database.notice

    def policy(self) -> Policy:
        """The policy in force in this store."""
        return self._workspace.policy()

    def policy_set(self, values: Mapping[str, float]) -> Policy:
        """Set fields of the policy as one operation; what fades now is re-valued from its own beginning.

        Returns the policy then in force. Raises InvalidValueError for an unknown field or a value out of range.
        """
        from engramma.engine.policy import set_policy

        return set_policy(self._workspace, values)

    def policy_reset(self, fields: Sequence[str] = ()) -> Policy:
        """Give fields of the policy, all by default, their default values again, as one operation."""
        from engramma.engine.policy import reset_policy

        return reset_policy(self._workspace, fields)

    def policy_preview(self, cancel: CancelToken | None = None) -> PolicyPreview:
        """What other policies would change, asked of the store as it is now. Raises Cancelled."""
        from engramma.engine.policy_preview import read_policy_preview

        return read_policy_preview(self._workspace, cancel)

    def policy_promotions(
        self, policies: tuple[Policy, ...], *, at: int, cancel: CancelToken | None = None
    ) -> tuple[int, ...]:
        """How many memories a pass at UTC µs `at` would promote by each of the policies. Raises Cancelled."""
        from engramma.engine.policy_preview import count_promotions

        return count_promotions(self._workspace, policies, at=at, cancel=cancel)

    def policy_history(self, limit: int = 50) -> tuple[PolicyStep, ...]:
        """The newest changes of the policy, those taken back too."""
        from engramma.store.policy_history import read_policy_history

        with self._workspace.database.read() as reading:
            return read_policy_history(reading, limit=limit)

    def statistics(self) -> Statistics:
        """Counts of the whole store."""
        database = self._workspace.database
        with database.read() as reading:
            return read_statistics(reading, now=self.clock.now(), size=database.size_bytes())

    def existing(self, kind: Literal["memory", "event", "session"], ids: Sequence[int]) -> frozenset[int]:
        """Those of `ids` that are there: not erased, and not taken back with what brought them."""
        from engramma.store import tables
        from engramma.store.existing import existing

        named = {"memory": tables.memory, "event": tables.event, "session": tables.session}
        with self._workspace.database.read() as reading:
            return existing(reading.connection, named[kind], ids)

    def acting_as(self, actor: str) -> MemoryStore:
        """The same open file in the name of another actor; closing either closes both."""
        return MemoryStore(replace(self._workspace, actor=actor))

    def proposing(self) -> MemoryStore:
        """The same open file and actor, an agent, whose changes all wait for a person: each raises AskedError."""
        return MemoryStore(replace(self._workspace, proposing=True))

    def recover(self) -> bool:
        """Take back what a process that died left half done; whether there was anything. For idle moments.

        Opening and every write do so, too; a large import takes seconds.
        """
        recovered = bool(self._workspace.journal.recover())
        finish_waiting(self._workspace, seconds=WHEN_IDLE)
        return recovered

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the file, as far as no reader blocks it."""
        self._workspace.database.checkpoint()

    def empty_log(self, *, above: int) -> bool:
        """Empty the write-ahead log if it has more than `above` bytes and nobody needs it; whether it was emptied."""
        return self._workspace.database.empty_log(above=above)

    def close(self) -> None:
        """Close the file."""
        finish_known(self._workspace, seconds=ON_CLOSING)
        self._workspace.vectors.close()
        self._workspace.recall.close()
        self._workspace.journal.close()
        self._workspace.database.close()

    def __enter__(self) -> MemoryStore:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()


def open_store(
    path: Path,
    *,
    actor: str = PERSON,
    clock: Clock | None = None,
    create: bool = False,
    read_only: bool = False,
) -> MemoryStore:
    """Open the store at `path`; with `create`, make an empty one when there is none.

    What a process left unfinished when it died is rolled back first. Raises StoreError and its kin.
    """
    clock = clock or SystemClock()
    path = path.expanduser().absolute()
    if create and not read_only and not path.exists():
        database = create_database(path, name=path.stem, at=clock.now())
    else:
        database = open_database(path, read_only=read_only)
    uids = UidSource()
    journal = Journal(database, clock=clock, uids=uids)
    try:
        key = read_content_key(database)
        journal.recover()
    except BaseException:
        journal.close()
        database.close()
        raise
    workspace = Workspace(database=database, journal=journal, clock=clock, uids=uids, actor=actor, key=key)
    finish_waiting(workspace, seconds=ON_OPENING)
    return MemoryStore(workspace)


def create_store(path: Path, *, actor: str = PERSON, clock: Clock | None = None) -> MemoryStore:
    """Make an empty store at `path` and open it. Raises StoreError when something is there already."""
    if path.expanduser().exists():
        raise StoreError(f"{path} exists already.", hint="Open it, or choose another name.")
    return open_store(path, actor=actor, clock=clock, create=True)
