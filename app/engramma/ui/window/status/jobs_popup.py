"""All running jobs, each with its progress and cancel; opens above the status bar and never stops work."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engramma.model.jobs import JobStatus
from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.widgets import JobIndicator
from engramma.ui.window.status.job_views import job_view

WIDTH = 460


class JobsPopup(QWidget):
    """`cancel_requested` carries the JobView of the job to cancel."""

    cancel_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        metrics = theme().metrics
        set_surface(self, "raised")
        self.setAccessibleName("Running jobs")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(
            metrics.space_14, metrics.space_12, metrics.space_14, metrics.space_12
        )
        self._column.setSpacing(metrics.space_8)
        self._title = QLabel("Running jobs")
        set_text_role(self._title, TextRole.SECTION, tone="secondary")
        self._column.addWidget(self._title)
        self._rows: dict[int, JobIndicator] = {}
        self.setFixedWidth(metrics.px(WIDTH))

    def show_jobs(self, jobs: tuple[JobStatus, ...]) -> None:
        """Bring the rows up to date; closes when there are none."""
        live = {status.id for status in jobs}
        for job_id in [job_id for job_id in self._rows if job_id not in live]:
            row = self._rows.pop(job_id)
            self._column.removeWidget(row)
            row.deleteLater()
        for status in jobs:
            if status.id not in self._rows:
                row = JobIndicator()
                row.cancel_requested.connect(self.cancel_requested)
                self._rows[status.id] = row
                self._column.addWidget(row)
            self._rows[status.id].show_job(job_view(status))
        if not jobs:
            self.close()

    def open_above(self, anchor: QWidget, jobs: tuple[JobStatus, ...]) -> None:
        """Show it, its right edge at the anchor's."""
        self.show_jobs(jobs)
        self.adjustSize()
        corner = anchor.mapToGlobal(QPoint(anchor.width() - self.width(), 0))
        self.move(max(0, corner.x()), corner.y() - self.height() - theme().metrics.space_4)
        self.show()
