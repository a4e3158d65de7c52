"""The Activity view: every operation, by day, with what it changed, and the way back."""

from __future__ import annotations

from engramma.ui.views.activity.view import ActivityView

__all__ = ["ActivityView"]
