"""How the picture of a graph behaves at its size: a frame, pan, zoom, hover, a layout under way, the first picture.

    python -m tests.benchmarks.graph_view [--sizes N ...] [--memories N] [--ratio R] [--json FILE]

Graphs with planted groups and three edges a node, in a canvas of 846 x 736; "as dragged" is what a person sees,
"anew" paints every frame finely. Then a generated store, in which the view is opened around a memory, 500 nodes far.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from tests.benchmarks import generate as generated
from tests.benchmarks.associations_speed import _NamingMaker
from tests.benchmarks.generate import generate
from tests.benchmarks.graph_layout import planted

from engramma.engine import open_store
from engramma.engine.jobs import JobRunner
from engramma.model.plan import PlanStep
from engramma.theory.graph_layout import LayoutRun

SIZE = (846, 736)
FRAMES = 60
LAID_OUT = 120


@dataclass(frozen=True, slots=True)
class Frames:
    """Milliseconds of a frame: median, 95th percentile, the longest, and the median of what the processor worked."""

    what: str
    processor: float
    p50: float
    p95: float
    longest: float
    note: str = ""


def frames(what: str, act: Callable[[int], None], *, times: int = FRAMES, note: str = "") -> Frames:
    """Times of doing something again and again."""
    walls, processors = [], []
    for number in range(times):
        began, worked = time.perf_counter(), time.process_time()
        act(number)
        walls.append((time.perf_counter() - began) * 1000)
        processors.append((time.process_time() - worked) * 1000)
    return _figure(what, walls, processors, note)


def _figure(what: str, walls: list[float], processors: list[float], note: str) -> Frames:
    count = len(walls)
    ordered = sorted(walls)
    processor = sorted(processors)[count // 2]
    return Frames(what, processor, ordered[count // 2], ordered[int(count * 0.95)], ordered[-1], note)


def canvas_figures(count: int) -> list[Frames]:
    """Frames of a planted graph."""
    from PySide6.QtWidgets import QApplication

    from engramma.ui.graph.canvas import GraphCanvas
    from engramma.ui.graph.picture import Emphasis, GraphPicture

    ends, weights, groups = planted(count, max(6, count // 500))
    run = LayoutRun(count, ends, weights, groups=groups)
    for _step in range(LAID_OUT):
        if run.step().calm:
            break
    rng = np.random.default_rng(2)
    picture = GraphPicture(
        keys=np.arange(1, count + 1),
        labels=tuple(f"Statement number {place}" for place in range(count)),
        shapes=rng.integers(0, 3, count),
        hollow=rng.random(count) < 0.2,
        sizes=np.minimum(5, rng.geometric(0.4, count) - 1),
        groups=groups % 6,
        palette=("accent", "short_term", "long_term", "episodic", "procedural", "sensory"),
        ends=ends,
        lines=(rng.random(len(ends)) < 0.1).astype(np.int64),
        weights=weights,
    )
    canvas = GraphCanvas()
    canvas.resize(*SIZE)
    canvas.show()
    QApplication.processEvents()
    positions = run.positions.astype(np.float64)
    canvas.show_picture(picture, positions)
    canvas.set_emphasis(Emphasis(selected=frozenset({5}), current=5))
    name = f"{count:,} nodes, {len(ends):,} edges"

    def anew(_number: int) -> None:
        canvas.frames.forget()
        canvas.repaint()

    def pan(number: int) -> None:
        canvas.pan_by(7 if number % 40 < 20 else -7, 3)
        canvas.repaint()

    def zoom(number: int) -> None:
        canvas.zoom_by(1.04 if number % 40 < 20 else 1 / 1.04)
        canvas.repaint()

    def pan_anew(number: int) -> None:
        canvas.frames.forget()
        canvas.frames.cost = 0.0
        pan(number)

    def hover(number: int) -> None:
        canvas._hover(number * 7 % count)
        canvas.repaint()

    def laid(number: int) -> None:
        canvas.set_positions(positions * (1 + number * 0.001))
        canvas.repaint()

    figures = [
        frames(f"{name}: a frame", anew, times=20),
        frames(f"{name}: pan, as dragged", pan),
        frames(f"{name}: zoom, as dragged", zoom),
        frames(f"{name}: pan, each anew", pan_anew),
        frames(f"{name}: hover", hover, times=20),
        frames(f"{name}: the layout moves it", laid, times=20),
    ]
    canvas.close()
    return figures


def first_picture(memories: int) -> list[Frames]:
    """From opening the view to the picture of a neighbourhood of 500, and to a calm one."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    from engramma.ui.bridge import JobBridge, Selection, WindowContext
    from engramma.ui.bridge.collection import GuiThreadCollector
    from engramma.ui.theme import ThemeSource
    from engramma.ui.views.graph.view import GraphView

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    # As in the program: Python does not collect in the middle of something.
    collector = GuiThreadCollector(application)
    theme = ThemeSource(application, "dark", scale=1.0)
    # A loop that only asks for events takes the interpreter away from the workers.
    waiting = QEventLoop.ProcessEventsFlag.WaitForMoreEvents
    generated._Maker = _NamingMaker  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "named.engramma"
        generate(path, memories=memories, events=memories // 50)
        with open_store(path) as store:
            store.consolidation.apply(store.consolidation.plan(steps=[PlanStep.ASSOCIATE]))
            ids = store.search.order("is:active").ids[::97].tolist()[:12]
            context = WindowContext(JobBridge(JobRunner()), theme, store=store)
            shown: tuple[list[float], list[float]] = ([], [])
            calm: tuple[list[float], list[float]] = ([], [])
            nodes: list[int] = []
            for one in ids:
                view = GraphView(context)
                view.side.choices.show_depth(4)
                view.resize(1200, 800)
                context.select(Selection.one("memory", int(one)))
                view.show()
                application.processEvents()
                began, worked = time.perf_counter(), time.process_time()
                view.activate()
                while not view.canvas.picture.count:
                    application.processEvents(waiting)
                view.canvas.repaint()
                shown[0].append((time.perf_counter() - began) * 1000)
                shown[1].append((time.process_time() - worked) * 1000)
                while view.desk.layout_desk.running:
                    application.processEvents(waiting)
                calm[0].append((time.perf_counter() - began) * 1000)
                calm[1].append((time.process_time() - worked) * 1000)
                nodes.append(view.canvas.picture.count)
                view.close()
                view.deleteLater()
            context.set_store(None)
            context.jobs.close()
    collector.stop()
    told = f"{min(nodes)} to {max(nodes)} nodes of {memories:,} memories"
    return [_figure("first picture", *shown, told), _figure("calm picture", *calm, told)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[500, 5_000, 20_000])
    parser.add_argument("--memories", type=int, default=10_000, help="0 leaves the store out.")
    parser.add_argument("--ratio", type=float, default=1.0)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = str(given.ratio)
    from PySide6.QtWidgets import QApplication

    from engramma.ui.theme import ThemeSource

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    theme = ThemeSource(application, "dark", scale=1.0)
    figures = [figure for count in given.sizes for figure in canvas_figures(count)]
    theme.deleteLater()
    if given.memories:
        figures += first_picture(given.memories)
    print(f"{'':50}{'processor':>10}{'p50':>9}{'p95':>9}{'longest':>9} ms")
    for figure in figures:
        times = f"{figure.processor:10.1f}{figure.p50:9.1f}{figure.p95:9.1f}{figure.longest:9.1f}"
        print(f"{figure.what:50}{times}   {figure.note}")
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
