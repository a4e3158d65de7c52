"""The style sheet is complete, names files that exist, and uses no colour that is not of its theme."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QTabBar,
    QTableView,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource
from engramma.ui.theme.current import Theme
from engramma.ui.theme.metrics import Metrics
from engramma.ui.theme.schemes import SCHEMES
from engramma.ui.theme.sheet import build_sheet

ICONS = files("engramma.resources") / "icons"
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b")


def token_colours(name: str) -> set[str]:
    tokens = SCHEMES[name]
    return {getattr(tokens, field) for field in tokens.__dataclass_fields__}


@pytest.fixture(params=sorted(SCHEMES))
def sheet(request: pytest.FixtureRequest) -> tuple[str, str]:
    return request.param, build_sheet(Theme(request.param, SCHEMES[request.param], Metrics()))


def test_braces_match_and_nothing_is_left_open(sheet: tuple[str, str]) -> None:
    _, text = sheet
    assert text.count("{") == text.count("}")
    assert "{{" not in text
    assert "None" not in text


def test_every_named_file_exists(sheet: tuple[str, str]) -> None:
    name, text = sheet
    named = set(re.findall(r"url\(engramma-icons:([^)]+)\)", text))
    assert named
    for path in named:
        assert path.startswith(f"{name}/")
        assert (ICONS / path).is_file(), path


def test_the_sheet_of_one_theme_has_no_colour_of_the_other(sheet: tuple[str, str]) -> None:
    name, text = sheet
    other = "dark" if name == "light" else "light"
    only_other = token_colours(other) - token_colours(name)
    assert not {colour.upper() for colour in COLOUR.findall(text)} & only_other


@pytest.mark.parametrize("name", sorted(SCHEMES))
def test_icon_files_use_token_colours(name: str) -> None:
    for file in (ICONS / name).iterdir():
        colours = {colour.upper() for colour in COLOUR.findall(file.read_text("utf-8"))}
        assert colours <= token_colours(name), file.name
        assert colours, file.name


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_every_styled_widget_renders_without_a_word_from_qt(
    theme_source: ThemeSource, qtbot: QtBot, mode: str, ratio: float
) -> None:
    theme_source.set_mode(mode)
    window = QMainWindow()
    qtbot.addWidget(window)
    body = QWidget()
    column = QVBoxLayout(body)
    for kind in (
        QCheckBox,
        QRadioButton,
        QLineEdit,
        QComboBox,
        QSpinBox,
        QPushButton,
        QToolButton,
        QProgressBar,
    ):
        widget = kind()
        column.addWidget(widget)
    for view in (QTableView(), QTreeView(), QTabBar()):
        column.addWidget(view)
    window.setCentralWidget(body)
    window.menuBar().addMenu(QMenu("File", window))
    window.statusBar().showMessage("Ready")
    window.resize(400, 500)
    window.show()
    image = QImage(round(400 * ratio), round(500 * ratio), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    window.render(image)
    assert image.pixelColor(1, image.height() - 4).name().upper() == theme_source.theme.tokens.panel


def test_a_polished_application_keeps_its_sheet(theme_source: ThemeSource, qapp: QApplication) -> None:
    assert qapp.styleSheet() == build_sheet(theme_source.theme)
