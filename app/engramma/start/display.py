"""Whether a window can be shown here. Asked before Qt is loaded, which would abort instead of saying so."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

_NO_SCREEN = ("offscreen", "minimal")


def has_display(*, platform: str = sys.platform, environment: Mapping[str, str] | None = None) -> bool:
    """True on Windows and macOS; elsewhere when a display is named and Qt is not told to draw off screen."""
    values = os.environ if environment is None else environment
    chosen = values.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen:
        return chosen not in _NO_SCREEN
    if platform in ("win32", "cygwin", "darwin"):
        return True
    return bool(values.get("DISPLAY") or values.get("WAYLAND_DISPLAY"))
