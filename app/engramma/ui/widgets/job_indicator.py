"""A running job in the status bar: spinner, what it does, progress, time left, cancel. Never a dialog."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QWidget

from engramma.model.records import dataclass
from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets.elided_label import ElidedLabel
from engramma.ui.widgets.icon_button import IconButton
from engramma.ui.widgets.icon_label import Spinner

STEPS = 1000
BAR_WIDTH = 96


@dataclass(frozen=True, slots=True)
class JobView:
    """A job as shown: `fraction` 0..1 or None when unknown, `seconds_left` or None when unknown."""

    key: str
    label: str
    fraction: float | None = None
    seconds_left: float | None = None
    cancellable: bool = True


class JobIndicator(QWidget):
    """Shows one job; hidden while there is none. `cancel_requested` carries the `JobView` that was shown."""

    cancel_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._job: JobView | None = None
        self._spinner = Spinner(size=metrics.icon_small)
        self._label = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(metrics.px(BAR_WIDTH))
        self._bar.setAccessibleName("Progress of the job")
        self._left = ElidedLabel("", TextRole.SMALL, tone="secondary", tabular=True)
        self._cancel = IconButton("x", "Cancel the job", size="small")
        self._cancel.clicked.connect(self._on_cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(metrics.space_8)
        for widget in (self._spinner, self._label, self._bar, self._left, self._cancel):
            row.addWidget(widget)
        self._cancel.setFixedSize(metrics.px(20), metrics.px(20))
        self.hide()

    @property
    def job(self) -> JobView | None:
        """The job shown, if any."""
        return self._job

    def show_job(self, job: JobView) -> None:
        """Show a job, or its next state."""
        self._job = job
        self._label.set_text(job.label)
        if job.fraction is None:
            self._bar.setRange(0, 0)
        else:
            self._bar.setRange(0, STEPS)
            self._bar.setValue(round(min(1.0, max(0.0, job.fraction)) * STEPS))
        self._left.set_text(time_left(job.seconds_left))
        self._left.setVisible(job.seconds_left is not None)
        self._cancel.setVisible(job.cancellable)
        self._cancel.set_name(f"Cancel: {job.label}")
        self.setAccessibleName(job.label)
        self.setAccessibleDescription(spoken(job))
        self.show()

    def clear(self) -> None:
        """Show no job."""
        self._job = None
        self.hide()

    def _on_cancel(self) -> None:
        if self._job is not None:
            self.cancel_requested.emit(self._job)


def time_left(seconds: float | None) -> str:
    """A rough time: "8 s left", "3 min left", "2 h left"; empty when unknown."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f"{max(1, round(seconds))} s left"
    if seconds < 3600:
        return f"{round(seconds / 60)} min left"
    return f"{round(seconds / 3600)} h left"


def spoken(job: JobView) -> str:
    """Progress in words, for screen readers."""
    share = "" if job.fraction is None else f"{round(job.fraction * 100)} percent"
    return ", ".join(part for part in (share, time_left(job.seconds_left)) if part)
