"""Many agents on one store for a while, with passes of consolidation and, if wanted, the window, all at once.

    python -m tests.benchmarks.agents [--agents 8] [--seconds 60] [--window] [--embedder off|hash|host] [--json FILE]

Each agent is a client of the SDK with a server process of its own; reads and writes are mixed, a few calls a second.
Exits with 1 when a call met a lock, or when a write that was acknowledged is lost, doubled or different.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tests.agent.agent_client import AgentClient, agent_on, said

from engramma.engine import open_store
from engramma.model.errors import EngrammaError

THINGS = ("courier", "voucher", "basket", "invoice", "webhook", "backup", "label printer", "price list")
CALLS = {
    "recall": 36, "remember": 24, "get": 10, "context": 6, "edit": 6, "correct": 5, "session_event": 5, "link": 4,
    "forget": 2, "list_sessions": 1, "stats": 1,
}  # fmt: skip
LOOK_EVERY = 0.5
LOCKED = ("lock", "busy")
WINDOW = """
import sys
from pathlib import Path
from engramma.start.window import open_window
sys.exit(open_window(Path(sys.argv[1])))
"""


@dataclass(slots=True)
class Tally:
    """What all agents saw: seconds by tool, refusals by sentence, and by id the text that a write acknowledged."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refusals: Counter[str] = field(default_factory=Counter)
    texts: dict[str, str] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    superseded: set[str] = field(default_factory=set)


class Agent:
    """One agent at work: it changes only what it remembered itself."""

    def __init__(self, number: int, client: AgentClient, tally: Tally) -> None:
        self._number, self._client, self._tally = number, client, tally
        self._random = random.Random(number)
        self._made = 0
        self._own: list[str] = []
        self._session = ""

    async def work(self, until: float, pause: float) -> None:
        """Call one tool after another."""
        begun = await self._call("session_start", title=f"Talk {self._number}")
        self._session = str(begun["session"]) if begun else ""
        while time.monotonic() < until:
            await self._one(self._random.choices(list(CALLS), list(CALLS.values()))[0])
            await asyncio.sleep(self._random.uniform(0, 2 * pause))

    async def _one(self, tool: str) -> None:
        tally, own = self._tally, self._own
        if tool in ("get", "edit", "correct", "link", "forget") and len(own) < 2:
            tool = "remember"
        if tool == "remember":
            text = self._text("saw")
            done = await self._call(tool, text=text, tags=["bench"])
            if done is not None:
                own.append(done["id"])
                tally.texts[done["id"]] = text
        elif tool in ("edit", "correct"):
            memory, text = self._random.choice(own), self._text("now says")
            done = await self._call(tool, memory=memory, text=text)
            if done is not None and done["status"] == "done":
                tally.texts[done["id"]] = text
                if done["id"] != memory:
                    own[own.index(memory)] = done["id"]
                    tally.superseded.add(memory)
        elif tool == "forget":
            memory = own.pop(self._random.randrange(len(own)))
            if await self._call(tool, memory=memory) is not None:
                tally.forgotten.add(memory)
        elif tool == "link":
            one, other = self._random.sample(own, 2)
            await self._call(tool, memory=one, other=other)
        elif tool == "get":
            await self._call(tool, memory=self._random.choice(own))
        elif tool == "session_event":
            await self._call(
                tool, session=self._session, role="user", text=f"Well, {self._text('asks about')}"
            )
        elif tool in ("recall", "context"):
            await self._call(tool, question=f"What about the {self._random.choice(THINGS)}?")
        else:
            await self._call(tool)

    def _text(self, verb: str) -> str:
        self._made += 1
        thing = self._random.choice(THINGS)
        return f"Agent {self._number} {verb} the {thing} at desk {self._made} of {self._random.randrange(10**6)}."

    async def _call(self, tool: str, **arguments: Any) -> dict[str, Any] | None:
        started = time.perf_counter()
        result = await self._client.session.call_tool(tool, arguments)
        self._tally.seconds[tool].append(time.perf_counter() - started)
        if result.is_error:
            self._tally.refusals[said(result)[:160]] += 1
            return None
        return result.structured_content


class Watch(threading.Thread):
    """Runs passes, and notes how large the write-ahead log and the processes became."""

    def __init__(self, path: Path, *, pass_every: float) -> None:
        super().__init__()
        self._path, self._pass_every = path, pass_every
        self.stop = threading.Event()
        self.wal = self.passes = 0
        self.pass_seconds: list[float] = []
        self.refused: Counter[str] = Counter()
        self.memory: dict[str, int] = {}
        self.series: list[float] = []

    def run(self) -> None:
        """Until `stop`."""
        log = self._path.with_name(f"{self._path.name}-wal")
        next_pass = time.monotonic() + self._pass_every
        with open_store(self._path, actor="worker") as store:
            while not self.stop.wait(LOOK_EVERY):
                self.wal = max(self.wal, log.stat().st_size if log.exists() else 0)
                self._weigh()
                self.series.append(round((log.stat().st_size if log.exists() else 0) / 1e6, 1))
                if time.monotonic() > next_pass:
                    started = time.perf_counter()
                    try:
                        store.consolidation.run()
                        self.passes += 1
                    except EngrammaError as error:
                        self.refused[str(error)[:160]] += 1
                    self.pass_seconds.append(time.perf_counter() - started)
                    next_pass = time.monotonic() + self._pass_every

    def _weigh(self) -> None:
        for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
            try:
                name, size = _role(process.cmdline()), process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
            key = f"{name} {process.pid}"
            self.memory[key] = max(self.memory.get(key, 0), size)


def _role(line: list[str]) -> str:
    if "mcp" in line:
        return "server"
    if "engramma.embedding.host" in line:
        return "host"
    return "window" if WINDOW in line else "benchmark"


async def _agents(path: Path, tally: Tally, *, agents: int, seconds: float, pause: float) -> None:
    ready = asyncio.Barrier(agents)

    async def one(number: int) -> None:
        async with agent_on(path, name=f"bench-{number}") as client:
            await client.session.list_tools()
            await ready.wait()
            await Agent(number, client, tally).work(time.monotonic() + seconds, pause)

    await asyncio.gather(*(one(number) for number in range(agents)))


def check(path: Path, tally: Tally) -> list[str]:
    """What is not as the answers said."""
    wrong = []
    with open_store(path) as store:
        found: dict[str, str] = {}
        for name in tally.texts:
            memory = store.memories.get(int(name.removeprefix("M-")))
            found[name] = memory.text
            if memory.text != tally.texts[name] and memory.merged_into is None:
                wrong.append(f"{name} says {memory.text!r} instead of {tally.texts[name]!r}")
            if name in tally.forgotten and memory.state != "trashed":
                wrong.append(f"{name} was forgotten and is {memory.state}")
            if name in tally.superseded and memory.state != "superseded":
                wrong.append(f"{name} was corrected and is {memory.state}")
        doubled = [text for text, count in Counter(found.values()).items() if count > 1]
        wrong += [f"{text!r} is there more than once" for text in doubled]
        kept = sum(1 for found in store.history.recent(limit=10**6) if found.kind == "remember")
        asked = len(tally.seconds["remember"]) - sum(tally.refusals.values())
        if kept < asked:
            wrong.append(f"{asked} statements were acknowledged, {kept} operations are there")
        wrong += [f"doctor: {found.name}: {found.detail}" for found in store.doctor.check(full=True).failed]
    return wrong


def bench(
    path: Path, *, agents: int, seconds: float, pause: float, pass_every: float, window: bool
) -> dict[str, Any]:
    """All figures; times in ms, sizes in MB."""
    open_store(path, create=True).close()
    shown = None
    if window:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        shown = subprocess.Popen([sys.executable, "-c", WINDOW, str(path)], env=environment)
    tally, watch = Tally(), Watch(path, pass_every=pass_every)
    watch.start()
    try:
        asyncio.run(_agents(path, tally, agents=agents, seconds=seconds, pause=pause))
    finally:
        watch.stop.set()
        watch.join()
        if shown is not None:
            alive = shown.poll() is None
            shown.terminate()
            shown.wait(20)
    wrong = check(path, tally)
    if shown is not None and not alive:
        wrong.append("the window ended by itself")
    refused = tally.refusals + watch.refused
    tools = {
        tool: {
            "calls": len(times),
            "median": round(1000 * statistics.median(times), 1),
            "p95": round(
                1000 * statistics.quantiles(times, n=20, method="inclusive")[-1]
                if len(times) > 1
                else 1000 * times[0],
                1,
            ),
            "worst": round(1000 * max(times), 1),
        }
        for tool, times in sorted(tally.seconds.items())
    }
    sizes: dict[str, list[float]] = defaultdict(list)
    for name, size in watch.memory.items():
        sizes[name.split()[0]].append(round(size / 1e6))
    return {
        "agents": agents,
        "seconds": seconds,
        "window": window,
        "calls": sum(row["calls"] for row in tools.values()),
        "tools": tools,
        "locks": sum(
            count for said, count in refused.items() if any(word in said.lower() for word in LOCKED)
        ),
        "refusals": dict(refused),
        "wrong": wrong,
        "wal_mb": round(watch.wal / 1e6, 1),
        "wal_mb_by_time": watch.series[::10],
        "passes": watch.passes,
        "pass_seconds_worst": round(max(watch.pass_seconds, default=0), 2),
        "memory_mb": dict(sizes),
        "store_mb": round(path.stat().st_size / 1e6, 1),
        "load": [round(load, 1) for load in os.getloadavg()],
    }


def main() -> int:
    """Print the figures; 1 when anything was lost or locked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--agents", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--pause", type=float, default=0.15, help="mean seconds between two calls of an agent"
    )
    parser.add_argument("--pass-every", type=float, default=5, help="seconds between two passes")
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--embedder", choices=["off", "hash", "host"], default="off")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    os.environ["ENGRAMMA_EMBEDDER"] = options.embedder
    with tempfile.TemporaryDirectory() as folder:
        os.environ["ENGRAMMA_HOME"] = str(Path(folder) / "home")
        figures = bench(
            Path(folder) / "agents.engramma",
            agents=options.agents,
            seconds=options.seconds,
            pause=options.pause,
            pass_every=options.pass_every,
            window=options.window,
        )
    for tool, row in figures["tools"].items():
        times = "".join(f"{name} {row[name]:>8} ms  " for name in ("median", "p95", "worst"))
        print(f"{tool:<14}{row['calls']:>7} calls  {times}")
    print(json.dumps({name: value for name, value in figures.items() if name != "tools"}, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), "utf-8")
    return 1 if figures["locks"] or figures["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
