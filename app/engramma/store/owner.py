"""Names a process so that another one can tell whether it still lives, even after its pid was used again.

The time of its start is taken from a clock that nobody can set: on Linux psutil's `create_time` moves with the wall
clock, so that a living process would look dead after the clock was set.
"""

from __future__ import annotations

import os
import sys
from functools import cache

import psutil


@cache
def _named(pid: int) -> str:
    return f"{pid}:{_start(pid)}"


def own_name() -> str:
    """The name of this process: pid and start."""
    return _named(os.getpid())


def is_alive(name: str) -> bool:
    """Whether the process that `name` was given to still runs."""
    pid_text, _, started = name.partition(":")
    try:
        pid = int(pid_text)
        return _start(pid) == started and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except (psutil.NoSuchProcess, ValueError, OverflowError):
        return False
    except psutil.AccessDenied:
        return True


def _start(pid: int) -> str:
    if sys.platform == "linux":
        return f"{_boot()}-{_ticks(pid)}"
    return f"{psutil.Process(pid).create_time():.2f}"


def _ticks(pid: int) -> str:
    """Clock ticks between the start of the computer and that of the process: field 22 of its stat."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[19].decode()
    except OSError as error:
        raise psutil.NoSuchProcess(pid) from error


@cache
def _boot() -> str:
    try:
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            return file.read().strip()[:8]
    except OSError:
        return "boot"
