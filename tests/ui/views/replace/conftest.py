"""A real store with memories, and a real window context over it."""

from __future__ import annotations

from tests.ui.window_on_store import bare_context, context, settle, stocked

__all__ = ["bare_context", "context", "settle", "stocked"]
