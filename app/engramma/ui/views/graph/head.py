"""The header of the Graph: what it is drawn around, and the tools."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy

from engramma.ui.theme import TextRole, theme
from engramma.ui.widgets import ElidedLabel, KeyButton, ViewHead

NARROW = 720


class GraphHead(ViewHead):
    """`path`, `lasso` and `as_table` are buttons; the view says what they do."""

    def __init__(self) -> None:
        super().__init__("Graph")
        self._about = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._about.setMinimumWidth(theme().metrics.px(60))
        self._about.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.here = KeyButton("Around selection", icon_name="crosshair", variant="flat", size="small")
        self.results = KeyButton("Of results", icon_name="funnel", variant="flat", size="small")
        self.path = KeyButton("Find path…", icon_name="path", variant="flat", size="small")
        self.lasso = KeyButton("Lasso", "L", icon_name="selection", variant="flat", size="small")
        self.lasso.setCheckable(True)
        self.as_table = KeyButton("Show as table", icon_name="columns", variant="flat", size="small")
        self.as_table.setCheckable(True)
        tools = (self.here, self.results, self.path, self.lasso, self.as_table)
        self.put(self._about, *tools, gap=theme().metrics.space_4)

    @property
    def about(self) -> str:
        """What it is drawn around."""
        return self._about.text

    def tell(self, about: str) -> None:
        """Say what it is drawn around."""
        self._about.set_text(about)

    def fit_to(self, width: int) -> None:
        """In a narrow view what the keys C and R do has no buttons."""
        for button in (self.here, self.results):
            button.setVisible(width >= theme().metrics.px(NARROW))

    def show_as_table(self, shown: bool) -> None:
        """The tools of the picture are of no use for the table."""
        self.as_table.setText("Show as picture" if shown else "Show as table")
        self.as_table.setAccessibleName(self.as_table.text())
        self.lasso.setEnabled(not shown)
