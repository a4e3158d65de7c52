"""What B means, in a sentence above the hits, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from engramma.ui.delegates.kit import current_kit, rounded
from engramma.ui.theme import TextRole, qcolor, theme
from engramma.ui.views.recall.comparing import Finding, finding
from engramma.ui.views.recall.reading import LabAnswer
from engramma.ui.widgets import ElidedLabel, IconLabel, KeyButton


class FindingBar(QWidget):
    """`apply_wanted`: really make the pending change. `pin_wanted`: pin the memory that loses its place."""

    apply_wanted = Signal()
    pin_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        metrics = theme().metrics
        self.setAccessibleName("What B means")
        self.finding: Finding | None = None
        self._icon = IconLabel("info", size=metrics.icon_large)
        self._strong = ElidedLabel("", TextRole.STRONG)
        self._rest = ElidedLabel("", TextRole.BODY, tone="secondary")
        self._strong.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.pin = KeyButton("Pin it", icon_name="push-pin")
        self.apply = KeyButton("Make the change", icon_name="check", variant="primary")
        self.pin.clicked.connect(self.pin_wanted)
        self.apply.clicked.connect(self.apply_wanted)
        row = QHBoxLayout(self)
        around = metrics.pane_padding
        row.setContentsMargins(
            around + metrics.space_8, metrics.space_12, around + metrics.space_6, metrics.space_12
        )
        row.setSpacing(metrics.space_8)
        row.addWidget(self._icon)
        row.addWidget(self._strong)
        row.addWidget(self._rest, 1)
        row.addWidget(self.pin)
        row.addWidget(self.apply)
        self.hide()

    @property
    def text(self) -> str:
        """All that it says, "" while it is hidden."""
        return "" if self.isHidden() else self.accessibleDescription()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground: a warning's where B matters."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        kit = current_kit()
        painter.fillRect(self.rect(), qcolor(kit.tokens.base))
        matters = self.finding is not None and self.finding.matters
        colour = kit.tokens.tint_warning if matters else kit.tokens.accent_tint
        inset = QRectF(self.rect()).adjusted(
            kit.metrics.pane_padding, kit.metrics.space_6, -kit.metrics.pane_padding, -kit.metrics.space_6
        )
        rounded(painter, inset, radius=kit.metrics.radius_row, colour=qcolor(colour))
        painter.end()

    def show_answer(self, answer: LabAnswer | None) -> None:
        """Say what B means; nothing without a B."""
        self.setVisible(answer is not None and answer.b is not None)
        if answer is None or answer.b is None:
            self.finding = None
            return
        found = finding(answer.rows, where=answer.question.where)
        self.finding = found
        self._icon.set_icon(
            "warning" if found.matters else "info", role="warning" if found.matters else "accent"
        )
        self._strong.set_text(found.strong)
        self._rest.set_text(found.rest)
        self.setAccessibleDescription(f"{found.strong} {found.rest}".strip())
        self.update()
        lost = found.lost
        fades = (
            lost is not None and answer.question.ahead > 0 and lost.type.value == "memory" and not lost.pinned
        )
        self.pin.setVisible(fades)
        if lost is not None:
            self.pin.setText(f"Pin {lost.label}")
            self.pin.setAccessibleName(f"Pin {lost.label}")
        self.apply.setVisible(answer.question.change is not None)
