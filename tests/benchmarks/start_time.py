"""How long the window takes to start, against importing numpy, SQLAlchemy and Qt and showing an empty main window.

    python -m tests.benchmarks.start_time STORE [STORE ...] [--rounds N] [--json FILE]

Every figure is a process of its own, drawn off screen, with compiled modules in a folder of the benchmark's own, as
an installed package has them; the baseline runs beside each of them, and the ratios are to the baseline of the same
round. Each store is opened once before, to select a memory there, so that what is measured is a usual start: the
window comes back with that memory in the inspector.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BAR = 1.3
MARKS = {
    "shown": "window painted, takes keys",
    "rows": "rows painted",
    "filled": "inspector, facets and counts",
    "curve": "strength curve drawn",
    "gap": "longest standstill till then",
}

BASELINE = """
import sys, time
import numpy
import sqlalchemy
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication([])
window = QMainWindow()
window.show()
application.processEvents()
print('{"shown": %f}' % (time.monotonic() - float(sys.argv[1])))
"""

PROGRAM = "from tests.benchmarks.start_child import main; main()"
COMMAND = f"import engramma.start.command; {PROGRAM}"


@dataclass(frozen=True, slots=True)
class Figure:
    """One mark of one store: the median time in ms, and the median ratio to the baseline of the same round."""

    store: str
    mark: str
    median: float
    best: float
    ratio: float
    bar: float | None = None


class Bench:
    """Starts processes that share a home and a folder of compiled modules."""

    def __init__(self, folder: Path, *, program: str) -> None:
        self.program = program
        self.home = folder / "home"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
            "PYTHONPATH": os.pathsep.join((str(ROOT / "app"), str(ROOT))),
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
            "QT_QPA_PLATFORM": "offscreen",
        }

    def run(self, code: str, *arguments: str, home: str = "") -> dict[str, float]:
        """The marks that a process printed, in ms since just before it was started."""
        done = subprocess.run(
            [sys.executable, "-c", code, f"{time.monotonic():f}", *arguments],
            env={**self.environment, "ENGRAMMA_HOME": str(self.home / home)},
            capture_output=True,
            text=True,
            timeout=120,
        )
        if done.returncode:
            raise SystemExit(f"A process ended with {done.returncode}. {done.stderr}")
        return {name: seconds * 1_000 for name, seconds in json.loads(done.stdout).items()}

    def measure(self, stores: list[Path], rounds: int) -> list[Figure]:
        """One warm-up of everything, then the rounds."""
        baselines: list[float] = []
        marks: dict[tuple[Path, str], list[float]] = {}
        for number in range(rounds + 2):
            kept = number >= 2
            for store in stores:
                baseline = self.run(BASELINE)["shown"]
                found = self.run(self.program, str(store), home=store.stem)
                if kept:
                    baselines.append(baseline)
                    for mark, value in found.items():
                        marks.setdefault((store, mark), []).append(value)
        figures = [Figure("-", "baseline", statistics.median(baselines), min(baselines), 1.0)]
        for (store, mark), values in marks.items():
            beside = baselines[stores.index(store) :: len(stores)]
            ratios = [value / base for value, base in zip(values, beside, strict=True)]
            bar = BAR if mark == "shown" else None
            figures.append(
                Figure(
                    store.name, mark, statistics.median(values), min(values), statistics.median(ratios), bar
                )
            )
        return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stores", type=Path, nargs="+", metavar="STORE")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument(
        "--command", action="store_true", help="started by `engramma`, not by `engramma-window`"
    )
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="engramma-start-") as folder:
        bench = Bench(Path(folder), program=COMMAND if given.command else PROGRAM)
        figures = bench.measure([store.resolve() for store in given.stores], given.rounds)
    print(f"{'store':24}{'':32}{'ms':>8}{'best':>8}{'ratio':>8}{'bar':>6}")
    for figure in figures:
        bar = "" if figure.bar is None else f"{figure.bar:.1f}"
        words = MARKS.get(figure.mark, figure.mark)
        print(f"{figure.store:24}{words:32}{figure.median:8.0f}{figure.best:8.0f}{figure.ratio:8.2f}{bar:>6}")
    if given.json:
        given.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=1) + "\n")


if __name__ == "__main__":
    main()
