"""Draws the pictures: every view, light and dark, at one and at two device pixels per pixel.

A scale belongs to a process, so the pictures at 2× are drawn by a second one beside the first.
"""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from engramma.engine import MemoryStore, open_store
from engramma.engine.sample import open_sample
from engramma.model.clock import DAY, FixedClock, SystemClock
from engramma.model.errors import ExportFileError
from engramma.ui.bridge import Selection
from engramma.ui.theme import ThemeSource, motion
from engramma.ui.tour import associating, fading, watching
from engramma.ui.tour.at_rest import QUIET_ROUNDS, ROUND, at_rest
from engramma.ui.tour.choosing import SORT, Choice, choose
from engramma.ui.tour.sample_files import write_sample_files
from engramma.ui.views.decay import DecayView
from engramma.ui.window.application import make_application
from engramma.ui.window.main_window import MainWindow
from engramma.ui.window.private_words import SettingsPrivateWords
from engramma.ui.window.recent_stores import RecentStores
from engramma.ui.window.settings import Settings

SIZE = (1440, 900)
THEMES = ("light", "dark")
SOON, PATIENCE = 350, 60.0
REPLACED = ("checkout", "till")
PARTNERS = ("Marlpay", "Heathcloud", "Oakhollow", "Fennrunner", "Quillpost")
TELLING = frozenset({"edit", "correct", "change", "merge"})


def render_views(out: Path, store: Path | None, *, home: Path) -> Sequence[Path]:
    """Draw all pictures into `out`, with `home` as the window's own folder; returns the files in order."""
    clock = FixedClock(SystemClock().now())
    if store is None:
        with open_sample(home / "sample", clock=clock) as sample:
            store = sample.path
    twice = subprocess.Popen(
        [sys.executable, "-m", "engramma.ui.tour.render", str(out), str(store), str(home), str(clock.now())],
        env={**os.environ, "QT_SCALE_FACTOR": "2"},
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        files = draw(out, store, home=home / "once", clock=clock, suffix="")
    finally:
        _out, complaint = twice.communicate()
    if twice.returncode:
        raise ExportFileError(f"The pictures at 2× could not be drawn. {complaint.strip().splitlines()[-1:]}")
    return sorted([*files, *out.glob("*@2x.png")])


def draw(out: Path, store: Path, *, home: Path, clock: FixedClock, suffix: str) -> list[Path]:
    """Draw every view once in this process, at its scale."""
    application = make_application(["engramma"])
    motion.set_reduced_motion(True)
    theme = ThemeSource(application, "light")
    camera = Camera(out, theme, suffix)
    home.mkdir(parents=True, exist_ok=True)
    opened = open_store(store, clock=clock)
    _write_recent(home, opened)
    own_home = os.environ.get("HOME")
    os.environ["HOME"] = str(home)
    try:
        window = MainWindow(theme, home=home, clock=clock)
        window.resize(*SIZE)
        window.show()
        camera.settle(window)
        scenes = Scenes(window, opened, camera)
        scenes.welcome()
        scenes.views()
        scenes.pages(home)
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    finally:
        if own_home is not None:
            os.environ["HOME"] = own_home
        motion.set_reduced_motion(None)
    return camera.files


def _write_recent(home: Path, store: MemoryStore) -> None:
    """A list of recent stores as a person has it: the one that is shown, another, and one that is gone."""
    settings = Settings(home)
    recent = RecentStores(settings)
    for name, folder, days, memories in (
        ("old-laptop", "backup", 83, 118),
        ("greenhouse-api", "projects/greenhouse-api", 12, 436),
        (store.name, f"projects/{store.name}", 0, store.statistics().total),
    ):
        path = home / folder / f"{name}.engramma"
        if name != "old-laptop":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        recent.add(path, at=store.clock.now() - days * DAY, memories=memories)
    settings.save()


class Camera:
    """Waits until a window has come to rest, and takes its picture in every theme."""

    def __init__(self, out: Path, theme: ThemeSource, suffix: str) -> None:
        self._out, self._theme, self._suffix = out, theme, suffix
        self._order = THEMES
        self.files: list[Path] = []

    def settle(self, window: MainWindow) -> None:
        """Process events until no job runs and none is about to."""
        end = time.monotonic() + PATIENCE
        quiet = 0
        while time.monotonic() < end:
            QApplication.processEvents()
            time.sleep(ROUND / 1_000)
            quiet = quiet + 1 if at_rest(window.context, within=SOON) else 0
            if quiet >= QUIET_ROUNDS:
                return

    def take(self, window: MainWindow, view: str) -> None:
        """One picture for each theme, first in the one that is on: to change it is what takes longest."""
        for name in self._order:
            self._theme.set_mode(name)
            focused = window.focusWidget()
            if focused is not None and window.palette_overlay.isHidden():
                focused.clearFocus()
            self.settle(window)
            file = self._out / f"{view}-{name}{self._suffix}.png"
            if not window.grab().save(str(file)):
                raise ExportFileError(f"The picture {file} cannot be written.")
            self.files.append(file)
        self._order = self._order[::-1]


class Scenes:
    """What each picture shows."""

    def __init__(self, window: MainWindow, store: MemoryStore, camera: Camera) -> None:
        self._window, self._store, self._camera = window, store, camera
        self._choice: Choice = choose(store)

    def welcome(self) -> None:
        """The page before a store is open."""
        self._window.shell.open_view("welcome")
        self._shoot("welcome")

    def views(self) -> None:
        """The views of an open store, each with something selected."""
        window, choice = self._window, self._choice
        window.shell.show_store(self._store)
        self._camera.settle(window)
        window.shell.open_view("memories")
        window.centre.restore_states({"memories": {"sort": [SORT.key.value, SORT.descending]}})
        window.context.set_query(choice.query)
        window.seen.restore(choice.seen)
        self._camera.settle(window)
        self._select_memory()
        self._shoot("memories")
        window.shell.open_palette()
        window.palette_overlay.field.setText("pin")
        self._shoot("palette")
        window.palette_overlay.dismiss()
        window.context.set_query("")
        if choice.event_id is not None:
            window.context.show_event(choice.event_id)
        else:
            window.shell.open_view("sessions")
            if choice.session_id is not None:
                window.context.select(Selection.one("session", choice.session_id))
        self._shoot("sessions")
        window.shell.open_view("tiers")
        self._camera.settle(window)
        window.context.select(self._nearest())
        self._shoot("tiers")
        self._fade()
        settle = functools.partial(self._camera.settle, window)
        associating.show_graph(window, choice.memory_id, settle)
        self._shoot("graph")
        window.shell.open_view("activity")
        recent = self._store.history.recent(limit=16)
        operation = next((found for found in recent if found.kind in TELLING), next(iter(recent), None))
        if operation is not None:
            window.context.select(Selection.one("operation", operation.id))
            self._unfold(operation.id)
        self._shoot("activity")
        self._ask()
        self._shoot("recall")
        window.shell.open_view("review")
        self._shoot("review")

    def pages(self, home: Path) -> None:
        """Pages that fill the centre."""
        window = self._window
        window.shell.open_view("overview")
        self._shoot("overview")
        window.shell.open_view("plan")
        self._shoot("plan")
        self._watch()
        self._curate()
        self._try_policy()
        window.shell.open_view("memories")
        window.shell.look_into(write_sample_files(home, self._store))
        self._shoot("import")
        window.shell.go_back()
        self._redact()

    def _watch(self) -> None:
        """Agents at work."""
        with watching.agents_there(self._store):
            watching.show_live(self._window, functools.partial(self._camera.settle, self._window))
            self._shoot("live")
        self._window.shell.go_back()

    def _redact(self) -> None:
        """An export of everything without the names of partners."""
        window = self._window
        there = tuple(word for word in PARTNERS if self._store.search.count(f'"{word}"'))
        SettingsPrivateWords(window.settings).keep(there)
        window.shell.run_command("store.export")
        self._shoot("export")
        window.shell.go_back()

    def _fade(self) -> None:
        """Three curves with what if, and a day of the calendar."""
        window = self._window
        window.context.select(fading.select_lives(self._store))
        window.shell.open_view("decay")
        self._camera.settle(window)
        view, day = window.centre.front, fading.fullest_day(self._store)
        if isinstance(view, DecayView):
            fading.suppose(view)
            if view.calendar is not None and day is not None:
                view.calendar.show_day(day)
        self._shoot("decay")

    def _try_policy(self) -> None:
        """A half-life that somebody tries: nothing is applied."""
        window = self._window
        window.shell.open_view("settings")
        self._camera.settle(window)
        propose = getattr(window.centre.front, "propose", None)
        if callable(propose):
            propose("short_term_half_life", 10.0)
        self._shoot("settings")
        window.shell.go_back()

    def _curate(self) -> None:
        """The merge of two that contradict each other, and a word replaced."""
        window = self._window
        conflicts = self._store.consolidation.conflicts()
        if conflicts:
            pair = (conflicts[0].left.id, conflicts[0].right.id)
            window.shell.run_command("memory.merge", ids=pair)
            self._shoot("merge")
        window.shell.run_command("memory.replace")
        fill = getattr(window.centre.front, "fill", None)
        if callable(fill):
            fill(*REPLACED)
        self._shoot("replace")
        window.shell.go_back()

    def _ask(self) -> None:
        """Ask the Recall Lab for the memory that is shown, now and in a month."""
        window, store = self._window, self._store
        window.shell.open_view("recall")
        text = "What was decided last?"
        if self._choice.memory_id is not None:
            text = store.memories.get(self._choice.memory_id).text
        state = {"question": text, "ahead": "30"}
        window.centre.restore_states({"recall": state})
        window.shell.refresh()
        self._camera.settle(window)

    def _unfold(self, operation_id: int) -> None:
        """Open an operation, so that a before and after is seen."""
        self._camera.settle(self._window)
        unfold = getattr(self._window.centre.front, "unfold", None)
        if callable(unfold):
            unfold(operation_id)

    def _nearest(self) -> Selection:
        """A memory that is one step away from the long-term tier."""
        found = self._store.flow.waiting().memories
        near = next((item for item in found if item.steps == 1), None)
        return Selection.one("memory", near.id) if near is not None else Selection()

    def _select_memory(self) -> None:
        if self._choice.memory_id is not None:
            self._window.context.select(Selection.one("memory", self._choice.memory_id))

    def _shoot(self, view: str) -> None:
        self._camera.settle(self._window)
        self._camera.take(self._window, view)


def _second_process(arguments: list[str]) -> int:
    out, store, home, instant = arguments
    clock = FixedClock(int(instant))
    draw(Path(out), Path(store), home=Path(home) / "twice", clock=clock, suffix="@2x")
    return 0


if __name__ == "__main__":
    sys.exit(_second_process(sys.argv[1:]))
