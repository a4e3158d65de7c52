"""Gives memory that a model freed back to the system: glibc keeps it, after bulk work a gigabyte and more."""

from __future__ import annotations

import ctypes
import sys


def return_memory() -> None:
    """Do so where the C library can."""
    if sys.platform != "linux":
        return
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError):
        # Another C library: it has no such call, and no such habit.
        return
