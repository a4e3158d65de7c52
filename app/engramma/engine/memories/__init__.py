"""What can be done with memories: reading them, and the changes that people and agents make."""

from engramma.engine.memories.memories import Memories
from engramma.engine.memories.values import MemoryDetails, MemoryLine, Remembered

__all__ = ["Memories", "MemoryDetails", "MemoryLine", "Remembered"]
