"""One check of a store: a sign, its name, what it found, and what a repair would do."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QWidget

from engramma.model.doctor import CheckResult
from engramma.ui.theme import TextRole, set_edge, set_surface, theme
from engramma.ui.widgets import ElidedLabel, IconLabel

SIGNS = {"ok": ("check", "ok"), "note": ("info", "text_secondary"), "damage": ("warning", "warning")}


class CheckRow(QWidget):
    """Only tells."""

    def __init__(self, check: CheckResult) -> None:
        super().__init__()
        metrics = theme().metrics
        set_surface(self, "base")
        set_edge(self, "bottom")
        kind = "damage" if not check.ok else "note" if check.count else "ok"
        icon_name, role = SIGNS[kind]
        name = check.name.replace("_", " ").replace("-", " ").capitalize()
        self.setAccessibleName(f"{name}: {'well' if check.ok else 'damaged'}. {check.detail}")
        grid = QGridLayout(self)
        padding = metrics.pane_padding
        grid.setContentsMargins(padding, metrics.space_6, padding, metrics.space_6)
        grid.setHorizontalSpacing(metrics.space_8)
        grid.setVerticalSpacing(0)
        grid.addWidget(IconLabel(icon_name, size=metrics.icon, role=role), 0, 0)
        label = ElidedLabel(name, TextRole.MEDIUM if not check.ok else TextRole.BODY)
        label.setFixedWidth(metrics.px(200))
        grid.addWidget(label, 0, 1)
        detail = ElidedLabel(check.detail, TextRole.SMALL, tone="secondary")
        detail.setMinimumWidth(metrics.px(120))
        grid.addWidget(detail, 0, 2)
        grid.setColumnStretch(2, 1)
        if not check.ok and check.repair:
            grid.addWidget(ElidedLabel(f"Repair: {check.repair}", TextRole.SMALL, tone="accent"), 1, 2)
