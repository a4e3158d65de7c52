"""Ranks memories and events for a question: text, meaning, time asked about, then activation along the session.

Pure arrays and values; no SQL, no model, no clock. The arithmetic and its measurements: see `formula`.
"""

from __future__ import annotations
