"""A real store with memories, and a real window context over it."""

from __future__ import annotations

from tests.ui.window_on_store import context, settle, stocked

__all__ = ["context", "settle", "stocked"]
