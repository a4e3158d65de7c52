"""The theme source applies a theme at once and live: palette, style sheet, painted pixels."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engramma.ui.theme import (
    TextRole,
    Theme,
    ThemeMode,
    ThemeSource,
    set_surface,
    set_text_role,
    set_variant,
    theme,
)


class Swatch(QWidget):
    """Paints the accent colour of the theme in force and counts."""

    painted = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        QPainter(self).fillRect(self.rect(), theme().colour("accent"))


def pixel(widget: QWidget) -> str:
    image = widget.grab().toImage()
    return image.pixelColor(image.width() // 2, image.height() // 2).name().upper()


def test_applies_palette_and_sheet(theme_source: ThemeSource, qapp: QApplication) -> None:
    assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == theme_source.theme.tokens.window
    assert theme_source.theme.tokens.accent in qapp.styleSheet()
    assert theme() is theme_source.theme


def test_a_live_switch_repaints_what_paints_itself(theme_source: ThemeSource, qtbot: QtBot) -> None:
    swatch = Swatch()
    swatch.resize(20, 20)
    qtbot.addWidget(swatch)
    swatch.show()
    qtbot.waitUntil(lambda: swatch.painted > 0)
    light, before = pixel(swatch), swatch.painted
    theme_source.set_mode(ThemeMode.DARK)
    qtbot.waitUntil(lambda: swatch.painted > before)
    assert pixel(swatch) != light
    assert pixel(swatch) == theme_source.theme.tokens.accent


def test_a_live_switch_restyles_surfaces(theme_source: ThemeSource, qtbot: QtBot) -> None:
    panel = QWidget()
    panel.resize(20, 20)
    qtbot.addWidget(panel)
    set_surface(panel, "panel")
    panel.show()
    assert pixel(panel) == theme_source.theme.tokens.panel
    theme_source.set_mode("dark")
    assert pixel(panel) == theme_source.theme.tokens.panel


def test_changed_carries_the_theme_and_only_for_a_change(theme_source: ThemeSource) -> None:
    seen: list[Theme] = []
    theme_source.changed.connect(seen.append)
    theme_source.set_mode("light")
    theme_source.set_mode("dark")
    theme_source.set_mode("dark")
    theme_source.set_scale(1.5)
    assert [item.name for item in seen] == ["dark", "dark"]
    assert seen[-1].metrics.row == 69
    assert seen[-1].is_dark


def test_follows_the_system_while_told_to(
    theme_source: ThemeSource, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    hints = QApplication.styleHints()
    scheme = Qt.ColorScheme.Light

    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:
            return scheme

    monkeypatch.setattr(qapp, "styleHints", Hints, raising=False)
    theme_source.set_mode("system")
    scheme = Qt.ColorScheme.Dark
    hints.colorSchemeChanged.emit(scheme)
    assert theme_source.theme.name == "dark"
    theme_source.set_mode("light")
    hints.colorSchemeChanged.emit(scheme)
    assert theme_source.theme.name == "light"


def test_unknown_mode_is_refused(theme_source: ThemeSource) -> None:
    with pytest.raises(ValueError):
        theme_source.set_mode("sepia")


def test_labels_with_a_role_are_plain_text(theme_source: ThemeSource, qtbot: QtBot) -> None:
    label = QLabel("<b>not bold</b>")
    qtbot.addWidget(label)
    set_text_role(label, TextRole.TITLE, tone="muted")
    assert label.textFormat() == Qt.TextFormat.PlainText
    label.show()
    assert label.font().pixelSize() == 14


def test_button_sizes(theme_source: ThemeSource, qtbot: QtBot) -> None:
    heights = {}
    for size in ("small", "normal", "large"):
        button = QPushButton("Keep")
        qtbot.addWidget(button)
        set_variant(button, "primary", size=size)  # type: ignore[arg-type]
        button.ensurePolished()
        heights[size] = button.sizeHint().height()
    assert heights == {"small": 24, "normal": 28, "large": 44}


def test_focus_changes_no_size(theme_source: ThemeSource, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton("Keep", window)
    window.show()
    plain = button.sizeHint()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)
    assert button.sizeHint() == plain


def test_labels_may_have_tabular_figures_and_mono(theme_source: ThemeSource, qtbot: QtBot) -> None:
    number, ident = QLabel("11"), QLabel("M-12")
    for label in (number, ident):
        qtbot.addWidget(label)
    set_text_role(number, TextRole.TITLE, tabular=True)
    set_text_role(ident, TextRole.MONO)
    for label in (number, ident):
        label.show()
        measures = label.fontMetrics()
        assert measures.horizontalAdvance("1111") == measures.horizontalAdvance("8888")
    assert ident.fontMetrics().horizontalAdvance("iiii") == ident.fontMetrics().horizontalAdvance("MMMM")
    assert number.font().pixelSize() == 14
