"""Asking the memory: `store.recall`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engramma.engine.recall.recall import Recall

__all__ = ["Recall"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engramma.engine.recall.recall import Recall

    return Recall
