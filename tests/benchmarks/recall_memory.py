"""Measures memory: of processes that recall from one store, and of two agents and the window with one model.

Called by recall_speed (--processes N, --model). Megabytes by psutil: RSS counts shared pages in every process, PSS
shares them out, USS leaves them out. Linux only for PSS.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psutil

from engramma.engine import open_store

RECALL = """
import sys
from pathlib import Path
import numpy as np
from engramma.engine import open_store
store = open_store(Path(sys.argv[1]), read_only=True)
vector = np.ones(384, dtype=np.float32) / np.float32(384 ** 0.5)
store.recall.ask("harbour boat payment", vector=vector)
print("asked", flush=True)
sys.stdin.read()
"""
WINDOW = """
import sys
from pathlib import Path
from engramma.start.window import open_window
sys.exit(open_window(Path(sys.argv[1])))
"""
_HOST = "engramma.embedding.host"
AGENTS = ("agent-one", "agent-two")
_WAIT_SECONDS = 90.0
_SETTLE_SECONDS = 5.0
_LOADED = 250e6


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes of one or more processes together; `mapped`: the PSS of the vectors' copy beside the store."""

    rss: float
    pss: float
    uss: float
    mapped: float


def memory_of(pids: Sequence[int]) -> Memory:
    """What these processes hold."""
    found = [psutil.Process(pid).memory_full_info() for pid in pids]
    mapped = sum(
        part.pss for pid in pids for part in psutil.Process(pid).memory_maps() if ".vectors-" in part.path
    )
    return Memory(
        *(sum(getattr(one, name) for one in found) / 1e6 for name in ("rss", "pss", "uss")), mapped / 1e6
    )


def measure_processes(path: Path, processes: int) -> tuple[Memory, Memory]:
    """One process that has recalled from a store, and so many at once."""
    started: list[subprocess.Popen[str]] = []
    try:
        for number in range(processes):
            started.append(_started([sys.executable, "-c", RECALL, str(path)], os.environ))
            _read_line(started[-1].stdout)
            if number == 0:
                one = memory_of([started[0].pid])
        return one, memory_of([process.pid for process in started])
    finally:
        for process in started:
            process.communicate("")


def print_processes(path: Path, processes: int) -> dict[str, float]:
    """Measure and print; the figures by name."""
    one, many = measure_processes(path, processes)
    copy = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}.vectors-*")) / 1e6
    print(
        f"{path.name}: the copy of the vectors beside it has {copy:,.0f} MB; megabytes of RSS, PSS, USS, copy"
    )
    figures: dict[str, float] = {"copy_mb": copy}
    for count, memory in ((1, one), (processes, many)):
        print(f"{count:10} {memory.rss:10,.0f}{memory.pss:10,.0f}{memory.uss:10,.0f}{memory.mapped:10,.0f}")
        figures |= {f"{name}_{count}": getattr(memory, name) for name in Memory.__dataclass_fields__}
    return figures


def print_model() -> dict[str, float]:
    """Two agents (MCP) and the window over one store; how many processes hold the model, and what each takes."""
    with tempfile.TemporaryDirectory(prefix="engramma-") as name, _three(Path(name)) as (started, runtime):
        hosts = _until_host(runtime)
        for who in AGENTS:
            _recall_by_protocol(started[who])
        pids = {who: process.pid for who, process in started.items()}
        pids |= {f"model's process {place}": pid for place, pid in enumerate(hosts, start=1)}
        figures: dict[str, float] = {"hosts": len(hosts)}
        print(f"{'megabytes':18}{'RSS':>8}{'PSS':>8}{'USS':>8}  holds the model")
        for who, pid in pids.items():
            memory = memory_of([pid])
            torch = any("torch" in part.path for part in psutil.Process(pid).memory_maps())
            print(
                f"{who:18}{memory.rss:8,.0f}{memory.pss:8,.0f}{memory.uss:8,.0f}  {'yes' if torch else 'no'}"
            )
            figures |= {f"{who} pss": memory.pss, f"{who} holds the model": float(torch)}
        for pid in hosts:
            psutil.Process(pid).terminate()
        return figures


@contextmanager
def _three(folder: Path) -> Iterator[tuple[dict[str, subprocess.Popen[str]], Path]]:
    """The window and the agents, in a home and a meeting place of their own."""
    store, runtime = folder / "shared.engramma", folder / "run"
    with open_store(store, create=True) as made:
        for number in range(40):
            made.memories.remember(f"Fact number {number} about the harbour and its boats.")
    runtime.mkdir(mode=0o700)
    environment = {
        **os.environ,
        "ENGRAMMA_HOME": str(folder),
        "XDG_RUNTIME_DIR": str(runtime),
        "ENGRAMMA_EMBEDDER": "host",
        "QT_QPA_PLATFORM": "offscreen",
    }
    started = {"window": _started([sys.executable, "-c", WINDOW, str(store)], environment)}
    try:
        for name in AGENTS:
            command = [sys.executable, "-m", "engramma", "mcp", "--as", name, "--store", str(store)]
            started[name] = _started(command, environment)
        yield started, runtime
    finally:
        for process in started.values():
            process.kill()
            process.communicate()


def _until_host(runtime: Path) -> list[int]:
    """The model's processes that meet there, once one has loaded the model."""
    deadline = time.monotonic() + _WAIT_SECONDS
    while time.monotonic() < deadline:
        found = [
            process
            for process in psutil.process_iter(["cmdline"])
            if _HOST in (words := process.info["cmdline"] or [])
            and any(str(runtime) in word for word in words)
        ]
        if found and all(process.memory_info().rss > _LOADED for process in found):
            time.sleep(_SETTLE_SECONDS)
            return [process.pid for process in found if process.is_running()]
        time.sleep(0.5)
    raise TimeoutError("no process has loaded the model")


def _recall_by_protocol(process: subprocess.Popen[str]) -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    }
    _send(process, {"id": 1, "method": "initialize", "params": hello})
    _read_line(process.stdout)
    _send(process, {"method": "notifications/initialized"})
    question = {"name": "recall", "arguments": {"question": "harbour boats"}}
    _send(process, {"id": 2, "method": "tools/call", "params": question})
    _read_line(process.stdout)


def _send(process: subprocess.Popen[str], message: dict[str, Any]) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    process.stdin.flush()


def _started(command: Sequence[str], environment: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=dict(environment),
    )


def _read_line(stream: IO[str] | None) -> str:
    assert stream is not None
    return stream.readline()
