"""The icon files that the style sheet names: makes `engramma-icons:` point at the shipped folder.

Exists because a style sheet can name files only; everything else draws its icons from the icon font.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from PySide6.QtCore import QDir
from PySide6.QtGui import QIcon

PREFIX = "engramma-icons"


@lru_cache(maxsize=1)
def register_icon_files() -> None:
    """Let Qt find `engramma-icons:NAME`, once a process."""
    QDir.addSearchPath(PREFIX, str(files("engramma.resources") / "icons"))


def app_icon() -> QIcon:
    """The application's icon, drawn from its SVG at any size."""
    register_icon_files()
    return QIcon(f"{PREFIX}:engramma.svg")
