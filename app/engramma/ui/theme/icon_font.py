"""The outlines of the `ph.` icons (Phosphor) that QtAwesome brings.

Exists because importing QtAwesome loads seven icon fonts (40 ms and more at start) of which one is wanted:
this reads that one file and its table of names directly. Must know nothing about colours or themes.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFont, QPainterPath, QRawFont, QTransform

OUTLINE_PX = 256.0


class UnknownIconError(KeyError):
    """There is no `ph.` icon of that name."""


def font_folder() -> Path:
    """Where QtAwesome keeps its fonts. Raises FileNotFoundError if QtAwesome is not installed."""
    spec = find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(
            "QtAwesome is not installed, so there are no icons: install it with the application."
        )
    return Path(next(iter(spec.submodule_search_locations))) / "fonts"


def _file(beginning: str, ending: str) -> Path:
    """The file of this name with a version number in it."""
    folder = font_folder()
    names = (name for name in os.listdir(folder) if name.startswith(beginning) and name.endswith(ending))
    return folder / next(names)


@lru_cache(maxsize=1)
def _code_points() -> dict[str, str]:
    return json.loads(_file("phosphor-charmap-", ".json").read_text("utf-8"))  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def _raw_font() -> QRawFont:
    return QRawFont(str(_file("phosphor-", ".ttf")), OUTLINE_PX, QFont.HintingPreference.PreferNoHinting)


def icon_exists(name: str) -> bool:
    """Whether there is an icon of that name (without the `ph.`)."""
    return name in _code_points()


@lru_cache(maxsize=256)
def outline(name: str) -> QPainterPath:
    """The icon's outline in a unit square, y downwards. Raises UnknownIconError."""
    code = _code_points().get(name)
    if code is None:
        raise UnknownIconError(name)
    font = _raw_font()
    glyph = font.glyphIndexesForString(chr(int(code, 16)))[0]
    advance = font.advancesForGlyphIndexes([glyph])[0].x()
    top = (font.ascent() + font.descent() - advance) / 2 - font.ascent()
    to_unit = QTransform().scale(1 / advance, 1 / advance).translate(0, -top)
    return to_unit.map(font.pathForGlyph(glyph))
