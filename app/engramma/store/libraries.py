"""Loads SQLAlchemy, the largest of the libraries that the store stands on, and nothing of our own.

For programs with a window: Qt's import hook reads the source of every module that is imported after it, so SQLAlchemy
comes first. numpy and the engine, which are a third of its size, follow when a store is opened, while the window
already shows.
"""

from __future__ import annotations

import sqlalchemy  # noqa: F401 (loading it is the point)
