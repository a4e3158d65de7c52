"""The Review view: everything that waits for a person's decision, one card at a time."""

from __future__ import annotations

from engramma.ui.views.review.view import ReviewView

__all__ = ["ReviewView"]
