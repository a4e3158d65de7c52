"""The panel of the import page that looks for memories of other tools: lists them, and hands on what is ticked.

Nothing is imported here; what is ticked is looked into as any file is. A folder of sessions can be watched from here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engramma.engine.finding_memories import Found, find_memories
from engramma.model.clock import SystemClock
from engramma.model.errors import EngrammaError
from engramma.ui.bridge import WindowContext
from engramma.ui.bridge.folder_watch import FolderWatch
from engramma.ui.models.folder_text import home_text
from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.settings.file_sizes import size_text
from engramma.ui.widgets import ElidedLabel, EmptyState, IconLabel, ViewHead
from engramma.ui.window.importing.found_table import FoundRow, FoundTable

if TYPE_CHECKING:
    from engramma.model.progress import CancelToken, Report

JOB_KEY = "find memories"


class FoundPanel(QWidget):
    """`wanted` carries the paths that were ticked, as a tuple; `left`: back to where one came from."""

    wanted = Signal(object)
    left = Signal()

    def __init__(self, context: WindowContext, folders: FolderWatch) -> None:
        super().__init__()
        self._context, self._folders = context, folders
        self._found: tuple[Found, ...] = ()
        self._ticked: set[int] = set()
        self._at = 0
        self._now = 0
        set_surface(self, "base")
        self.setAccessibleName("Find my memories")
        self.table = FoundTable()
        self._about = QLabel()
        self.again, self.all, self.cancel, self.go = (
            QPushButton(),
            QPushButton(),
            QPushButton(),
            QPushButton(),
        )
        self.watch = QPushButton()
        self._place = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.nothing = EmptyState("file-search", "Looking…", sentence="")
        self._pages = QStackedWidget()
        self._build()
        folders.changed.connect(self._show)

    def _build(self) -> None:
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._build_head())
        column.addWidget(self._pages, 1)
        column.addWidget(self._build_foot())
        self.table.toggled.connect(self._on_toggled)
        self.table.current_changed.connect(self._on_current)
        self.nothing.action_triggered.connect(self.look)
        self.again.clicked.connect(self.look)
        self.all.clicked.connect(self._on_all)
        self.cancel.clicked.connect(self.left)
        self.go.clicked.connect(self._on_go)
        self.watch.clicked.connect(self._on_watch)

    def _build_head(self) -> QWidget:
        metrics = theme().metrics
        head = ViewHead("Found on this computer", tall=True)
        set_text_role(self._about, TextRole.SMALL, tone="secondary")
        for button, text, icon_name in (
            (self.again, "Look again", "arrow-clockwise"),
            (self.all, "Tick all", ""),
            (self.cancel, "Cancel", ""),
            (self.go, "Look into them", "download-simple"),
        ):
            primary = button is self.go
            _name(button, text)
            if icon_name:
                button.setIcon(icon(icon_name, "on_accent" if primary else "text_secondary"))
                button.setIconSize(QSize(metrics.icon, metrics.icon))
            set_variant(button, "primary" if primary else "plain")
        head.put(self._about, self.again, self.all, self.cancel, self.go)
        return head

    def _build_foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_edge(foot, "top")
        foot.setFixedHeight(metrics.px(38))
        row = QHBoxLayout(foot)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_8)
        row.addWidget(IconLabel("eye", size=metrics.icon))
        row.addWidget(self._place, 1)
        set_variant(self.watch, "plain", size="small")
        row.addWidget(self.watch)
        row.addSpacing(metrics.space_12)
        row.addWidget(IconLabel("shield-check", size=metrics.icon, role="ok"))
        promise = QLabel("Only looked at; the tools' files are never changed")
        set_text_role(promise, TextRole.SMALL, tone="secondary")
        row.addWidget(promise)
        return foot

    @property
    def found(self) -> tuple[Found, ...]:
        """What was found."""
        return self._found

    @property
    def ticked(self) -> tuple[Found, ...]:
        """What a person ticked."""
        return tuple(self._found[place] for place in sorted(self._ticked))

    def look(self) -> None:
        """Look into the known places, in a job."""
        self._found, self._ticked, self._at = (), set(), 0
        self.nothing.set_texts("Looking into the known places…", sentence="Nothing is read in yet.")
        self._pages.setCurrentIndex(0)
        self._show()
        self._context.jobs.read(
            "Find memories", find, self._on_found, failed=self._on_failed, quiet=False, key=JOB_KEY
        )

    def _on_found(self, found: tuple[Found, ...]) -> None:
        self._found = found
        if not found:
            self.nothing.set_texts(
                "Nothing was found in the known places",
                sentence="None of the tools that Engramma knows keeps sessions or memories in its usual place. "
                "Files that lie elsewhere can be dropped on the window.",
                action="Look again",
            )
        store = self._context.store
        self._now = (SystemClock() if store is None else store.clock).now()
        self._pages.setCurrentIndex(1 if found else 0)
        self._show()
        if found:
            self.table.setFocus()

    def _on_failed(self, error: Exception) -> None:
        words = str(error) if isinstance(error, EngrammaError) else "The log has the details."
        self.nothing.set_texts("The places could not be looked into", sentence=words, action="Look again")
        self._pages.setCurrentIndex(0)
        if not isinstance(error, EngrammaError):
            self._context.report_error(error)

    def _show(self) -> None:
        found = self._found
        rows = tuple(
            FoundRow(
                item,
                home_text(item.place),
                place in self._ticked,
                self._folders.is_watched(item.place),
                self._now,
            )
            for place, item in enumerate(found)
        )
        self.table.set_rows(rows)
        places = "1 find" if len(found) == 1 else f"{len(found)} finds"
        size = size_text(sum(item.bytes for item in found))
        self._about.setText(
            f"{places}, {size}. Tick what to look into; nothing is imported yet" if found else ""
        )
        files = sum(item.count for item in self.ticked)
        _name(self.go, f"Look into {files:,} file{'' if files == 1 else 's'}" if files else "Look into them")
        self.go.setEnabled(files > 0)
        _name(self.all, "Tick none" if found and len(self._ticked) == len(found) else "Tick all")
        self.all.setEnabled(bool(found))
        self._show_current()

    def _show_current(self) -> None:
        item = self._current()
        store = self._context.store
        able = item is not None and item.watchable and store is not None and not store.read_only
        watched = item is not None and self._folders.is_watched(item.place)
        self.watch.setEnabled(able)
        _name(self.watch, "Stop watching" if watched else "Watch this folder")
        if item is None:
            words = ""
        elif watched:
            words = f"New files come in by themselves: {item.title}"
        elif able:
            words = f"Watched, new files would come in by themselves: {item.title}"
        elif store is None:
            words = "With a store open, folders can be watched, so that new sessions come in by themselves"
        else:
            words = "Only folders of sessions and memories can be watched"
        self._place.set_text(words)

    def _current(self) -> Found | None:
        return self._found[self._at] if self._at < len(self._found) else None

    def _on_toggled(self, row: tuple[int]) -> None:
        self._ticked ^= {row[0]}
        self._show()

    def _on_all(self) -> None:
        everything = set(range(len(self._found)))
        self._ticked = set() if self._ticked == everything else everything
        self._show()

    def _on_current(self, row: tuple[int]) -> None:
        self._at = row[0]
        self._show_current()

    def _on_watch(self) -> None:
        item = self._current()
        if item is None:
            return
        if self._folders.is_watched(item.place):
            self._folders.unwatch(item.place)
        else:
            self._folders.watch(item.place, title=item.title)

    def _on_go(self) -> None:
        paths: tuple[Path, ...] = tuple(path for item in self.ticked for path in item.paths)
        if paths:
            self.wanted.emit(paths)


def _name(button: QPushButton, text: str) -> None:
    button.setText(text)
    button.setAccessibleName(text)


def find(report: Report, cancel: CancelToken) -> tuple[Found, ...]:
    """Runs on a reader's thread."""
    return find_memories(report=report, cancel=cancel)
