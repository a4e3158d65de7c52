"""Fonts: registers the shipped Inter and builds one QFont for each role of the type scale.

Exists because wheels of Qt bring no fonts: Inter is the fallback everywhere and the application font where
there is no screen (tour, tests). Must not set the application font by itself; the theme source does.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from importlib.resources import files

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

from engramma.ui.theme.metrics import TYPE_SCALE, Metrics, TextRole

FAMILY = "Inter"
FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
SCREENLESS_PLATFORMS = ("offscreen", "minimal")
TABULAR = QFont.Tag("tnum")

log = logging.getLogger(__name__)


@lru_cache(maxsize=1)
def register_fonts() -> bool:
    """Add the shipped font to Qt's database, once a process.

    False (and a log record) if Qt refuses a file.
    """
    folder = files("engramma.resources") / "fonts"
    complete = True
    for name in FILES:
        if QFontDatabase.addApplicationFontFromData((folder / name).read_bytes()) < 0:
            log.warning("The shipped font file %s cannot be read; the platform's font is used instead.", name)
            complete = False
    return complete


def platform_px() -> float:
    """Pixel size of the platform's general font.

    13 on platforms without a screen, which have no preference.
    """
    if QGuiApplication.platformName() in SCREENLESS_PLATFORMS:
        return 13.0
    return float(QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize())


def families() -> list[str]:
    """Font families in order of preference: the platform's, then Inter.

    Inter first where there is no screen.
    """
    general = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if QGuiApplication.platformName() in SCREENLESS_PLATFORMS:
        return [FAMILY, general]
    return [general, FAMILY]


def mono_families() -> list[str]:
    """Families for ids and commands: the platform's fixed font first."""
    return [QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(), "monospace"]


@lru_cache(maxsize=256)
def build_font(role: TextRole, metrics: Metrics, *, tabular: bool = False, struck: bool = False) -> QFont:
    """The font of a role. `tabular` aligns digits of columns of numbers; `struck` is for superseded text.

    The result is shared: copy it before changing it. Needs a QGuiApplication.
    """
    font = QFont()
    if role is TextRole.MONO:
        font.setFamilies(mono_families())
        font.setStyleHint(QFont.StyleHint.Monospace)
    else:
        font.setFamilies(families())
    font.setPixelSize(metrics.text_px(role))
    font.setWeight(QFont.Weight(TYPE_SCALE[role].weight))
    font.setStrikeOut(struck)
    if tabular:
        font.setFeature(TABULAR, 1)
    return font
