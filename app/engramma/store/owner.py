"""Names a process so that another one can tell whether it still lives, even after its pid was used again."""

from __future__ import annotations

import os
from functools import cache

import psutil


@cache
def _named(pid: int) -> str:
    return f"{pid}:{psutil.Process(pid).create_time():.2f}"


def own_name() -> str:
    """The name of this process: pid and start time."""
    return _named(os.getpid())


def is_alive(name: str) -> bool:
    """Whether the process that `name` was given to still runs."""
    pid_text, _, started = name.partition(":")
    try:
        process = psutil.Process(int(pid_text))
        return f"{process.create_time():.2f}" == started and process.status() != psutil.STATUS_ZOMBIE
    except (psutil.NoSuchProcess, ValueError):
        return False
    except psutil.AccessDenied:
        return True
