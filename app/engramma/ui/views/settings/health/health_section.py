"""The section of health and backups: runs the checks of a store as a job, lists them, mends, copies."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from engramma.model.clock import to_local
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.daily_backup import DailyBackup
from engramma.ui.theme import TextRole, set_surface, theme
from engramma.ui.views.settings.file_sizes import size_text
from engramma.ui.views.settings.health.check_row import CheckRow
from engramma.ui.views.settings.health.daily_row import DailyRow
from engramma.ui.views.settings.health.reading import back_up, examine, repair
from engramma.ui.views.settings.section import SettingsSection, group_head
from engramma.ui.views.settings.setting_row import SettingRow, small_button
from engramma.ui.widgets import ElidedLabel

if TYPE_CHECKING:
    from engramma.model.doctor import Diagnosis, RepairReport
    from engramma.store.backup import BackupReport

CHECK, COPY = "settings health", "settings backup"
SUFFIX = ".engramma"
LABEL = 250


class HealthSection(SettingsSection):
    """What is found is shown until another store is opened or the checks run again."""

    key = "health"
    title = "Health, backups"
    icon_name = "heartbeat"

    def __init__(self, context: WindowContext, backups: DailyBackup) -> None:
        super().__init__()
        self._context = context
        self._found: Diagnosis | None = None
        self._busy = ""
        self.state = ElidedLabel("", TextRole.BODY, tone="secondary", right=True)
        self.state.setMinimumWidth(theme().metrics.px(LABEL))
        self.check = small_button("Check", "Check this store")
        self.thorough = small_button("Thoroughly", "Check this store thoroughly")
        self.mend = small_button("Repair", "Repair this store")
        self.copy = small_button("Back up now…", "Back up this store")
        self.cancel = small_button("Cancel", "Cancel what runs on this store")
        self.daily = DailyRow(backups)
        self.add_group(
            "",
            "",
            (
                SettingRow(
                    "Check this store",
                    "Looking changes nothing; you may go on working",
                    full="The file, what follows from what, times, vectors, leftovers. Thoroughly: every index, too.",
                    terms="doctor damage integrity verify health",
                    controls=(self.state, self.cancel, self.check, self.thorough),
                    wide=True,
                ),
                SettingRow(
                    "Repair",
                    "One step that can be taken back; texts are never changed",
                    terms="doctor mend fix",
                    controls=(self.mend,),
                    wide=True,
                ),
                SettingRow(
                    "Backup",
                    "A copy that is opened and counted; to restore it, open it",
                    terms="copy save restore",
                    controls=(self.copy,),
                    wide=True,
                ),
                self.daily,
            ),
        )
        self._results = QWidget()
        set_surface(self._results, "base")
        self._rows = QVBoxLayout(self._results)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(0)
        self.add_widget(self._results)
        self.check.clicked.connect(functools.partial(self._examine, full=False))
        self.thorough.clicked.connect(functools.partial(self._examine, full=True))
        self.mend.clicked.connect(self._repair)
        self.copy.clicked.connect(self._ask_where)
        self.cancel.clicked.connect(self._on_cancel)
        self._show()

    @property
    def found(self) -> Diagnosis | None:
        """What the last look found."""
        return self._found

    def activate(self) -> None:
        """Nothing is looked at before somebody asks."""
        self._show()

    def store_changed(self) -> None:
        """Of another store nothing is known."""
        self._busy = ""
        self._take(None)

    def back_up_to(self, path: Path) -> None:
        """Write a copy in a job."""
        store = self._context.store
        if store is not None:
            self._begin("Backing up…")
            work = functools.partial(back_up, store, path)
            self._context.jobs.work_beside(
                f"Back up to {path.name}", work, self._on_copied, ended=self._on_ended, key=COPY
            )

    def _show(self) -> None:
        store, found = self._context.store, self._found
        able = store is not None and not self._busy
        for button in (self.check, self.thorough, self.copy):
            button.setEnabled(able)
        self.cancel.setVisible(bool(self._busy))
        curable = found is not None and any(check.repair for check in found.failed)
        self.mend.setEnabled(able and curable and store is not None and not store.read_only)
        name = store.name if store is not None else "a store; none is open"
        self.say(f"of {name}")
        if self._busy:
            self.state.set_text(self._busy)
            self.state.set_tone("secondary")
        elif found is None:
            self.state.set_text("" if store is None else "not looked at yet")
            self.state.set_tone("secondary")
        else:
            count = len(found.failed)
            words = "1 check found damage" if count == 1 else f"{count} checks found damage"
            self.state.set_text(words if count else f"sound: {len(found.checks)} checks")
            self.state.set_tone("warning" if count else "ok")

    def _begin(self, words: str) -> None:
        self._busy = words
        self._show()

    def _examine(self, *, full: bool) -> None:
        store = self._context.store
        if store is not None:
            self._begin("Looking…")
            work = functools.partial(examine, store, full)
            self._context.jobs.work_beside(
                "Check this store", work, self._take, ended=self._on_ended, key=CHECK
            )

    def _repair(self) -> None:
        store, found = self._context.store, self._found
        if store is not None and found is not None:
            self._begin("Repairing…")
            work = functools.partial(repair, store, found.full)
            self._context.jobs.work_beside(
                "Repair this store", work, self._on_mended, ended=self._on_ended, key=CHECK
            )

    def _take(self, found: Diagnosis | None) -> None:
        self._found = found
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if found is not None:
            about = "every index and word was read" if found.full else "the short look"
            self._rows.addWidget(group_head("Checks", f"{about}, {found.seconds:.1f} s"))
            for check in sorted(found.checks, key=_worst_first):
                self._rows.addWidget(CheckRow(check))
        self._show()
        self.area.fit()

    def _on_mended(self, report: RepairReport) -> None:
        self._take(report.after)
        count = len(report.mended)
        words = (
            "1 check mended"
            if count == 1
            else f"{count} checks mended"
            if count
            else "Nothing could be mended"
        )
        steps = () if report.operation_id is None else (report.operation_id,)
        self._context.toast(words, icon="check", operations=steps)

    def _on_copied(self, report: BackupReport) -> None:
        self._context.toast(f"Backed up to {report.path.name}, {size_text(report.bytes)}", icon="database")

    def _on_cancel(self) -> None:
        for key in (CHECK, COPY):
            self._context.jobs.cancel_key(key)

    def _on_ended(self) -> None:
        self._busy = ""
        self._show()

    def _ask_where(self) -> None:
        store = self._context.store
        if store is None:
            return
        day = to_local(store.clock.now()).date().isoformat()
        dialog = QFileDialog(self.window(), "Back up this store")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter(f"Stores (*{SUFFIX})")
        dialog.setDefaultSuffix(SUFFIX)
        dialog.setDirectory(str(store.path.parent))
        dialog.selectFile(f"{store.name}-{day}{SUFFIX}")
        dialog.finished.connect(dialog.deleteLater)
        dialog.fileSelected.connect(self._on_place)
        dialog.open()

    def _on_place(self, name: str) -> None:
        self.back_up_to(Path(name))


def _worst_first(check: object) -> tuple[bool, bool]:
    return getattr(check, "ok", True), not getattr(check, "count", 0)
