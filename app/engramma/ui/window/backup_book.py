"""What a person set about daily copies, kept in the window's settings."""

from __future__ import annotations

from engramma.engine.backup_plan import KEEP, LEAST, MOST, BackupPlan
from engramma.ui.window.settings import Settings

NAME = "backup"


class SettingsBackupBook:
    """One plan for all stores."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def plan(self) -> BackupPlan:
        """What was set; what cannot be read is as usual."""
        values = self._settings.get(NAME, {})
        keep = values.get("keep")
        sound = isinstance(keep, int) and not isinstance(keep, bool) and LEAST <= keep <= MOST
        return BackupPlan(values.get("daily") is not False, keep if sound else KEEP)

    def set_plan(self, plan: BackupPlan) -> None:
        """Another plan, kept at once."""
        self._settings.put(NAME, {"daily": plan.daily, "keep": plan.keep})
        self._settings.save()
