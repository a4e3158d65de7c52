"""The facts of a memory in a grid of two columns, and below it why it is in its tier."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engramma.model.memory import Memory
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.inspector.memory.curve_section import awake_in_conflict
from engramma.ui.inspector.memory.view_values import ShownMemory
from engramma.ui.inspector.words import counted, word
from engramma.ui.models.dates import age_text, exact_text, short_day_text
from engramma.ui.theme import TextRole, set_text_role, theme
from engramma.ui.widgets import ElidedLabel, IconLabel

FACTS = ("Importance", "Category", "Strength", "Created", "Recalled", "Last")


class FactsSection(QWidget):
    """Labels and values; times tell the exact moment on hover."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self._values: dict[str, ElidedLabel] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(metrics.space_6)
        grid.setVerticalSpacing(metrics.space_2)
        grid.setColumnStretch(4, 1)
        self._grid = grid
        for position, name in enumerate(FACTS):
            label = QLabel(name)
            set_text_role(label, TextRole.SMALL, tone="muted")
            value = ElidedLabel("", TextRole.SMALL, tabular=True)
            grid.addWidget(label, position // 2, position % 2 * 2)
            grid.addWidget(value, position // 2, position % 2 * 2 + 1)
            self._values[name] = value
        reason = QHBoxLayout()
        reason.setSpacing(metrics.space_6)
        self._icon = IconLabel("stack", size=metrics.icon_small, role="text_muted")
        self._reason = QLabel()
        self._reason.setWordWrap(True)
        set_text_role(self._reason, TextRole.SMALL, tone="secondary")
        reason.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        reason.addWidget(self._reason, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.space_6)
        column.addLayout(grid)
        column.addLayout(reason)

    def text_of(self, name: str) -> str:
        """The value of a fact as shown."""
        return self._values[name].text

    def show_memory(self, shown: ShownMemory) -> None:
        """Show a memory's facts."""
        memory, now = shown.details.memory, shown.now
        last = memory.last_recalled_at
        texts = {
            "Category": word(memory.category.value),
            "Importance": f"{memory.importance:.2f}",
            "Created": _created(memory, now),
            "Strength": "dormant" if memory.dormant else f"{memory.strength:.2f}",
            "Recalled": counted(memory.recalls, "time", "times") if memory.recalls else "never",
            "Last": age_text(last, now) if last is not None else "–",
        }
        for name, text in texts.items():
            self._values[name].set_text(text)
            self._values[name].setAccessibleName(f"{name}: {text}")
        # Each column is as wide as its longest value: with equal ones a date was cut beside an empty half.
        for column in (0, 1):
            widest = max(self._values[name].sizeHint().width() for name in FACTS[column::2])
            self._grid.setColumnMinimumWidth(2 * column + 1, widest)
        self._values["Created"].setToolTip(tooltip(exact_text(memory.created_at)))
        self._values["Last"].setToolTip("" if last is None else tooltip(exact_text(last)))
        said = "dormant, " if memory.dormant else ""
        self._values["Strength"].setAccessibleName(f"Strength: {said}{memory.strength:.2f}")
        awake = "\nBelow the threshold, yet awake while it is in an open conflict."
        self._values["Strength"].setToolTip(
            f"Strength {memory.strength:.4f}{awake if awake_in_conflict(memory, now) else ''}"
        )
        self._values["Importance"].setToolTip(f"Importance {memory.importance:.4g}")
        reason = shown.details.tier_reason
        self._reason.setText(f"{word(memory.tier.value)}: {reason}" if reason else "")
        self._reason.setVisible(bool(reason))
        self._icon.setVisible(bool(reason))


def _created(memory: Memory, now: int) -> str:
    unsure = memory.time_quality in ("inferred", "none")
    return ("about " if unsure else "") + short_day_text(memory.created_at, now)
