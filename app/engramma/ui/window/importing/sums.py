"""The line below the files: how many are chosen, and the sums of their counts under the columns of the table."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.widgets import ElidedLabel
from engramma.ui.window.importing.file_table import COLUMNS, NUMBER_PADDING, NUMBERS_FROM, FileTable
from engramma.ui.window.importing.plan import ImportPlan, counted, number_text

HEIGHT = 30


class ImportSums(QWidget):
    """Of the chosen files only."""

    def __init__(self, files: FileTable) -> None:
        super().__init__()
        metrics = theme().metrics
        self._files = files
        self._summary = ElidedLabel("", TextRole.BODY)
        self._sums = [
            ElidedLabel("", TextRole.STRONG, tabular=True, right=True)
            for _number in COLUMNS.titles[NUMBERS_FROM:]
        ]
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setFixedHeight(metrics.px(HEIGHT))
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.px(COLUMNS.widths[0] + 7), 0, metrics.px(NUMBER_PADDING), 0)
        row.setSpacing(0)
        row.addWidget(self._summary, 1)
        for label in self._sums:
            row.addWidget(label)
        files.fitted.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        for label, width in zip(self._sums, self._files.number_widths, strict=True):
            label.setFixedWidth(width)

    def tell(self, plan: ImportPlan) -> None:
        """The sums of a plan."""
        self._summary.set_text(f"{len(plan.chosen)} of {counted(len(plan.files), 'file')}")
        for label, number in zip(self._sums, plan.sums(), strict=True):
            label.set_text(number_text(number))
        self._sums[-1].set_tone("danger" if plan.sums()[-1] else "primary")
