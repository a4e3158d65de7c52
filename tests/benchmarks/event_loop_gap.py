"""How long the window's event loop is held up while the store is imported into, edited in bulk and consolidated.

`python -m tests.benchmarks.event_loop_gap --memories 100000` opens the real window, off screen, on a generated
store, and measures the gaps of a 10 ms timer while it rests, while a transcript is imported, while all memories are
tagged and untagged again, and while the worker makes a first pass over the store and another over 1,000 new memories,
Review being in front. A gap is the time between two ticks less the timer's interval. Figures only.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from engramma.engine.jobs import Job
    from engramma.ui.window.main_window import MainWindow

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

INTERVAL_MS = 10
EVENTS = 20_000
NEW = 1_000


class Pulse:
    """A timer whose ticks are timed."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.ticks: list[float] = []
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        self.ticks.append(time.perf_counter())

    def gaps(self, since: float) -> np.ndarray:
        """Milliseconds beyond the interval between ticks after `since`."""
        ticks = np.array([tick for tick in self.ticks if tick >= since])
        return np.maximum(np.diff(ticks) * 1_000 - INTERVAL_MS, 0.0)


class WindowPass:
    """A pass of the window's own worker, waited for like a job."""

    result = None

    def __init__(self, window: MainWindow) -> None:
        self._worker = window.worker
        self._worker.run_now()

    def wait(self, _timeout: float) -> bool:
        """Whether it has ended."""
        return not self._worker.running


def transcript(path: Path, events: int) -> None:
    """A long conversation in the shape of a coding agent's transcript."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(events):
            role = "user" if number % 2 == 0 else "assistant"
            record = {
                "type": role,
                "uuid": f"00000000-0000-4000-8000-{number:012d}",
                "parentUuid": f"00000000-0000-4000-8000-{number - 1:012d}" if number else None,
                "sessionId": "11111111-0000-4000-8000-000000000000",
                "timestamp": f"2026-01-{1 + number // 2000:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00.000Z",
                "cwd": "/shop",
                "message": {
                    "role": role,
                    "content": f"Turn {number}: the service listens on port {8000 + number}.",
                },
            }
            file.write(json.dumps(record) + "\n")


def main(argv: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder), options.memories)
    print(f"{'while':28}{'seconds':>9}{'p50':>8}{'p99':>8}{'max':>8}   ms beyond the {INTERVAL_MS} ms timer")
    for name, row in figures.items():
        print(f"{name:28}{row['seconds']:9.1f}{row['p50']:8.1f}{row['p99']:8.1f}{row['max']:8.1f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return 0


def measure(folder: Path, memories: int) -> dict[str, dict[str, float]]:
    """Gaps by what the window was doing."""
    store = folder / "big.engramma"
    command = [
        sys.executable,
        "-m",
        "tests.benchmarks.generate",
        "--memories",
        str(memories),
        "--out",
        str(store),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    talk = folder / "talk.jsonl"
    transcript(talk, EVENTS)
    os.environ["ENGRAMMA_HOME"] = str(folder / "home")
    import engramma.store.libraries  # noqa: F401  what comes before Qt
    from engramma.engine.jobs import JobRunner
    from engramma.ui.bridge.collection import GuiThreadCollector
    from engramma.ui.theme import ThemeSource
    from engramma.ui.window.application import SWITCH_SECONDS, make_application, open_window

    # As a window that runs does.
    sys.setswitchinterval(SWITCH_SECONDS)
    application = make_application(["gap"])
    collector = GuiThreadCollector(application)
    window = open_window(ThemeSource(application), store)
    collector.watch(application, window.jobs)
    pulse = Pulse()
    figures: dict[str, dict[str, float]] = {}

    def during(name: str, begin: Callable[[], Job | WindowPass] | None, seconds: float = 2.0) -> None:
        job = begin() if begin is not None else None
        started = time.perf_counter()
        while time.perf_counter() - started < seconds or (job is not None and not job.wait(0)):
            application.processEvents()
        if job is not None:
            _ = job.result
        gaps = pulse.gaps(started)
        figures[name] = {
            "seconds": time.perf_counter() - started,
            "p50": float(np.percentile(gaps, 50)),
            "p99": float(np.percentile(gaps, 99)),
            "max": float(gaps.max()),
        }

    during("opening", None, 6.0)
    opened = window.context.store
    assert opened is not None
    runner = JobRunner()
    everything = opened.search.order("").ids.tolist()
    during("at rest", None, 4.0)
    during(
        f"importing {EVENTS:,} events",
        lambda: runner.write(
            "Import", lambda report, cancel: opened.transfer.import_files([talk], report=report)
        ),
    )
    during(
        "tagging all",
        lambda: runner.write("Tag", lambda _r, _c: opened.memories.tag(everything, add=["bulk"])),
    )
    during("undoing it", lambda: runner.write("Undo", lambda _r, _c: opened.history.undo()))
    window.shell.open_view("review")
    during("first consolidation", lambda: WindowPass(window))
    agent = opened.acting_as("agent:claude")

    def remember() -> None:
        for number in range(NEW):
            agent.memories.remember(f"Port {20_000 + number} belongs to the test machine {number}.")

    during(f"an agent's {NEW:,} memories", lambda: runner.write("Remember", lambda _r, _c: remember()))
    during("consolidating them", lambda: WindowPass(window))
    runner.close()
    window.close()
    collector.stop()
    return figures


if __name__ == "__main__":
    sys.exit(main())
