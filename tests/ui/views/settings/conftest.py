"""A store and a context for sections of the settings."""

from __future__ import annotations

from tests.ui.window_on_store import Settle, asked, context, settle, stocked

__all__ = ["Settle", "asked", "context", "settle", "stocked"]
