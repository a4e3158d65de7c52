"""The memory engine: what the window, the command line, agents and programs call. Knows no Qt.

from pathlib import Path
from engramma.engine import open_store

with open_store(Path("notes.engramma"), create=True) as store:
    store.memories.remember("Deploys happen on Tuesdays.", tags=["deploy"])
    found = store.search.order("tag:deploy")
    print([store.memories.get(int(memory_id)).text for memory_id in found.ids])
"""

from engramma.engine.memory_store import MemoryStore, create_store, open_store

__all__ = ["MemoryStore", "create_store", "open_store"]
