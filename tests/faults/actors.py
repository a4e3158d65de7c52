"""Processes that work on a store until somebody kills them.

`python -m tests.faults.actors` waits for one JSON line a job on its input and forks a process for each, so that a
test of many kills starts Python once. Every process writes what was acknowledged to a file, line by line.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from engramma.engine import MemoryStore, open_store
from engramma.engine.transfer import Transfer
from engramma.model.errors import NothingToUndoError
from engramma.model.operation import Take
from engramma.model.progress import Progress

Tell = Callable[..., None]

GROUP = 600
"""Memories that every bulk change of `torture` changes all alike."""


def fill(path: Path) -> None:
    """A store with the group that `torture` works on."""
    with open_store(path, create=True) as store:
        from engramma.store.journal.step import Step
        from engramma.store.memories.writing import insert_memory

        def insert(step: Step, number: int) -> None:
            insert_memory(
                step, uid=store.workspace.uids.next(step.at), key=store.workspace.content_key(f"Group {number}."),
                text=f"Group {number}.", kind="semantic", tier="short_term", category="fact", importance=0.5,
                created_at=step.at, actor="person",
            )  # fmt: skip

        with store.workspace.journal.long("import", "import of the group", actor="import") as running:
            for start in range(0, GROUP, 200):
                with running.step() as step:
                    for number in range(start, start + 200):
                        insert(step, number)


def work_import(store: MemoryStore, tell: Tell, *, file: str) -> None:
    """One import; tells of its progress and of its end."""

    def report(progress: Progress) -> None:
        tell(done=progress.done, total=progress.total)

    tell(begun=True)
    found = store.transfer.import_files([Path(file)], report=report)
    tell(operation=found.operation_id, events=found.files[0].events)


def work_write(store: MemoryStore, tell: Tell, *, count: int, name: str, pause: float = 0.0) -> None:
    """New memories, one operation each; tells of each with the time that it took."""
    for number in range(count):
        begun = time.monotonic()
        made = store.memories.remember(f"{name} says {number}.", tags=[name])
        tell(id=made.id, text=f"{name} says {number}.", seconds=time.monotonic() - begun)
        time.sleep(pause)


def work_torture(store: MemoryStore, tell: Tell, *, seed: int, file: str) -> None:
    """Bulk changes, edits, undo and redo, imports, for ever; tells of each operation that was acknowledged."""
    rng = random.Random(seed)
    ids = list(range(1, GROUP + 1))
    source = Path(file)
    memories, history = store.memories, store.history

    def bulk_importance() -> dict[str, Any]:
        value = rng.randrange(1, 100) / 100
        memories.change(ids, importance=value)
        return {"importance": value}

    def bulk_pin() -> dict[str, Any]:
        (memories.pin if rng.random() < 0.5 else memories.unpin)(ids)
        return {}

    def bulk_tag() -> dict[str, Any]:
        memories.tag(ids, **{rng.choice(("add", "remove")): ["bulk"]})
        return {}

    def edit() -> dict[str, Any]:
        one, text = rng.choice(ids), f"Edited {rng.random()}."
        memories.edit(one, text)
        return {"edited": one, "text": text}

    def keep() -> dict[str, Any]:
        text = f"Kept {rng.random()}."
        return {"id": memories.remember(text).id, "text": text}

    def bring_in_and_out() -> dict[str, Any]:
        report = Transfer(store.workspace).import_files([source])
        if report.operation_id is not None:
            tell(imported=report.operation_id)
        newest = [
            item for item in history.recent(limit=400) if item.kind == "import" and item.undone_by is None
        ]
        if len(newest) > 1:
            history.undo(newest[0].id, take=Take.THEIRS)
        return {}

    def back_and_forth() -> dict[str, Any]:
        with suppress(NothingToUndoError):
            (history.undo if rng.random() < 0.6 else history.redo)(take=Take.THEIRS)
        return {}

    acts = (bulk_importance, bulk_pin, bulk_tag, edit, edit, keep, keep, bring_in_and_out, back_and_forth)
    for turn in itertools.count():
        act = rng.choice(acts)
        tell(did=act.__name__, turn=turn, newest=None, **act())


WORK: dict[str, Callable[..., None]] = {"import": work_import, "write": work_write, "torture": work_torture}


def run(job: dict[str, Any]) -> None:
    """Do one job in this process."""
    handle = os.open(job["told"], os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def tell(**what: Any) -> None:
        os.write(handle, json.dumps(what).encode() + b"\n")

    try:
        with open_store(Path(job["store"]), actor=job.get("actor", "person"), create=True) as store:
            WORK[job["work"]](store, tell, **job.get("given", {}))
    except BaseException:
        tell(problem=traceback.format_exc())


def serve() -> None:
    """Fork a process for each line of input and answer with its pid."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            run(json.loads(line))
            os._exit(0)
        print(pid, flush=True)


class Actor:
    """One working process, as the test sees it."""

    def __init__(self, pid: int, told: Path) -> None:
        self.pid = pid
        self._told = told

    def told(self) -> list[dict[str, Any]]:
        """What it has acknowledged; a line that was cut off by its death does not count."""
        if not self._told.exists():
            return []
        lines = self._told.read_bytes().split(b"\n")
        return [json.loads(line) for line in lines[:-1]]

    def wait_for(self, name: str, *, seconds: float = 60.0) -> dict[str, Any]:
        """The first thing it tells that has `name`."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for what in self.told():
                if "problem" in what:
                    raise AssertionError(what["problem"])
                if name in what:
                    return what
            time.sleep(0.002)
        raise AssertionError(f"it never told of {name}")

    def alive(self) -> bool:
        """Whether it still works."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """End it as a power cut would, and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        self.join()

    def join(self, *, seconds: float = 60.0) -> None:
        """Wait until it is gone."""
        until = time.monotonic() + seconds
        while self.alive():
            if time.monotonic() > until:
                raise AssertionError("it does not end")
            time.sleep(0.002)


class Theatre:
    """Starts actors; end it when all is done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = itertools.count(1)
        self._actors: list[Actor] = []
        root = Path(__file__).parents[2]
        paths = os.pathsep.join((str(root / "app"), str(root)))
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.actors"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": paths},
        )

    def start(self, work: str, store: Path, *, actor: str = "person", **given: Any) -> Actor:
        """A new process that does `work` on `store`."""
        told = self._folder / f"told-{next(self._numbers)}.jsonl"
        job = {"work": work, "store": str(store), "told": str(told), "actor": actor, "given": given}
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(job) + "\n")
        self._server.stdin.flush()
        made = Actor(int(self._server.stdout.readline()), told)
        self._actors.append(made)
        return made

    def close(self) -> None:
        """End everything."""
        for actor in self._actors:
            if actor.alive():
                actor.kill()
        with self._server:
            assert self._server.stdin is not None
            self._server.stdin.close()
            self._server.wait(10)


if __name__ == "__main__":
    serve()
