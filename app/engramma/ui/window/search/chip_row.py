"""The row of chips below the search bar: one for each condition of the query, with × to drop it.

Shown only while something is searched for. It edits the query by the context and keeps nothing.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engramma.model.search import print_query, top_level_terms, without
from engramma.ui.bridge import WindowContext
from engramma.ui.theme import icon, set_edge, set_surface, set_variant, theme
from engramma.ui.widgets import Chip, IconLabel, KeyButton


class ChipStrip(QWidget):
    """As many chips as fit on one line, then a button that says how many more there are."""

    more_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[Chip] = []
        self._more = QPushButton(self)
        set_variant(self._more, "link")
        self._more.clicked.connect(self.more_clicked)
        self._more.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def chips(self) -> tuple[Chip, ...]:
        """All chips, also those that do not fit."""
        return tuple(self._chips)

    def set_chips(self, chips: list[Chip]) -> None:
        """Show others; the old ones go."""
        for old in self._chips:
            old.hide()
            old.deleteLater()
        self._chips = chips
        for chip in chips:
            chip.setParent(self)
        self._place()

    def _place(self) -> None:
        metrics = theme().metrics
        left, gap, reserve = 0, metrics.space_6, metrics.px(60)
        hidden = 0
        for position, chip in enumerate(self._chips):
            size = chip.sizeHint()
            last = position == len(self._chips) - 1
            fits = left + size.width() <= self.width() - (0 if last else reserve) and not hidden
            chip.setVisible(fits)
            if not fits:
                hidden += 1
                continue
            chip.setGeometry(left, (self.height() - size.height()) // 2, size.width(), size.height())
            left += size.width() + gap
        self._more.setVisible(hidden > 0)
        if hidden:
            self._more.setText(f"+{hidden} more")
            self._more.setAccessibleName(f"{hidden} more conditions: go to the search bar")
            self._more.adjustSize()
            self._more.move(left, (self.height() - self._more.height()) // 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again."""
        self._place()


class ChipRow(QWidget):
    """34 px high. `save_clicked` and `clear_clicked` are for the window, `chip_activated` carries (start, end)."""

    save_clicked = Signal()
    clear_clicked = Signal()
    chip_activated = Signal(object)
    more_clicked = Signal()

    def __init__(self, context: WindowContext) -> None:
        super().__init__()
        self._context = context
        metrics = theme().metrics
        set_surface(self, "panel")
        set_edge(self, "bottom")
        self.setAccessibleName("Conditions of the search")
        self.setFixedHeight(metrics.chip_row)
        self._strip = ChipStrip()
        self._strip.more_clicked.connect(self.more_clicked)
        save = QPushButton("Save search")
        save.setIcon(icon("bookmark-simple"))
        save.setAccessibleName("Save this search")
        set_variant(save, "flat", size="small")
        save.clicked.connect(self.save_clicked)
        clear = KeyButton("Clear", "Esc", variant="flat")
        clear.setAccessibleName("Clear the search")
        clear.clicked.connect(self.clear_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.space_12, 0, metrics.space_14, 0)
        row.setSpacing(metrics.space_6)
        row.addWidget(IconLabel("funnel", size=metrics.icon))
        row.addWidget(self._strip, 1)
        row.addWidget(save)
        row.addWidget(clear)
        for button in (save, clear):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        context.query_changed.connect(self.refresh)
        self.refresh()

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips shown."""
        return self._strip.chips

    def refresh(self) -> None:
        """Show the conditions of the query in force."""
        terms = top_level_terms(self._context.parsed_query)
        chips = []
        for place, term in enumerate(terms):
            field = f"not {term.field}" if term.negated else term.field
            chip = Chip(term.value, field=field, key=str(place))
            chip.removed.connect(self._remove)
            chip.activated.connect(partial(self._activate, (term.start, term.end)))
            chips.append(chip)
        self._strip.set_chips(chips)
        self.setVisible(bool(chips))

    def _remove(self, key: str) -> None:
        query = self._context.parsed_query
        terms = top_level_terms(query)
        place = int(key)
        if place < len(terms):
            self._context.set_query(print_query(without(query, terms[place].node)))

    def _activate(self, stretch: tuple[int, int], _key: str = "") -> None:
        self.chip_activated.emit(stretch)
