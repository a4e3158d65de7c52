"""Where the window keeps its own files; the engine names the places, so that the command line means the same."""

from __future__ import annotations

from engramma.engine.home import home_folder, sample_folder

__all__ = ["home_folder", "sample_folder"]
