"""Engramma: see, correct and keep what AI agents remember.

The engine is the public API (`engramma.engine`); the window and the command line stand on it. This file
imports nothing, so that asking for the version costs nothing.
"""

__version__ = "0.1.0"
