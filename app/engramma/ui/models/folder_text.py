"""Folders as people read them: with ~ for their own."""

from __future__ import annotations

from pathlib import Path


def home_text(folder: Path) -> str:
    """A folder, with ~ for the person's own."""
    try:
        return f"~/{folder.relative_to(Path.home())}".removesuffix("/.")
    except (ValueError, RuntimeError):
        return str(folder)
