"""Makes the views of the centre, each module loaded when its view is first shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from engramma.ui.bridge import WindowContext


def view_makers(context: WindowContext) -> dict[str, Callable[[], QWidget]]:
    """A maker for each view by name."""
    return {
        "memories": partial(_memories, context),
        "sessions": partial(_sessions, context),
        "tiers": partial(_tiers, context),
        "decay": partial(_decay, context),
        "graph": partial(_graph, context),
        "recall": partial(_recall, context),
        "review": partial(_review, context),
        "activity": partial(_activity, context),
        "live": partial(_live, context),
        "overview": partial(_overview, context),
    }


def _memories(context: WindowContext) -> QWidget:
    from engramma.ui.views.memories.view import MemoriesView

    return MemoriesView(context)


def _sessions(context: WindowContext) -> QWidget:
    from engramma.ui.views.sessions.view import SessionsView

    return SessionsView(context)


def _tiers(context: WindowContext) -> QWidget:
    from engramma.ui.views.tiers.view import TiersView

    return TiersView(context)


def _decay(context: WindowContext) -> QWidget:
    from engramma.ui.views.decay.view import DecayView

    return DecayView(context)


def _graph(context: WindowContext) -> QWidget:
    from engramma.ui.views.graph.view import GraphView

    return GraphView(context)


def _activity(context: WindowContext) -> QWidget:
    from engramma.ui.views.activity.view import ActivityView

    return ActivityView(context)


def _live(context: WindowContext) -> QWidget:
    from engramma.ui.views.live.page import LivePage

    return LivePage(context)


def _overview(context: WindowContext) -> QWidget:
    from engramma.ui.views.overview.page import OverviewPage

    return OverviewPage(context)


def _review(context: WindowContext) -> QWidget:
    from engramma.ui.views.review.view import ReviewView

    return ReviewView(context)


def _recall(context: WindowContext) -> QWidget:
    from engramma.ui.views.recall.view import RecallView

    return RecallView(context)


def make_inspector(context: WindowContext) -> QWidget:
    """The right pane."""
    from engramma.ui.inspector.inspector import Inspector

    return Inspector(context)
