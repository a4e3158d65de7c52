"""A store with a clock that stands still until a test moves it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engramma.engine import MemoryStore, open_store
from engramma.model.clock import FixedClock


@pytest.fixture
def clock(frozen_clock: FixedClock) -> FixedClock:
    """The clock of `store`."""
    return frozen_clock


@pytest.fixture
def store(store_path: Path, clock: FixedClock) -> Iterator[MemoryStore]:
    """An empty store in the name of a person."""
    with open_store(store_path, clock=clock, create=True) as made:
        yield made


@pytest.fixture
def agent(store: MemoryStore) -> MemoryStore:
    """The same store in the name of an agent."""
    return store.acting_as("agent:claude")
