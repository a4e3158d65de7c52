"""The source of the theme: chooses light or dark, applies it to the application, and says so.

Exists as the only place that touches the application's style, palette, font and style sheet. Widgets need
no connection to it: a new palette repaints them, and they ask `current.theme()` when they paint. Plots
connect to `changed`.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from engramma.ui.theme.current import Theme, set_current
from engramma.ui.theme.fonts import build_font, platform_px, register_fonts
from engramma.ui.theme.icon_files import register_icon_files
from engramma.ui.theme.metrics import Metrics, TextRole, scale_of
from engramma.ui.theme.palette import build_palette
from engramma.ui.theme.schemes import SCHEMES
from engramma.ui.theme.sheet import build_sheet


class ThemeMode(StrEnum):
    """What a person chose: one scheme, or whatever the system says."""

    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"


class ThemeSource(QObject):
    """Applies a theme to the application and follows the system live while the mode is `system`.

    `changed` carries the new `Theme` after it is in force. `scale` overrides the one derived from the
    platform font.
    """

    changed = Signal(object)

    def __init__(
        self,
        application: QApplication,
        mode: ThemeMode | str = ThemeMode.SYSTEM,
        *,
        scale: float | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent or application)
        self._application = application
        self._mode = ThemeMode(mode)
        register_fonts()
        register_icon_files()
        self._metrics = Metrics.at(scale if scale is not None else scale_of(platform_px()))
        if application.style().objectName() != "fusion":
            application.setStyle("Fusion")
        application.setFont(build_font(TextRole.BODY, self._metrics))
        self._theme = self._build()
        self._apply()
        application.styleHints().colorSchemeChanged.connect(self._follow_system)

    @property
    def mode(self) -> ThemeMode:
        """The mode a person chose."""
        return self._mode

    @property
    def theme(self) -> Theme:
        """The theme in force."""
        return self._theme

    def set_mode(self, mode: ThemeMode | str) -> None:
        """Choose light, dark or system; applied at once. Raises ValueError for another word."""
        self._mode = ThemeMode(mode)
        self._refresh()

    def set_scale(self, scale: float) -> None:
        """Choose another size of all text and spaces (1..2.5); applied at once."""
        self._metrics = Metrics.at(scale)
        self._application.setFont(build_font(TextRole.BODY, self._metrics))
        self._refresh()

    def _follow_system(self, _scheme: Qt.ColorScheme) -> None:
        if self._mode is ThemeMode.SYSTEM:
            self._refresh()

    def _refresh(self) -> None:
        fresh = self._build()
        if fresh.name == self._theme.name and fresh.metrics == self._theme.metrics:
            return
        self._theme = fresh
        self._apply()
        self.changed.emit(fresh)

    def _build(self) -> Theme:
        name = self._mode.value
        if self._mode is ThemeMode.SYSTEM:
            dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
            name = "dark" if dark else "light"
        return Theme(name, SCHEMES[name], self._metrics)

    def _apply(self) -> None:
        set_current(self._theme)
        self._application.setPalette(build_palette(self._theme.tokens))
        self._application.setStyleSheet(build_sheet(self._theme))
