"""The row of the daily copies in the settings: on or off, and how many are kept. Makes no copy itself."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLabel

from engramma.engine.backup_plan import KEEP, LEAST, MOST
from engramma.ui.bridge.daily_backup import DailyBackup
from engramma.ui.theme import TextRole, set_text_role
from engramma.ui.views.settings.policy.number_field import NumberField
from engramma.ui.views.settings.policy.scale import ValueScale
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.widgets import Segment, SegmentedControl

ON, OFF = "on", "off"
SCALE = ValueScale(LEAST, MOST, whole=True, bent=False, step=1.0, decimals=0)


class DailyRow(SettingRow):
    """Follows the plan, whoever sets it."""

    def __init__(self, backups: DailyBackup) -> None:
        switch = SegmentedControl((Segment(ON, "On"), Segment(OFF, "Off")), "Daily backup")
        keep = NumberField(SCALE)
        keep.setKeyboardTracking(False)
        keep.setAccessibleName("How many daily backups are kept")
        words = QLabel(f"Keep (usually {KEEP})")
        set_text_role(words, TextRole.BODY, tone="secondary")
        super().__init__(
            "Daily backup",
            "A copy a day while a window is open; the newest are kept",
            full="Made quietly, of every store but the sample, in the folder for backups that Privacy, files names. "
            "A purge says which of them still hold what it erases.",
            terms="copy automatic keep restore safety",
            controls=(words, keep, switch),
            wide=True,
        )
        self._backups, self.switch, self.keep = backups, switch, keep
        self._show()
        backups.changed.connect(self._show)
        self.switch.changed.connect(self._on_switch)
        self.keep.valueChanged.connect(self._on_keep)

    def _show(self) -> None:
        plan = self._backups.plan
        self.switch.set_value(ON if plan.daily else OFF)
        self.keep.setEnabled(plan.daily)
        if int(self.keep.value()) != plan.keep:
            self.keep.setValue(plan.keep)

    def _on_switch(self, value: str) -> None:
        self._backups.set_plan(replace(self._backups.plan, daily=value == ON))

    def _on_keep(self, value: float) -> None:
        if int(value) != self._backups.plan.keep:
            self._backups.set_plan(replace(self._backups.plan, keep=int(value)))
