"""The Sessions view: a time axis, the list of sessions, the transcript with what the gate made of each turn."""

from __future__ import annotations

from engramma.ui.views.sessions.view import SessionsView

__all__ = ["SessionsView"]
