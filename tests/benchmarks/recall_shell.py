"""Times `engramma recall` from the shell: cold, while the model's process only starts, and warm.

Called by recall_speed (--shell). Cold, the answer goes by words and must say so.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import psutil

QUESTION = "harbour boat payment testhook"
_LOAD_SECONDS = 60.0
_TIMES = 7


def print_shell(path: Path) -> dict[str, float]:
    """Seconds until the answer, cold once and warm some times, in a home where no model's process is."""
    with tempfile.TemporaryDirectory(prefix="engramma-") as folder:
        environment = {
            **os.environ,
            "ENGRAMMA_HOME": folder,
            "XDG_RUNTIME_DIR": folder,
            "ENGRAMMA_EMBEDDER": "host",
        }
        importing = [sys.executable, "-c", "import numpy, sqlalchemy"]
        bare = [_timed(importing, environment)[0] for _time in range(3)]
        cold, said = _ask(path, environment)
        deadline = time.monotonic() + _LOAD_SECONDS
        while "hybrid" not in _ask(path, environment)[1]:
            if time.monotonic() > deadline:
                raise TimeoutError("the model's process does not come")
            time.sleep(1)
        warm = [_ask(path, environment)[0] for _time in range(_TIMES)]
        _end_hosts(folder)
    figures: dict[str, float] = {}
    print(f"{'seconds, p50 of wall and of processor time':44}")
    for name, found in (("numpy, SQLAlchemy", bare), ("cold", [cold]), ("warm", warm)):
        wall, worked = np.median(found, axis=0).tolist()
        figures |= {f"shell {name}": wall, f"shell {name} worked": worked}
        print(f"{name:20}{wall:8.2f}{worked:8.2f}  {said if name == 'cold' else ''}".rstrip())
    return figures


Seconds = tuple[float, float]


def _ask(path: Path, environment: dict[str, str]) -> tuple[Seconds, str]:
    """(seconds, what it says of the way it went)."""
    command = [sys.executable, "-m", "engramma", "recall", QUESTION, "--store", str(path)]
    seconds, done = _timed(command, environment)
    mode = (done.stdout.rstrip().splitlines() or [""])[-1].rpartition(", ")[2]
    return seconds, f"{mode}: {done.stderr.strip()}" if done.stderr.strip() else mode


def _timed(
    command: list[str], environment: dict[str, str]
) -> tuple[Seconds, subprocess.CompletedProcess[str]]:
    """Seconds by the clock and of the processor: on a busy machine only the second tells something."""
    begun, worked = time.perf_counter(), _worked()
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return (time.perf_counter() - begun, _worked() - worked), done


def _worked() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def _end_hosts(folder: str) -> None:
    """The model's processes that this has started; they would leave by themselves, but later."""
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or []
        if "engramma.embedding.host" in words and any(folder in word for word in words):
            process.terminate()
