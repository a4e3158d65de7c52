"""Loads the libraries that the store stands on, and nothing of our own.

For programs with a window: Qt's import hook reads the source of every module that is imported after it, so these
come first, while the engine itself may follow when a store is opened.
"""

from __future__ import annotations

import numpy  # noqa: F401 (loading it is the point)
import sqlalchemy  # noqa: F401
