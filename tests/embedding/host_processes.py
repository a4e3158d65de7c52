"""Finds, awaits and ends the hosts that a test started."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from engramma.embedding.client import HostEmbedder

MakeEmbedder = Callable[..., HostEmbedder]


def end_host(folder: Path) -> None:
    """Kill the host of `folder`, also a stopped one, and wait until it is gone."""
    for process in hosts_of(folder):
        with suppress(psutil.NoSuchProcess):
            os.kill(process.pid, signal.SIGKILL)
            process.wait(5)


def hosts_of(folder: Path) -> list[psutil.Process]:
    """The living hosts of `folder`."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        line = process.info["cmdline"] or []
        if str(folder) in line and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


def eventually(check: Callable[[], bool], *, seconds: float = 10.0) -> bool:
    """Whether `check` comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if check():
            return True
        time.sleep(0.02)
    return check()
