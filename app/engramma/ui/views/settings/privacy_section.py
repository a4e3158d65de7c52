"""What is written where on this computer, and what is kept of it for how long. Nothing leaves it; nothing is set here
that is not said in one line."""

from __future__ import annotations

import functools
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton

from engramma.engine.home import backups_folder, log_file
from engramma.model.changes import ChangeNotice
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import TextRole, set_text_role, set_variant
from engramma.ui.views.settings.file_sizes import KeptFile, files_of, read_sizes, size_text
from engramma.ui.views.settings.section import SettingsSection
from engramma.ui.views.settings.setting_row import SettingRow
from engramma.ui.views.settings.tools import SettingsTools
from engramma.ui.widgets import IconButton

SIZES = "file sizes"


class PrivacySection(SettingsSection):
    """Rows of files, and what is recorded."""

    key = "privacy"
    title = "Privacy, files"
    icon_name = "shield-check"

    def __init__(self, context: WindowContext, tools: SettingsTools) -> None:
        super().__init__("nothing leaves this computer")
        self._context, self._tools = context, tools
        self.sizes: dict[str, QLabel] = {}
        self._files: tuple[KeptFile, ...] = ()
        self._paths: dict[str, Path] = {}
        names = files_of(
            Path("store"), home=Path(), settings_file=Path("s"), log=Path("l"), backups=Path("b")
        )
        self.add_group(
            "What is written where",
            "copy a path, or open its folder",
            [self._file_row(file) for file in names],
        )
        policy = QPushButton("Memory policy")
        set_variant(policy, "link")
        policy.setAccessibleName("Open the memory policy")
        policy.clicked.connect(functools.partial(context.run, "view.settings", section="policy"))
        self.add_group(
            "What is kept",
            "and for how long",
            (
                told(
                    "Recalls",
                    "An agent's recall keeps its question, time and hits",
                    full="Rank and score parts of each hit are kept with it, so that the Recall Lab and Activity can "
                    "say why something was answered. Looking in this window, searches and the Recall Lab keep "
                    "nothing. A purge erases what it finds in questions, too.",
                    terms="recording question privacy",
                ),
                told(
                    "Drafts",
                    "Unsaved texts are kept in the store until you save or drop them",
                    full="So that a crash loses nothing. No agent sees a draft, and no export holds one.",
                    terms="unsaved crash",
                ),
                told(
                    "Purge",
                    "Erases a text from every place, after a preview",
                    full="Rows, versions, undo images, vectors, full text and quotes; the file is cleaned after it. "
                    "It is the one act that cannot be undone.",
                    terms="erase delete for good secret",
                ),
                told(
                    "Network",
                    "None: no server, no account, no download",
                    full="The model runs in a process of its own on this computer, reached through a local socket.",
                    terms="internet server telemetry",
                ),
                SettingRow(
                    "Undo",
                    "Old values are kept as long as the policy says, 180 days at first",
                    terms="history images retention",
                    controls=(policy,),
                    wide=True,
                ),
            ),
        )
        context.data_changed.connect(self._on_data)

    def _file_row(self, file: KeptFile) -> SettingRow:
        size = QLabel("")
        set_text_role(size, TextRole.BODY, tone="secondary", tabular=True)
        size.setAccessibleName(f"Size of: {file.title}")
        self.sizes[file.key] = size
        copy = IconButton("copy", f"Copy the path: {file.title}", size="small")
        show = IconButton("folder-open", f"Open the folder: {file.title}", size="small")
        copy.clicked.connect(functools.partial(self._on_copy, file.key))
        show.clicked.connect(functools.partial(self._on_open, file.key))
        return SettingRow(
            file.title,
            file.about,
            terms="path folder size disk",
            controls=(size, copy, show),
            wide=True,
        )

    def activate(self) -> None:
        """Look how large everything is."""
        store = self._context.store
        self._files = files_of(
            None if store is None else store.path,
            home=self._tools.home,
            settings_file=self._tools.settings_file,
            log=log_file(),
            backups=backups_folder(),
        )
        self._paths = {file.key: file.path for file in self._files}
        work = functools.partial(read_sizes, self._files)
        self._context.jobs.read("Look at the files", work, self._on_sizes, key=SIZES)

    def _on_sizes(self, sizes: dict[str, int]) -> None:
        for key, label in self.sizes.items():
            label.setText(size_text(sizes.get(key, 0)))
            label.setToolTip(tooltip(str(self._paths.get(key, ""))))

    def _on_copy(self, key: str) -> None:
        path = self._paths.get(key)
        if path is not None:
            QGuiApplication.clipboard().setText(str(path))
            self._context.toast("Path copied", icon="copy")

    def _on_open(self, key: str) -> None:
        path = self._paths.get(key)
        if path is None:
            return
        folder = path if path.is_dir() else path.parent
        if not folder.is_dir() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
            self._context.toast(f"{folder} cannot be opened here", icon="info")

    def _on_data(self, _notice: ChangeNotice) -> None:
        if self.isVisible():
            self.activate()


def told(title: str, about: str, *, full: str, terms: str) -> SettingRow:
    """A row that only tells."""
    return SettingRow(title, about, full=full, terms=terms)
