"""The header of the Sessions view: how many sessions over which days, the zoom of the axis, Import."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QPushButton

from engramma.ui.theme import TextRole, icon, set_variant, theme
from engramma.ui.views.rows.days import day_name, local_day
from engramma.ui.views.sessions.loading import SessionsFound
from engramma.ui.views.sessions.time_scale import Zoom, end_of
from engramma.ui.widgets import ElidedLabel, Segment, SegmentedControl, ViewHead


class SessionsHeader(ViewHead):
    """`zoom_chosen` carries the key of a Zoom."""

    zoom_chosen = Signal(str)
    import_wanted = Signal()

    def __init__(self) -> None:
        super().__init__("Sessions", surface="panel", even=True)
        self._count = ElidedLabel("", TextRole.BODY, tone="secondary", tabular=True)
        self._zoom = SegmentedControl(
            (Segment("week", "Week"), Segment("month", "Month"), Segment("all", "All")),
            "Time shown on the axis",
            value="all",
        )
        button = QPushButton("Import…")
        set_variant(button, "flat", size="small")
        button.setIcon(icon("download-simple"))
        button.setIconSize(QSize(theme().metrics.icon, theme().metrics.icon))
        button.setAccessibleName("Import transcripts")
        self.put(self._count, self._zoom, button)
        self._zoom.changed.connect(self.zoom_chosen)
        button.clicked.connect(self._on_import)

    def _on_import(self) -> None:
        self.import_wanted.emit()

    def set_zoom(self, zoom: Zoom) -> None:
        """Choose how much time is shown; none of the three for any other length."""
        if zoom is Zoom.FREE:
            self._zoom.clear_choice()
        else:
            self._zoom.set_value(zoom.value)

    def show_found(self, found: SessionsFound) -> None:
        """ "12 of 46, 15 May to 19 Jun 2026"."""
        number, total = len(found.matching), len(found.every)
        text = f"{number:,} of {total:,}" if found.filtered else f"{total:,}"
        days = _days(found)
        self._count.set_text(f"{text}, {days}" if days else text)


def _days(found: SessionsFound) -> str:
    dated = [item for item in found.matching if item.started_at is not None]
    if not dated:
        return ""
    first = local_day(min(item.started_at or 0 for item in dated))
    last = local_day(max(end_of(item) for item in dated))
    if first == last:
        return day_name(last)
    return f"{day_name(first, today=last)} to {day_name(last)}"
