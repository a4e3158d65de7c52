"""The inspector: the right pane that shows what is selected: one memory, many, a turn, a session, an operation.

One file a form and a section. Everything is read in jobs and shown as plain text. The pane itself is loaded when it
is first asked for: the editor in a row of the table needs little of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engramma.ui.inspector.inspector import Inspector

__all__ = ["Inspector"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from engramma.ui.inspector.inspector import Inspector

    return Inspector
