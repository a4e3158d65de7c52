"""How the window looks: theme, size of text, movement, rows. Every choice is in force at once."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton

from engramma.ui.bridge import WindowContext
from engramma.ui.models.dates import exact_text, moment_text
from engramma.ui.theme import TextRole, set_text_role, set_variant
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.views.settings.tools import SettingsTools
from engramma.ui.widgets import Segment, SegmentedControl

SCALES = ("system", "1", "1.1", "1.25", "1.5", "1.75", "2")


class AppearanceSection(SettingsSection):
    """Theme goes through its commands, the rest through the looks of the window."""

    key = "appearance"
    title = "Appearance"
    icon_name = "palette"

    def __init__(self, context: WindowContext, tools: SettingsTools) -> None:
        super().__init__("of this computer, in force at once")
        self._context, self._looks = context, tools.looks
        self.theme = SegmentedControl(
            (
                Segment("light", "Light", "sun"),
                Segment("dark", "Dark", "moon"),
                Segment("system", "Like the system", "circle-half"),
            ),
            "Theme",
            value=str(context.theme.mode),
        )
        self.scale = SegmentedControl(
            [Segment(key, "System" if key == "system" else f"{float(key):.0%}") for key in SCALES],
            "Text size",
        )
        self.rows_control = SegmentedControl(
            (
                Segment("comfortable", "Comfortable", "rows"),
                Segment("compact", "Compact", "list-bullets"),
            ),
            "Row height",
        )
        self.motion = SegmentedControl(
            (
                Segment("system", "Like the system"),
                Segment("reduced", "Reduced"),
                Segment("full", "Full"),
            ),
            "Movement",
        )
        self._dates = QLabel()
        set_text_role(self._dates, TextRole.BODY, tone="secondary", tabular=True)
        self.reset = QPushButton("Reset")
        set_variant(self.reset, "plain", size="small")
        self.reset.setAccessibleName("Reset the appearance")
        self.add_action(self.reset)
        self.add_group(
            "",
            "",
            (
                SettingRow(
                    "Theme",
                    "Light, dark, or what the system says",
                    terms="colours night dark mode",
                    controls=(self.theme,),
                    wide=True,
                ),
                SettingRow(
                    "Text size",
                    "And of all spaces and icons with it",
                    terms="scale zoom font",
                    controls=(self.scale,),
                    wide=True,
                ),
                SettingRow(
                    "Row height",
                    "Of the table in Memories; its head sets it, too",
                    terms="density compact comfortable",
                    controls=(self.rows_control,),
                    wide=True,
                ),
                SettingRow(
                    "Movement",
                    "Panes and messages that slide",
                    terms="animation reduced motion",
                    controls=(self.motion,),
                    wide=True,
                ),
                SettingRow(
                    "Dates",
                    "As the system writes them; the exact time in UTC on hover",
                    terms="format locale time zone",
                    controls=(self._dates,),
                    wide=True,
                ),
            ),
        )
        self._show()
        self.theme.changed.connect(self._on_theme)
        self.scale.changed.connect(self._on_scale)
        self.rows_control.changed.connect(self._on_rows)
        self.motion.changed.connect(self._looks.set_motion)
        self.reset.clicked.connect(self._on_reset)
        context.theme_changed.connect(self._show)

    def activate(self) -> None:
        """Somebody may have chosen another theme by its command."""
        self._show()

    def _show(self) -> None:
        looks = self._looks
        scale = "system" if looks.scale is None else f"{looks.scale:g}"
        self.theme.set_value(str(self._context.theme.mode))
        self.scale.set_value(scale if scale in SCALES else "system")
        self.rows_control.set_value("compact" if looks.compact else "comfortable")
        self.motion.set_value(looks.motion)
        store = self._context.store
        if store is not None:
            now = store.clock.now()
            self._dates.setText(moment_text(now, now))
            self._dates.setToolTip(exact_text(now))

    def _on_theme(self, mode: str) -> None:
        if mode != str(self._context.theme.mode):
            self._context.run(f"view.theme_{mode}")

    def _on_scale(self, key: str) -> None:
        wanted = None if key == "system" else float(key)
        if wanted != self._looks.scale:
            self._looks.set_scale(wanted)

    def _on_rows(self, key: str) -> None:
        if (key == "compact") != self._looks.compact:
            self._looks.set_compact(compact=key == "compact")

    def _on_reset(self) -> None:
        for control, value in (
            (self.theme, "system"),
            (self.scale, "system"),
            (self.rows_control, "comfortable"),
            (self.motion, "system"),
        ):
            control.set_value(value)
