"""When a window has come to rest, so that a picture or a test need not wait a fixed time for it.

It only looks: it starts, stops and hurries nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QAbstractAnimation, QObject, QTimer
from PySide6.QtWidgets import QApplication

from engramma.ui.bridge import WindowContext

RUNNING = QAbstractAnimation.State.Running
QUIET_ROUNDS, ROUND = 4, 8
"""At rest is who was so in this many looks, each after this many milliseconds of events."""


def at_rest(context: WindowContext, *, within: int) -> bool:
    """Whether no job runs, nothing moves, and no timer of at most `within` ms waits to go off once.

    Looks at the context's own timers and at those of every window of the application. Longer ones keep house.
    """
    if context.jobs.busy:
        return False
    roots: list[QObject] = [context, context.jobs, *QApplication.topLevelWidgets()]
    return not any(
        timer.isActive() and timer.isSingleShot() and timer.interval() <= within
        for root in roots
        for timer in root.findChildren(QTimer)
    ) and not any(
        animation.state() == RUNNING and animation.totalDuration() >= 0
        for root in roots
        for animation in root.findChildren(QAbstractAnimation)
    )
