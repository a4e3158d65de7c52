"""Names who writes, a process and the store it has open, so that others can tell whether they are still there.

A name stays true after its pid was used again, and ends when the process closes the store.

The time of its start is taken from a clock that nobody can set: on Linux psutil's `create_time` moves with the wall
clock, so that a living process would look dead after the clock was set.
"""

from __future__ import annotations

import itertools
import os
import sys
from functools import cache

import psutil

_numbers = itertools.count(1)
_open: set[str] = set()


@cache
def _named(pid: int) -> str:
    return f"{pid}:{_start(pid)}"


def own_name() -> str:
    """The name of this process: pid and start."""
    return _named(os.getpid())


def take_name() -> str:
    """A name for a store that this process opens; give it back when it is closed."""
    name = f"{own_name()}/{next(_numbers)}"
    _open.add(name)
    return name


def give_back(name: str) -> None:
    """Nobody writes under this name any more."""
    _open.discard(name)


def is_alive(name: str) -> bool:
    """Whether the process that `name` was given to still runs, and, if it is this one, has the store open."""
    process, _, number = name.partition("/")
    if number and process == own_name():
        return name in _open
    pid_text, _, started = process.partition(":")
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
