"""Fixtures for views and panes over a real store: memories made through the engine, and a real window context."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from engramma.engine import MemoryStore, open_store
from engramma.engine.jobs import JobRunner
from engramma.model.clock import DAY, HOUR, FixedClock
from engramma.ui.bridge import JobBridge, WindowContext
from engramma.ui.theme import ThemeSource
from engramma.ui.tour.at_rest import QUIET_ROUNDS, ROUND, at_rest

NOTES = 40
SOON = 250
"""Timers of at most so many milliseconds are waited for."""
VERIFY = "Verify payment webhooks against the raw request body, before JSON parsing."
CENTS = "Checkout totals are integer cents in every layer."
NEVER_LOG = "Never log card numbers or security codes."
OUTAGE = "The sandbox gateway was down for about two hours."

Settle = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Stocked:
    """A store, its clock, and the ids of the memories by name; `notes` are the plain ones, oldest first."""

    store: MemoryStore
    clock: FixedClock
    verify: int
    cents: int
    never_log: int
    outage: int
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that a view asked the window for."""

    command: str
    arguments: dict[str, Any]


_built: dict[int, tuple[bytes, Stocked]] = {}
"""What `stock` made in this process, by the moment at which it ends: the file, and the ids in it."""


def stock(path: Path, clock: FixedClock) -> Stocked:
    """Memories of the last ninety days: one rehearsed and edited, one pinned, one dormant, many plain.

    Made once for each moment; afterwards it is a copy of the same file, and what tests do to one touches no other.
    """
    end = clock.now()
    if end not in _built:
        made = _fill(path, clock)
        made.store.close()
        assert not list(path.parent.glob(f"{path.name}-*")), "all of it is in the one file"
        _built[end] = (path.read_bytes(), made)
    content, made = _built[end]
    path.write_bytes(content)
    path.chmod(0o600)
    return replace(made, store=open_store(path, clock=clock), clock=clock)


def _fill(path: Path, clock: FixedClock) -> Stocked:
    end = clock.now()
    store = open_store(path, clock=clock, create=True)
    clock.instant = end - 85 * DAY
    remember = store.memories.remember
    never_log = remember(NEVER_LOG, category="instruction", importance=0.95, tags=["security"]).id
    verify = remember(
        VERIFY, category="decision", importance=0.86, tags=["payments", "webhooks"], tier="long_term"
    ).id
    clock.instant = end - 60 * DAY
    outage = remember(OUTAGE, kind="episodic", importance=0.31, tags=["payments"]).id
    notes = []
    for number in range(NOTES):
        clock.instant = end - (NOTES - number) * DAY - HOUR
        text = f"Note number {number}: the service listens on port {8000 + number}."
        notes.append(remember(text, importance=0.8 * number / NOTES, tags=["ports"]).id)
    clock.instant = end - 2 * DAY
    store.memories.pin([never_log])
    store.memories.rehearse([verify])
    clock.instant = end - DAY
    store.memories.edit(verify, VERIFY.replace("raw", "unparsed"))
    store.memories.edit(verify, VERIFY)
    clock.instant = end - 12 * HOUR
    cents = remember(CENTS, category="decision", importance=0.82, tags=["checkout", "money"]).id
    clock.instant = end
    return Stocked(store, clock, verify, cents, never_log, outage, tuple(notes))


@pytest.fixture
def stocked(store_path: Path, frozen_clock: FixedClock) -> Iterator[Stocked]:
    """The store and the ids in it."""
    stocked = stock(store_path, frozen_clock)
    yield stocked
    stocked.store.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, stocked: Stocked) -> Iterator[WindowContext]:
    """The context of a window that shows the store."""
    with_store = make_context(theme_source, stocked.store)
    yield with_store
    end_context(with_store)


@pytest.fixture
def bare_context(qtbot: QtBot, theme_source: ThemeSource) -> Iterator[WindowContext]:
    """The context of a window without a store."""
    bare = make_context(theme_source, None)
    yield bare
    end_context(bare)


@pytest.fixture
def asked(context: WindowContext) -> Iterator[list[Asked]]:
    """The commands that views ask for, in order; nobody runs them."""
    commands: list[Asked] = []

    def note(request: Any) -> None:
        commands.append(Asked(request.command_id, dict(request.arguments)))

    context.command_requested.connect(note)
    yield commands
    context.command_requested.disconnect(note)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    """Wait until every job was delivered and what it asked for was laid out."""
    return settler(qtbot, context)


def make_context(theme_source: ThemeSource, store: MemoryStore | None) -> WindowContext:
    bridge = JobBridge(JobRunner())
    context = WindowContext(bridge, theme_source, store=store)
    context.poll()  # the first look at a store takes its bearings
    return context


def end_context(context: WindowContext) -> None:
    context.set_store(None)
    assert context.jobs.close() == ()
    context.deleteLater()
    context.jobs.deleteLater()


def settler(qtbot: QtBot, context: WindowContext) -> Settle:
    def wait() -> None:
        rest(qtbot, context)

    return wait


def rest(qtbot: QtBot, context: WindowContext, *, patience: float = 30.0) -> None:
    """Wait until what was written is noticed, every job was delivered and what it asked for was laid out."""
    context.poll()
    end = time.monotonic() + patience
    quiet = 0
    while time.monotonic() < end:
        qtbot.wait(ROUND)
        quiet = quiet + 1 if at_rest(context, within=SOON) else 0
        if quiet >= QUIET_ROUNDS:
            return
    raise AssertionError(f"never came to rest: {context.jobs.titles}")
