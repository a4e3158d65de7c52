"""How long the window's event loop is held up by each change of very many memories, and by an agent that writes.

`python -m tests.benchmarks.bulk_gap --memories 100000` opens the real window, off screen, on a generated store (or on
a copy of `--store`), and lets its writer lane pin, tag, move, rehearse, trash, restore and export all memories, and
undo and redo that, as the commands do. `--only tag,undo` measures some; `--blame` prints where the window's thread
spent its time. Figures only.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import numpy as np
from tests.benchmarks.event_loop_gap import INTERVAL_MS, NEW, Pulse

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.model.progress import CancelToken, Report
    from engramma.ui.window.main_window import MainWindow

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

BAR_P99, BAR_MAX = 25.0, 100.0
SAMPLED_SECONDS = 0.005
HEADS = (("seconds", 9), ("p50", 8), ("p99", 8), ("max", 8), ("own p99", 10), ("max", 8))


class OwnPulse(Pulse):
    """Also keeps the processor time of this process: on a busy machine it tells who was to blame for a gap."""

    def __init__(self) -> None:
        self.used: list[float] = []
        super().__init__()

    def _tick(self) -> None:
        self.used.append(time.process_time())
        super()._tick()

    def own(self, since: float) -> np.ndarray:
        """As `gaps`, at most the processor time that this process used in each: the rest others took from it."""
        ticks, used = np.array(self.ticks), np.array(self.used)
        kept = ticks >= since
        waited = np.diff(ticks[kept]) * 1_000 - INTERVAL_MS
        return np.maximum(np.minimum(waited, np.diff(used[kept]) * 1_000), 0.0)


class Blame:
    """Samples the stack of the window's own thread, by a signal, so that no frame outlives its function."""

    def __init__(self) -> None:
        self.stacks: Counter[str] = Counter()
        signal.signal(signal.SIGALRM, self._note)
        signal.setitimer(signal.ITIMER_REAL, SAMPLED_SECONDS, SAMPLED_SECONDS)

    def _note(self, _number: int, frame: FrameType | None) -> None:
        names = []
        while frame is not None and len(names) < 5:
            code = frame.f_code
            names.append(f"{Path(code.co_filename).name}:{frame.f_lineno} {code.co_name}")
            frame = frame.f_back
        self.stacks[" < ".join(names)] += 1

    def tell(self) -> None:
        """Print the most frequent stacks, and forget them."""
        for stack, count in self.stacks.most_common(12):
            print(f"      {count:4} × {stack}")
        self.stacks.clear()


class Bench:
    """One window on one store, and its figures."""

    def __init__(self, window: MainWindow, process: Callable[[], None], *, blame: bool) -> None:
        self._window, self._process = window, process
        self._pulse = OwnPulse()
        self._blame = Blame() if blame else None
        self.bad = 0

    def settle(self, seconds: float = 1.0) -> None:
        """Let the window come to rest."""
        quiet = time.perf_counter()
        while time.perf_counter() - quiet < seconds:
            self._process()
            if self._window.jobs.busy:
                quiet = time.perf_counter()

    def during(self, name: str, work: Callable[[Report, CancelToken], object]) -> None:
        """Run `work` in the writer lane, and print the gaps meanwhile and until the window has followed."""
        self.settle(0.3)
        ended: list[object] = []
        started = time.perf_counter()
        self._window.jobs.write(name, work, ended.append, failed=ended.append, quiet=False)
        while not ended:
            self._process()
        took = time.perf_counter() - started
        if isinstance(ended[0], Exception):
            raise ended[0]
        self.settle(0.6)
        gaps, own = self._pulse.gaps(started), self._pulse.own(started)
        p99, most = float(np.percentile(gaps, 99)), float(gaps.max())
        bad = p99 > BAR_P99 or most > BAR_MAX
        self.bad += bad
        figures = f"{took:9.1f}{np.percentile(gaps, 50):8.1f}{p99:8.1f}{most:8.1f}"
        ours = f"{np.percentile(own, 99):10.1f}{own.max():8.1f}"
        print(f"{name:28}{figures}{ours}{'  over the bar' if bad else ''}", flush=True)
        if self._blame is not None:
            self._blame.tell()


def operations(store: MemoryStore, ids: tuple[int, ...], folder: Path) -> dict[str, Callable[..., object]]:
    """What a person can do to all of them, in an order in which each has something to do."""
    memories = store.memories

    def export(report: Report, cancel: CancelToken) -> object:
        return store.transfer.export(folder / "all.bundle", report=report, cancel=cancel)

    return {
        "pin": partial(memories.pin, ids),
        "unpin": partial(memories.unpin, ids),
        "tag": partial(memories.tag, ids, add=["bulk"]),
        "untag": partial(memories.tag, ids, remove=["bulk"]),
        "importance": partial(memories.change, ids, importance=0.55),
        "kind": partial(memories.change, ids, kind="episodic"),
        "category": partial(memories.change, ids, category="decision"),
        "tier": partial(memories.change, ids, tier="short_term"),
        "rehearse": partial(memories.rehearse, ids),
        "trash": partial(memories.trash, ids),
        "restore": partial(memories.restore, ids),
        "export": export,
    }


def main(argv: list[str] | None = None) -> int:
    """Print the table; 1 when something is over the bar."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--blame", action="store_true")
    options = parser.parse_args(argv)
    only = frozenset(filter(None, options.only.split(",")))
    with tempfile.TemporaryDirectory() as folder:
        return measure(Path(folder), options.memories, store=options.store, only=only, blame=options.blame)


def measure(folder: Path, memories: int, *, store: Path | None, only: frozenset[str], blame: bool) -> int:
    """Open the window and measure one operation after the other."""
    path = folder / "big.engramma"
    if store is not None:
        shutil.copy(store, path)
    else:
        made = ["-m", "tests.benchmarks.generate", "--memories", str(memories), "--out", str(path)]
        subprocess.run([sys.executable, *made], check=True, stdout=subprocess.DEVNULL)
    os.environ["ENGRAMMA_HOME"] = str(folder / "home")
    os.environ.setdefault("ENGRAMMA_EMBEDDER", "off")
    from engramma.engine.jobs import JobRunner
    from engramma.ui.bridge.collection import GuiThreadCollector
    from engramma.ui.theme import ThemeSource
    from engramma.ui.window.application import SWITCH_SECONDS, make_application, open_window

    sys.setswitchinterval(SWITCH_SECONDS)
    application = make_application(["gap"])
    collector = GuiThreadCollector(application)
    window = open_window(ThemeSource(application), path)
    collector.watch(application, window.jobs)
    bench = Bench(window, application.processEvents, blame=blame)
    bench.settle(2.0)
    opened = window.context.store
    assert opened is not None
    ids = tuple(opened.search.order("state:any").ids[:memories].tolist())
    heads = "".join(f"{name:>{width}}" for name, width in HEADS)
    print(f"{'while':28}{heads}   ms beyond the {INTERVAL_MS} ms timer")
    bench.during("at rest", _rest)
    for name, act in operations(opened, ids, folder).items():
        if only and name not in only:
            continue
        bench.during(name, partial(_run, act) if name != "export" else act)
        if name != "export" and (not only or "undo" in only):
            bench.during(f"  undo of {name}", partial(_call, opened.history.undo))
            bench.during(f"  redo of {name}", partial(_call, opened.history.redo))
    if not only or "agent" in only:
        runner = JobRunner()
        agent = opened.acting_as("agent:claude")
        bench.during(f"an agent's {NEW:,} memories", partial(_remember, agent))
        runner.close()
    window.close()
    collector.stop()
    return 1 if bench.bad else 0


def _rest(_report: Report, _cancel: CancelToken) -> None:
    time.sleep(2.0)


def _run(act: Callable[..., object], report: Report, cancel: CancelToken) -> object:
    return act()


def _call(act: Callable[[], object], _report: Report, _cancel: CancelToken) -> object:
    return act()


def _remember(agent: MemoryStore, _report: Report, _cancel: CancelToken) -> None:
    for number in range(NEW):
        agent.memories.remember(f"Port {20_000 + number} belongs to the test machine {number}.")


if __name__ == "__main__":
    sys.exit(main())
