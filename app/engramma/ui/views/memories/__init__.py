"""The Memories view: a table of all results that scrolls at any size, with sorting, columns and editing in place."""

from __future__ import annotations

from engramma.ui.views.memories.view import MemoriesView

__all__ = ["MemoriesView"]
