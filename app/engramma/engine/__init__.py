"""The memory engine: what the window, the command line, agents and programs call. Knows no Qt.

from pathlib import Path
from engramma.engine import open_store

with open_store(Path("notes.engramma"), create=True) as store:
    store.memories.remember("Deploys happen on Tuesdays.", tags=["deploy"])
    found = store.search.order("tag:deploy")
    print([store.memories.get(int(memory_id)).text for memory_id in found.ids])

The names below load the engine when they are first asked for, so that `engine.home` alone costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore, create_store, open_store

__all__ = ["MemoryStore", "create_store", "open_store"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engramma.engine import memory_store

    return getattr(memory_store, name)
