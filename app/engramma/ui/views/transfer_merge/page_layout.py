"""Where the parts of the merge of two stores stand: head, what comes in, conflicts, the one that is looked at."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_surface, theme
from engramma.ui.views.merge.layout import KeyFoot, PageHead
from engramma.ui.views.plan.head import PlanNotice
from engramma.ui.views.transfer_merge.conflict_list import KEYS, ConflictList
from engramma.ui.views.transfer_merge.conflict_side import ConflictSide
from engramma.ui.views.transfer_merge.incoming_pane import IncomingPane
from engramma.ui.views.transfer_merge.verdicts import Verdicts
from engramma.ui.widgets import ElidedLabel, EmptyState, ViewHead

INCOMING_WIDTH, SIDE_WIDTH = 280, 344
TIGHT_INCOMING, TIGHT_SIDE = 240, 280
ENOUGH = 1160
WHAT_IT_IS = (
    "Choose another store, or a bundle. You see what would come in and every conflict first; "
    "a merge is one step and can be undone."
)


class StoreMergeLayout(QWidget):
    """Only makes and places the parts; `StoreMergePage` joins them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        self.setAccessibleName("Merge another store")
        self.verdicts = Verdicts()
        self.head = PageHead("Merge another store", "Merge", keys="Ctrl+Return", icon_name="intersect")
        self.notice = PlanNotice()
        self.incoming, self.side = IncomingPane(), ConflictSide()
        self.list = ConflictList(self.verdicts)
        self.empty = EmptyState(
            "intersect", "Merge another store", sentence=WHAT_IT_IS, action="Choose a store…"
        )
        self.none = EmptyState(
            "check-circle", "No conflicts", sentence="The two stores never say different things."
        )
        self._count = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self.foot = KeyFoot(KEYS)
        self._conflicts = QStackedWidget()
        self._conflicts.addWidget(self.list)
        self._conflicts.addWidget(self.none)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head())
        column.addWidget(self._conflicts, 1)
        column.addWidget(self.foot)
        filled = QWidget()
        body = QHBoxLayout(filled)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.incoming)
        body.addWidget(middle, 1)
        body.addWidget(self.side)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.empty)
        self._middle.addWidget(filled)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(self.notice)
        outer.addWidget(self._middle, 1)

    def _make_head(self) -> QWidget:
        head = ViewHead("Conflicts", role=TextRole.STRONG, even=True)
        head.put(self._count)
        return head

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the sides give way to the middle."""
        super().resizeEvent(event)
        px = theme().metrics.px
        tight = self.width() < px(ENOUGH)
        self.incoming.setFixedWidth(px(TIGHT_INCOMING if tight else INCOMING_WIDTH))
        self.side.setFixedWidth(px(TIGHT_SIDE if tight else SIDE_WIDTH))

    def show_filled(self, *, filled: bool, conflicts: bool = False) -> None:
        """The preview, or why there is none."""
        self._middle.setCurrentIndex(1 if filled else 0)
        self._conflicts.setCurrentWidget(self.list if conflicts else self.none)
        self.side.setVisible(conflicts)
        self.foot.setVisible(conflicts)

    def count(self, words: str) -> None:
        """How the conflicts stand."""
        self._count.set_text(words)
