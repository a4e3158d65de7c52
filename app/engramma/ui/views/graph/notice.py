"""What is shown and what is not, in a card over the picture, with the ways to see more."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from engramma.ui.theme import TextRole, set_surface, set_text_role, theme
from engramma.ui.views.graph.reading import MOST_DRAWN
from engramma.ui.widgets import ElidedLabel, IconLabel, KeyButton


class Notice(QWidget):
    """`more_wanted`: one step more; `whole_wanted`: the store as communities; `back_wanted`: from there to the part;
    `hidden_wanted`: show again what was hidden by hand; `alone_wanted`: what hangs together with nothing;
    `room_wanted`: as many as can be drawn.
    """

    more_wanted = Signal()
    whole_wanted = Signal()
    back_wanted = Signal()
    hidden_wanted = Signal()
    alone_wanted = Signal()
    room_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "card")
        self.setAccessibleName("What is shown")
        self._icon = IconLabel("eye-slash", size=metrics.icon, role="text_secondary")
        self._shown = QLabel()
        set_text_role(self._shown, TextRole.SECTION, tabular=True)
        self._rest = ElidedLabel("", TextRole.SMALL, tone="secondary")
        self._rest.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.more = KeyButton("One step more", "D", size="small")
        self.more.setToolTip("Show the memories that are one step further away")
        self.again = KeyButton("Show hidden", variant="flat", size="small")
        self.room = KeyButton(f"Show up to {MOST_DRAWN:,}", variant="flat", size="small")
        self.alone = KeyButton("Show those alone", variant="flat", size="small")
        self.whole = KeyButton("Whole store as communities", variant="flat", size="small")
        self.back = KeyButton("Back to memories", variant="flat", size="small")
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_12, metrics.space_4, metrics.space_6, metrics.space_4)
        row.setSpacing(metrics.space_6)
        row.addWidget(self._icon)
        row.addWidget(self._shown)
        row.addWidget(self._rest, 1)
        row.addSpacing(metrics.space_6)
        for button in (self.more, self.room, self.again, self.alone, self.back, self.whole):
            row.addWidget(button)
        self.more.clicked.connect(self.more_wanted)
        self.room.clicked.connect(self.room_wanted)
        self.alone.clicked.connect(self.alone_wanted)
        self.again.clicked.connect(self.hidden_wanted)
        self.whole.clicked.connect(self.whole_wanted)
        self.back.clicked.connect(self.back_wanted)
        self.tell("", "")

    @property
    def words(self) -> str:
        """All that it says."""
        return f"{self._shown.text()}{self._rest.text}"

    def tell(
        self,
        shown: str,
        rest: str,
        *,
        more: bool = False,
        whole: bool = True,
        back: bool = False,
        hidden: int = 0,
        alone: bool = False,
        room: bool = False,
    ) -> None:
        """Say how much is shown, and offer what makes sense; nothing at all for two empty texts."""
        self._shown.setText(shown)
        self._rest.set_text(rest)
        self._rest.setVisible(bool(rest))
        self.more.setVisible(more)
        self.whole.setVisible(whole)
        self.back.setVisible(back)
        self.alone.setVisible(alone)
        self.room.setVisible(room)
        self.again.setVisible(hidden > 0)
        self.again.setText(f"Show {hidden:,} hidden")
        self.again.setAccessibleName(self.again.text())
        self.setAccessibleDescription(self.words)
        self.setVisible(bool(shown or rest))
        self.adjustSize()
        self.updateGeometry()
