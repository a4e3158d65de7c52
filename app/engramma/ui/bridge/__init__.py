"""Where the engine's threads and the window meet: the only place that turns job notices into Qt signals.

Views talk to the engine through a `WindowContext`; they start no thread and touch no store on the GUI thread.
"""

from __future__ import annotations

from engramma.ui.bridge.context import ToastRequest, WindowContext
from engramma.ui.bridge.jobs import JobBridge
from engramma.ui.bridge.selection import NOTHING, Selection

__all__ = ["NOTHING", "JobBridge", "Selection", "ToastRequest", "WindowContext"]
