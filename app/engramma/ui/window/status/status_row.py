"""The status bar: which store, where it stands, what is shown and selected, and the running jobs."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from engramma import __version__
from engramma.model.jobs import JobStatus
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.widgets import ElidedLabel, IconButton, IconLabel, JobIndicator, JobView, StatusBadge
from engramma.ui.window.status.agent_button import AgentButton
from engramma.ui.window.status.embedding_button import EmbeddingButton
from engramma.ui.window.status.job_board import JobBoard
from engramma.ui.window.status.job_views import job_view
from engramma.ui.window.status.jobs_popup import JobsPopup


class StatusRow(QWidget):
    """26 px high. A click on the job opens the list of all jobs."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "top")
        self.setAccessibleName("Status bar")
        self.setFixedHeight(metrics.status)
        self._board = JobBoard()
        self.store_name = QPushButton()
        self.switch = IconButton("swap", "Switch store", keys="Ctrl+Shift+O", size="small")
        self._place = StatusBadge("local", "neutral")
        self._local = QLabel("local")
        self._lock = IconLabel("lock-simple", size=metrics.icon_small)
        self.results = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        self.indicator = JobIndicator()
        self._more = QPushButton()
        self.meaning = EmbeddingButton(context)
        self.agents = AgentButton(context)
        self._version = QLabel(f"Version {__version__}")
        self._popup: JobsPopup | None = None
        self._build()
        context.results_changed.connect(self.results.set_text)
        context.store_changed.connect(self.show_store)
        context.jobs.status_changed.connect(self.take)
        self.show_store()

    def _build(self) -> None:
        metrics = theme().metrics
        set_variant(self.store_name, "flat", size="small")
        self.store_name.setIcon(icon("database"))
        self.store_name.setIconSize(QSize(metrics.icon, metrics.icon))
        self.store_name.setFixedHeight(metrics.px(22))
        self.store_name.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_text_role(self._local, TextRole.SMALL, tone="secondary")
        set_text_role(self._version, TextRole.SMALL, tone="muted")
        set_variant(self._more, "link")
        self._more.clicked.connect(self.open_jobs)
        self._more.hide()
        self._separator = _separator()
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_6, 0, metrics.space_14, 0)
        row.setSpacing(metrics.space_6)
        self.switch.clicked.connect(self._on_switch)
        for widget in (self.store_name, self.switch, self._lock, self._local, self._place):
            row.addWidget(widget)
        row.addSpacing(metrics.space_6)
        row.addWidget(self._separator)
        row.addSpacing(metrics.space_6)
        row.addWidget(self.results, 1)
        row.addWidget(self.indicator)
        row.addWidget(self._more)
        row.addSpacing(metrics.space_8)
        row.addWidget(self.meaning)
        row.addWidget(self.agents)
        row.addSpacing(metrics.space_8)
        row.addWidget(self._version)
        self.indicator.setCursor(Qt.CursorShape.PointingHandCursor)
        self.indicator.cancel_requested.connect(self._cancel)

    def show_store(self) -> None:
        """Say which store is open, and whether it may be written."""
        store = self._context.store
        self._lock.setVisible(store is not None)
        read_only = store is not None and store.read_only
        self._place.setVisible(read_only)
        self._local.setVisible(store is not None and not read_only)
        self._lock.setVisible(store is not None and not read_only)
        self._separator.setVisible(store is not None)
        self.store_name.setEnabled(store is not None)
        if store is None:
            self.store_name.setText(" No store open")
            self.store_name.setAccessibleName("No store open")
            self.store_name.setToolTip("")
            self.results.set_text("")
            return
        self.store_name.setText(f" {store.path.name}")
        self.store_name.setAccessibleName(f"Store {store.path.name}: open its overview")
        self.store_name.setToolTip(tooltip(str(store.path)))
        if read_only:
            self._place.set_status("read-only", "warning", icon_name="lock-simple")
            self._place.setToolTip(tooltip(store.notice))

    def show_opening(self) -> None:
        """Say that a store is being opened."""
        self.store_name.setText(" Opening…")
        self.store_name.setAccessibleName("A store is being opened")

    def take(self, status: JobStatus) -> None:
        """Show what a job says of itself."""
        self._board.take(status)
        front, count = self._board.front, len(self._board.jobs)
        if front is None:
            self.indicator.clear()
        else:
            self.indicator.show_job(job_view(front))
        self._version.setVisible(front is None)
        self._more.setVisible(count > 1)
        self._more.setText(f"{count - 1} more")
        self._more.setAccessibleName(f"{count - 1} more jobs")
        if self._popup is not None and self._popup.isVisible():
            self._popup.show_jobs(self._board.jobs)

    def open_jobs(self) -> bool:
        """List all running jobs; False if there are none."""
        if not self._board.jobs:
            return False
        if self._popup is None:
            self._popup = JobsPopup(self)
            self._popup.cancel_requested.connect(self._cancel)
        self._popup.open_above(self.indicator, self._board.jobs)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the job opens the list."""
        if self.indicator.isVisible() and self.indicator.geometry().contains(event.position().toPoint()):
            self.open_jobs()

    def _on_switch(self) -> None:
        self._context.run("store.switch")

    def _cancel(self, job: JobView) -> None:
        self._context.jobs.cancel_job(int(job.key))


def _separator() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.VLine)
    line.setFixedHeight(theme().metrics.px(14))
    return line
