"""Where the parts of the plan page stand: head, notice, steps, items, side."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from engramma.ui.theme import set_surface, theme
from engramma.ui.views.plan.foot import PlanFoot
from engramma.ui.views.plan.head import PlanHead, PlanNotice
from engramma.ui.views.plan.item_list import PlanList
from engramma.ui.views.plan.side import PlanSide
from engramma.ui.views.plan.step_pane import StepPane
from engramma.ui.widgets import EmptyState, lead_keys

STEPS_WIDTH, SIDE_WIDTH = 252, 344
ENOUGH_FOR_SIDE = 1000
WHAT_IT_IS = "A pass promotes what is recalled, summarises closed sessions, and asks about the rest."


class PlanLayout(QWidget):
    """Only makes and places the parts; `PlanPage` joins them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "base")
        self.setAccessibleName("Consolidation plan")
        self.head, self.notice = PlanHead(), PlanNotice()
        self.steps, self.list, self.side, self.foot = StepPane(), PlanList(), PlanSide(), PlanFoot()
        self.empty = EmptyState("flow-arrow", "Nothing to consolidate", sentence=WHAT_IT_IS)
        self._middle = QStackedWidget()
        metrics = theme().metrics
        items = QWidget()
        column = QVBoxLayout(items)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self.foot)
        self._middle.addWidget(self.empty)
        self._middle.addWidget(items)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.steps)
        body.addWidget(self._middle, 1)
        body.addWidget(self.side)
        self.steps.setFixedWidth(metrics.px(STEPS_WIDTH))
        self.side.setFixedWidth(metrics.px(SIDE_WIDTH))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(self.notice)
        outer.addLayout(body, 1)
        lead_keys(self, self.list)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the side gives way to the items."""
        super().resizeEvent(event)
        self.side.setVisible(self.width() >= theme().metrics.px(ENOUGH_FOR_SIDE))

    def show_items(self, *, shown: bool) -> None:
        """The items, or why there are none."""
        self._middle.setCurrentIndex(1 if shown else 0)
