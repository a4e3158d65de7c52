"""One agent's hands on one store: runs what its calls ask for beside the protocol, within its scope and limits.

The store is opened by the first call that needs it, so that the server answers the handshake at once. Knows nothing
of tools, and of the SDK only the error that a model reads.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import anyio
from anyio.to_thread import run_sync
from mcp.server.mcpserver.exceptions import ToolError

from engramma.agent.limits import Rate
from engramma.model.agent import AgentStanding, Scope, narrower
from engramma.model.clock import MINUTE, SECOND, Clock, SystemClock
from engramma.model.errors import AskedError, EngrammaError, StoreError

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

T = TypeVar("T")

log = logging.getLogger(__name__)
_THREADS = 8
_LONGEST_WAIT = 5.0
_CALLS_AT_ONCE, _CALLS_A_SECOND = 120, 20
_WRITES_AT_ONCE, _WRITES_A_SECOND = 60, 10
_LARGEST_LOG = 8_000_000
_BROKEN = "Something went wrong in Engramma, and nothing of this call was kept. Its log file says what."


class Connection:
    """From the handshake to the end of the server. `name` is the agent's, `scope` what the server was given."""

    def __init__(self, path: Path, name: str, *, scope: Scope, clock: Clock | None = None) -> None:
        self.name = name
        self.scope = scope
        self._path = path
        self._clock = clock or SystemClock()
        self._calls = Rate(self._clock, burst=_CALLS_AT_ONCE, each_second=_CALLS_A_SECOND)
        self._writes = Rate(self._clock, burst=_WRITES_AT_ONCE, each_second=_WRITES_A_SECOND)
        self._threads = anyio.CapacityLimiter(_THREADS)
        self._opening = threading.Lock()
        self._quiet = threading.Condition()
        self._running = 0
        self._open = ExitStack()
        self._store: MemoryStore | None = None
        self._closed = False
        self._seen_at = 0
        self._emptied_at = 0
        self._key = ""

    async def read(self, work: Callable[[MemoryStore], T]) -> T:
        """Run `work`, which changes nothing, on a thread; given up when the call is cancelled. Raises ToolError."""
        self._count(self._calls)
        return await self._run(work, wait=False)

    async def recall(self, work: Callable[[MemoryStore, bool], T]) -> T:
        """Run `work` with whether this agent's recalls count as rehearsals.

        They do not where it may only read, and not while a person paused what it writes. Raises ToolError.
        """
        self._count(self._calls)

        def asked(store: MemoryStore) -> T:
            standing = self._standing(store)
            return work(store, not standing.paused and self._scope(standing) is not Scope.READ)

        return await self._run(asked, wait=True)

    async def write(self, work: Callable[[MemoryStore], T], *, proposable: bool = True) -> T:
        """Run `work`, a change; what this agent may only propose raises AskedError out of it. Raises ToolError.

        A change that was begun is finished even when the call is cancelled.
        """
        self._count(self._calls)
        self._count(self._writes)

        def change(store: MemoryStore) -> T:
            standing = self._standing(store)
            if standing.paused:
                self._note_refusal(store)
                raise ToolError(
                    f"A person paused what {self.name} writes; nothing was changed. Go on without it, and say so."
                )
            scope = self._scope(standing)
            if scope is Scope.READ:
                self._note_refusal(store)
                raise ToolError(f"{self.name} may only read this store; nothing was changed.")
            if scope is Scope.PROPOSE and not proposable:
                raise ToolError(f"{self.name} may only propose changes here, and this cannot be proposed.")
            return work(store.proposing() if scope is Scope.PROPOSE else store)

        return await self._run(change, wait=True)

    def warm(self) -> None:
        """Load the engine and open the store, if there is one, beside what follows: the first call is quick then."""
        threading.Thread(target=self._warmed, name="engramma-warm", daemon=True).start()

    def close(self) -> None:
        """Close the store, if it was opened, when what runs on it is done; reads that take long are not awaited."""
        with self._quiet:
            self._quiet.wait_for(lambda: self._running == 0, _LONGEST_WAIT)
        with self._opening:
            self._closed = True
            self._open.close()
            self._store = None

    def open(self) -> MemoryStore:
        """The store, opened now if need be. Raises StoreError."""
        with self._opening:
            if self._closed:
                raise StoreError("The server is ending.")
            if self._store is None:
                self._store = self._opened()
            return self._store

    def _opened(self) -> MemoryStore:
        from engramma.engine import open_store

        create = self.scope is not Scope.READ
        with ExitStack() as stack:
            store = open_store(self._path, actor=f"agent:{self.name}", clock=self._clock, create=create)
            stack.callback(store.close)
            if not store.read_only:
                self._key = stack.enter_context(store.agents.present(self.name, self.scope))
                store.keep_embedded()
            self._open = stack.pop_all()
        return store

    def _warmed(self) -> None:
        if self._path.exists():
            # Whoever calls first is told what is wrong.
            with suppress(EngrammaError):
                self.open()
        import engramma.engine.memory_store
        import engramma.engine.recall.recall  # noqa: F401
        from engramma.embedding.tokens import token_counter

        token_counter()
        if self.scope is not Scope.READ:
            from engramma.engine.memories.remembering import scored

            scored("The gate's rules are read once.")

    def _standing(self, store: MemoryStore) -> AgentStanding:
        now = self._clock.now()
        # Noting it takes the write lock, which a recall had better not wait for.
        if not store.read_only and not 0 <= now - self._seen_at < MINUTE:
            store.agents.see(self.name)
            self._seen_at = now
        return store.agents.standing(self.name)

    def _note_refusal(self, store: MemoryStore) -> None:
        if self._key and not store.read_only:
            # The agent is told why it was refused even where the count cannot be kept.
            with suppress(EngrammaError):
                store.agents.refuse(self._key)

    def _keep_log_small(self, store: MemoryStore) -> None:
        now = self._clock.now()
        if 0 <= now - self._emptied_at < SECOND:
            return
        self._emptied_at = now
        # The call is done, whatever becomes of the log; the next one tries again.
        with suppress(EngrammaError):
            store.empty_log(above=_LARGEST_LOG)

    def _scope(self, standing: AgentStanding) -> Scope:
        return narrower(self.scope, standing.scope)

    def _count(self, rate: Rate) -> None:
        seconds = rate.take()
        if seconds:
            raise ToolError(f"Too many calls: wait {seconds:.1f} s and try again.")

    async def _run(self, work: Callable[[MemoryStore], T], *, wait: bool) -> T:
        call = partial(self._guarded, work)
        return await run_sync(call, abandon_on_cancel=not wait, limiter=self._threads)

    def _guarded(self, work: Callable[[MemoryStore], T]) -> T:
        with self._quiet:
            self._running += 1
        try:
            store = self.open()
            done = work(store)
            self._keep_log_small(store)
            return done
        except (ToolError, AskedError):
            raise
        except EngrammaError as error:
            raise ToolError(str(error)) from error
        except Exception as error:
            log.exception("a call of %s failed", self.name)
            raise ToolError(_BROKEN) from error
        finally:
            with self._quiet:
                self._running -= 1
                self._quiet.notify_all()
