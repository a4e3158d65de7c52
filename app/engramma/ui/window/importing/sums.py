"""The line below the files: how many are chosen, and the sums of their counts under the columns of the table."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.widgets import ElidedLabel
from engramma.ui.window.importing.file_table import NUMBER_PADDING, NUMBERS_FROM, WIDTHS
from engramma.ui.window.importing.plan import ImportPlan, number_text

HEIGHT = 30


class ImportSums(QWidget):
    """Of the chosen files only."""

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        self._summary = ElidedLabel("", TextRole.BODY)
        self._sums = [ElidedLabel("", TextRole.STRONG, tabular=True, right=True) for _sum in range(5)]
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setFixedHeight(metrics.px(HEIGHT))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.px(WIDTHS[0] + 7), 0, metrics.px(NUMBER_PADDING), 0)
        row.setSpacing(0)
        row.addWidget(self._summary, 1)
        for label, width in zip(self._sums, WIDTHS[NUMBERS_FROM:], strict=True):
            label.setFixedWidth(metrics.px(width))
            row.addWidget(label)

    def tell(self, plan: ImportPlan, files: str) -> None:
        """The sums of a plan of so many `files`, in words."""
        self._summary.set_text(f"{len(plan.chosen)} of {files}")
        for label, number in zip(self._sums, plan.sums(), strict=True):
            label.set_text(number_text(number))
