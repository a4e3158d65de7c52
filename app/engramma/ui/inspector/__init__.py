"""The inspector: the right pane that shows what is selected: one memory, many, a turn, a session, an operation.

One file a form and a section. Everything is read in jobs and shown as plain text.
"""

from __future__ import annotations

from engramma.ui.inspector.inspector import Inspector

__all__ = ["Inspector"]
