"""The looks that a person chose are in force at once, and again at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource, motion
from engramma.ui.widgets import IconButton
from engramma.ui.window.appearance import Appearance
from engramma.ui.window.settings import Settings


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Movement as the platform wants it, after the test."""
    yield
    motion.set_reduced_motion(None)


def test_looks_are_in_force_at_once_and_at_the_next_start(theme_source: ThemeSource, own_home: Path) -> None:
    looks = Appearance(Settings(own_home), theme_source)
    assert (looks.scale, looks.motion, looks.compact) == (None, "system", False)
    looks.set_scale(1.5)
    looks.set_motion("full")
    looks.set_compact(compact=True)
    assert theme_source.theme.metrics.scale == 1.5
    assert not motion.reduced_motion()
    theme_source.set_scale(1.0)
    motion.set_reduced_motion(True)
    again = Appearance(Settings(own_home), theme_source)
    assert (again.scale, again.motion, again.compact) == (1.5, "full", True)
    assert (theme_source.theme.metrics.scale, motion.reduced_motion()) == (1.5, False)
    looks.set_scale(None)
    assert (looks.scale, theme_source.theme.metrics.scale) == (None, 1.0)
    with pytest.raises(KeyError):
        looks.set_motion("slow")


@pytest.mark.parametrize("kept", [{"scale": True, "motion": 7}, {"scale": "large"}, []])
def test_what_cannot_be_understood_is_left_out(
    theme_source: ThemeSource, own_home: Path, kept: object
) -> None:
    settings = Settings(own_home)
    settings.put("looks", kept)
    looks = Appearance(settings, theme_source)
    assert (looks.scale, looks.motion, looks.compact) == (None, "system", False)


def test_a_window_that_is_laid_out_already_is_measured_anew(
    qtbot: QtBot, theme_source: ThemeSource, own_home: Path
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.setContentsMargins(10, 0, 20, 4)
    column.setSpacing(8)
    fixed, free, button = QLabel("fixed"), QLabel("free"), IconButton("trash", "Move to Trash")
    fixed.setFixedSize(100, 26)
    for widget in (fixed, free, button):
        column.addWidget(widget)
    looks = Appearance(Settings(own_home), theme_source, window)
    side, icon = button.width(), button.iconSize().width()
    for scale in (1.5, 1.0):
        looks.set_scale(scale)
        assert (fixed.minimumWidth(), fixed.maximumHeight()) == (round(100 * scale), round(26 * scale))
        margins = column.contentsMargins()
        assert (margins.left(), margins.right(), margins.bottom()) == (10 * scale, 20 * scale, 4 * scale)
        assert column.spacing() == 8 * scale
        assert (button.maximumWidth(), button.iconSize().width()) == (
            round(side * scale),
            round(icon * scale),
        )
        assert free.maximumWidth() > 10_000, "what has no bounds gets none"
