"""Where the parts of the import page stand: head, files, sums, notice, sample rows and the side."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.bridge import WindowContext
from engramma.ui.theme import TextRole, icon, set_edge, set_surface, set_text_role, set_variant, theme
from engramma.ui.views.merge.keyed_page import KeyedPage
from engramma.ui.views.transfer_merge.decide_each import DecideEach
from engramma.ui.widgets import ElidedLabel, IconLabel, KeyButton, Segment, SegmentedControl, ViewHead
from engramma.ui.window.importing.file_table import FileTable
from engramma.ui.window.importing.notice import ImportNotice
from engramma.ui.window.importing.sample_filter import SampleFilter
from engramma.ui.window.importing.sample_table import SampleTable
from engramma.ui.window.importing.side import ImportSide
from engramma.ui.window.importing.start import ImportStart
from engramma.ui.window.importing.sums import ImportSums

SIDE_WIDTH, TIGHT_SIDE, ENOUGH = 344, 292, 1160
SAMPLE_NAME = 220


class ImportLayout(KeyedPage):
    """Only makes and places the parts; `ImportPage` joins them."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        set_surface(self, "base")
        self.setAccessibleName("Import")
        self._about = QLabel()
        self._add = QPushButton("Add files…")
        self._cancel = KeyButton("Cancel", "Esc", size="normal")
        self._import = KeyButton(
            "Import", "Ctrl+Return", icon_name="download-simple", variant="primary", size="normal"
        )
        self.files, self.samples = FileTable(), SampleTable()
        self.side = ImportSide()
        self._sums = ImportSums(self.files)
        self._notice = ImportNotice()
        self._notice_text = self._notice.words
        self._sample_name = ElidedLabel("", TextRole.STRONG, middle=True)
        self._sample_count = ElidedLabel("", TextRole.SMALL, tone="muted", right=True)
        self._filter = SampleFilter()
        self._policy = SegmentedControl(
            (
                Segment("skip", "Skip", tip="Leave what is here as it is"),
                Segment("replace", "Replace", tip="Take the text of the file"),
                Segment("ask", "To Review", tip="Keep what is here; the other wording waits in Review"),
                Segment("both", "Keep both", tip="Keep what is here and add the other"),
            ),
            "Items that are here with other content",
        )
        self._each = DecideEach(context)
        self._nothing = ImportStart()
        self._pages = QStackedWidget()
        found = QWidget()
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._build_head(), self.files, self._sums, self._notice):
            column.addWidget(part)
        column.addWidget(self._build_sample_head())
        column.addWidget(self.samples, 1)
        column.addWidget(self._build_foot())
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(found, 1)
        row.addWidget(self.side)
        self.side.setFixedWidth(theme().metrics.px(SIDE_WIDTH))
        self._pages.addWidget(self._nothing)
        self._pages.addWidget(whole)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the side gives way to the files."""
        super().resizeEvent(event)
        px = theme().metrics.px
        self.side.setFixedWidth(px(TIGHT_SIDE if self.width() < px(ENOUGH) else SIDE_WIDTH))

    def _build_head(self) -> QWidget:
        metrics = theme().metrics
        head = ViewHead("", tall=True)
        self._title = head.title
        set_text_role(self._about, TextRole.SMALL, tone="secondary")
        self._add.setAccessibleName("Add files…")
        self._add.setIcon(icon("plus", "text_secondary"))
        self._add.setIconSize(QSize(metrics.icon, metrics.icon))
        set_variant(self._add, "plain")
        head.put(self._about, self._add, self._cancel, self._import)
        return head

    def _build_sample_head(self) -> QWidget:
        metrics = theme().metrics
        head = QWidget()
        head.setFixedHeight(metrics.px(40))
        row = QHBoxLayout(head)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_12)
        self._sample_name.setMaximumWidth(metrics.px(SAMPLE_NAME))
        row.addWidget(self._sample_name)
        row.addWidget(self._filter)
        row.addStretch(1)
        row.addWidget(self._sample_count)
        return head

    def _build_foot(self) -> QWidget:
        metrics = theme().metrics
        foot = QWidget()
        set_edge(foot, "top")
        foot.setFixedHeight(metrics.px(38))
        row = QHBoxLayout(foot)
        row.setContentsMargins(metrics.pane_padding, 0, metrics.pane_padding, 0)
        row.setSpacing(metrics.space_12)
        label = QLabel("Changed items")
        set_text_role(label, TextRole.SMALL, tone="muted")
        promise = ElidedLabel(
            "Pinned and edited memories are never overwritten", TextRole.SMALL, tone="secondary"
        )
        row.addWidget(label)
        row.addWidget(self._policy)
        row.addWidget(self._each)
        row.addStretch(1)
        row.addWidget(IconLabel("shield-check", size=metrics.icon, role="ok"))
        row.addWidget(promise)
        return foot
