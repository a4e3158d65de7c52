"""What every test of the window may use: a theme in force, taken away after the test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from engramma.ui.theme import ThemeSource


@pytest.fixture
def theme_source(qapp: QApplication) -> Iterator[ThemeSource]:
    """The light theme in force at scale 1; light again when the test ends."""
    source = ThemeSource(qapp, "light", scale=1.0)
    yield source
    source.set_scale(1.0)
    source.set_mode("light")
    source.deleteLater()
