"""Consolidation in the settings: how often passes run by themselves, what each step may do, the last one, one now."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QPushButton

from engramma.engine.schedule import Rhythm
from engramma.model.changes import ChangeNotice
from engramma.model.operation import WORKER
from engramma.model.plan import DEFAULT_MODES, NEVER_AUTO, PlanStep, StepMode
from engramma.model.records import dataclass
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.consolidating import Consolidator
from engramma.ui.models.dates import age_text
from engramma.ui.models.step_words import MODE_WORDS, step_words
from engramma.ui.theme import TextRole, set_text_role, set_variant
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.widgets import Segment, SegmentedControl

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report

RHYTHMS = (
    (Rhythm.ON_START, "On opening"),
    (Rhythm.HOURLY, "Hourly"),
    (Rhythm.WHEN_IDLE, "When you pause"),
    (Rhythm.NEVER, "Never"),
)
LOOK = "consolidation settings"


@dataclass(frozen=True, slots=True)
class StepsRead:
    """The modes of steps, when a pass last wrote something, and what waits in Review."""

    modes: tuple[tuple[PlanStep, StepMode], ...]
    last_at: int | None
    waiting: int
    now: int


class ConsolidationSection(SettingsSection):
    """The rhythm belongs to this computer; the modes belong to the store and are operations."""

    key = "consolidation"
    title = "Consolidation"
    icon_name = "flow-arrow"

    def __init__(self, context: WindowContext, worker: Consolidator) -> None:
        super().__init__("passes over the open store")
        self._context, self._worker = context, worker
        self.rhythm = SegmentedControl(
            [Segment(rhythm.value, words) for rhythm, words in RHYTHMS], "How often passes run by themselves"
        )
        self._last = QLabel()
        set_text_role(self._last, TextRole.BODY, tone="secondary")
        self.run, self.plan, self.pause = (
            QPushButton("Consolidate now"),
            QPushButton("Open the plan…"),
            QPushButton(),
        )
        for button in (self.run, self.plan, self.pause):
            set_variant(button, "plain", size="small")
            button.setAccessibleName(button.text())
        self.steps: dict[PlanStep, SegmentedControl] = {}
        self.add_group(
            "Passes",
            "promote, summarise, and ask about the rest",
            (
                SettingRow(
                    "By itself",
                    "At most once an hour; the sample is left alone",
                    terms="schedule rhythm hourly idle start never automatic",
                    controls=(self.rhythm,),
                    wide=True,
                ),
                SettingRow(
                    "Last pass",
                    "Each pass is one step that can be taken back",
                    terms="run now consolidate plan pause",
                    controls=(self._last, self.pause, self.plan, self.run),
                    wide=True,
                ),
            ),
        )
        self.add_group(
            "Steps",
            "of this store; what removes or merges asks you",
            [self._step_row(step) for step in PlanStep],
        )
        self.reset = QPushButton("Reset")
        set_variant(self.reset, "plain", size="small")
        self.reset.setAccessibleName("Reset the steps of consolidation")
        self.add_action(self.reset)
        self.rhythm.changed.connect(self._on_rhythm)
        self.run.clicked.connect(functools.partial(context.run, "consolidation.run"))
        self.plan.clicked.connect(functools.partial(context.open_view, "plan"))
        self.pause.clicked.connect(functools.partial(context.run, "consolidation.pause"))
        self.reset.clicked.connect(self._on_reset)
        worker.changed.connect(self._show_worker)
        context.data_changed.connect(self._on_data)
        self._known: dict[PlanStep, StepMode] = {}
        self._show_worker()

    def _step_row(self, step: PlanStep) -> SettingRow:
        words = step_words(step.value)
        modes = [mode for mode in StepMode if not (mode is StepMode.AUTO and step in NEVER_AUTO)]
        control = SegmentedControl(
            [Segment(mode.value, MODE_WORDS[mode].capitalize()) for mode in modes],
            f"What a pass does with {words.title}",
        )
        control.changed.connect(functools.partial(self._on_mode, step))
        self.steps[step] = control
        return SettingRow(
            words.title, words.aim, terms=f"step {step.value} mode", controls=(control,), wide=True
        )

    def activate(self) -> None:
        """Read the modes."""
        store = self._context.store
        for widget in (*self.steps.values(), self.reset):
            widget.setEnabled(store is not None and not store.read_only)
        self._show_worker()
        if store is not None:
            self._context.jobs.read(
                "Read the steps", functools.partial(read_steps, store), self._on_read, key=LOOK
            )

    def store_changed(self) -> None:
        """Of another store nothing is known."""
        self._known = {}
        self._last.setText("")
        self._show_worker()

    def _on_read(self, read: StepsRead) -> None:
        self._known = dict(read.modes)
        for step, mode in read.modes:
            self.steps[step].set_value(mode.value)
        last = "none yet" if read.last_at is None else age_text(read.last_at, read.now)
        waits = f", {read.waiting:,} wait in Review" if read.waiting else ""
        self._last.setText(f"{last}{waits}")

    def _on_mode(self, step: PlanStep, key: str) -> None:
        store, mode = self._context.store, StepMode(key)
        if store is None or self._known.get(step, mode) is mode:
            return
        self._known[step] = mode
        words = f"{step_words(step.value).title}: {MODE_WORDS[mode]} from now on"
        self._write(store, {step: mode}, words)

    def _on_reset(self) -> None:
        store = self._context.store
        if store is not None and self._known and self._known != DEFAULT_MODES:
            self._write(store, DEFAULT_MODES, "The steps do what they did at first")

    def _write(self, store: MemoryStore, modes: dict[PlanStep, StepMode], words: str) -> None:
        work = functools.partial(write_modes, store, tuple(modes.items()))
        self._context.jobs.write("Change a step", work, functools.partial(self._on_written, words))

    def _on_written(self, words: str, _modes: object) -> None:
        self._context.toast(words, icon="flow-arrow", undo=True)
        self.activate()

    def _on_rhythm(self, key: str) -> None:
        if Rhythm(key) is not self._worker.rhythm:
            self._worker.set_rhythm(Rhythm(key))

    def _show_worker(self) -> None:
        store = self._context.store
        able = store is not None and not store.read_only
        self.rhythm.set_value(self._worker.rhythm.value)
        self.rhythm.setEnabled(able)
        self.run.setEnabled(able and not self._worker.running)
        words = "Go on" if self._worker.paused else "Pause"
        self.pause.setText(words)
        self.pause.setAccessibleName("Let passes go on" if self._worker.paused else "Pause passes")
        for button in (self.pause, self.plan):
            button.setEnabled(able)

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self.isVisible():
            self.activate()


def read_steps(store: MemoryStore, _report: Report, _cancel: CancelToken) -> StepsRead:
    """Runs on a worker thread."""
    newest = store.history.recent(actor=WORKER, limit=1)
    return StepsRead(
        tuple(store.consolidation.modes().items()),
        newest[0].at if newest else None,
        store.consolidation.waiting(),
        store.clock.now(),
    )


def write_modes(
    store: MemoryStore,
    modes: tuple[tuple[PlanStep, StepMode], ...],
    _report: Report,
    _cancel: CancelToken,
) -> None:
    """Runs on the writer's thread."""
    store.consolidation.set_modes(dict(modes))
