"""Durations of movement in milliseconds, and whether there is any at all.

Exists so that reduced motion is respected in one place. Qt tells of no such wish on most platforms, so a
setting may force it; styles that animate nothing count as the wish too.
"""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QStyle

HOVER = 80
PANE = 140
TOAST_IN = 180
TOAST_OUT = 120
TOAST_STAYS = 8000
ACTIVATION_HOP = 350


class _Wish:
    """Holds what was forced, for the whole process."""

    reduced: bool | None = None


def set_reduced_motion(reduced: bool | None) -> None:
    """Force reduced motion on or off; None follows the platform."""
    _Wish.reduced = reduced


def reduced_motion() -> bool:
    """Whether nothing should move: forced, or the platform's style has no animations."""
    if _Wish.reduced is not None:
        return _Wish.reduced
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0


def duration(milliseconds: int) -> int:
    """The given duration, or 0 when motion is reduced."""
    return 0 if reduced_motion() else milliseconds
