"""Where the parts of the export page stand: head, notice, what goes in, private words, what will be written."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engramma.ui.theme import set_surface, theme
from engramma.ui.views.export.content_pane import ContentPane
from engramma.ui.views.export.decisions import Decisions
from engramma.ui.views.export.hits_pane import HitsPane
from engramma.ui.views.export.side import ExportSide
from engramma.ui.views.merge.keyed_page import KeyedPage
from engramma.ui.views.merge.layout import PageHead
from engramma.ui.views.plan.head import PlanNotice
from engramma.ui.widgets import lead_keys

CONTENT_WIDTH, SIDE_WIDTH = 300, 340
TIGHT_CONTENT, TIGHT_SIDE = 250, 300
ENOUGH = 1160


class ExportLayout(KeyedPage):
    """Only makes and places the parts; `ExportPage` joins them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        self.setAccessibleName("Export")
        self.decisions = Decisions()
        self.head = PageHead("Export", "Export", keys="Ctrl+Return", icon_name="export")
        self.notice = PlanNotice()
        self.content = ContentPane()
        self.hits = HitsPane(self.decisions)
        self.side = ExportSide(self.decisions)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.content)
        body.addWidget(self.hits, 1)
        body.addWidget(self.side)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.notice)
        column.addLayout(body, 1)
        lead_keys(self, self.hits.list)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the sides give way to the middle."""
        super().resizeEvent(event)
        px = theme().metrics.px
        tight = self.width() < px(ENOUGH)
        self.content.setFixedWidth(px(TIGHT_CONTENT if tight else CONTENT_WIDTH))
        self.side.setFixedWidth(px(TIGHT_SIDE if tight else SIDE_WIDTH))
