"""A few choices side by side, one of them chosen: "Week, Month, All" or comfortable and compact rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from engramma.model.records import dataclass
from engramma.ui.delegates.plain_text import tooltip
from engramma.ui.theme import icon, theme


@dataclass(frozen=True, slots=True)
class Segment:
    """One choice: a key, a text or an icon or both; `tip` names it when there is an icon only."""

    key: str
    text: str = ""
    icon_name: str = ""
    tip: str = ""


class SegmentedControl(QWidget):
    """Shows segments; `changed` carries the chosen key.

    Left and right arrows choose, as in a group of radio buttons.
    """

    changed = Signal(str)

    def __init__(
        self,
        segments: Sequence[Segment],
        accessible_name: str,
        *,
        value: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        if not segments:
            raise ValueError("a segmented control needs at least one segment")
        self._segments = tuple(segments)
        self._buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for position, segment in enumerate(self._segments):
            row.addWidget(self._make_button(segment, position))
        self.setAccessibleName(accessible_name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._value = value if value in self._buttons else self._segments[0].key
        self._buttons[self._value].setChecked(True)
        self._keep_one_in_tab_order()

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys, in order."""
        return tuple(self._buttons)

    @property
    def value(self) -> str:
        """The chosen key."""
        return self._value

    def set_value(self, key: str) -> None:
        """Choose by key; says nothing if it is chosen already. Raises KeyError for an unknown key."""
        self._buttons[key].setChecked(True)
        self._choose(key)

    def clear_choice(self) -> None:
        """Choose none of them, as something else is true now; `value` is empty until one is chosen."""
        self._group.setExclusive(False)
        for button in self._buttons.values():
            button.setChecked(False)
        self._group.setExclusive(True)
        self._value = ""
        self._keep_one_in_tab_order()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the choice and the focus with it."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}.get(
            Qt.Key(event.key()), 0
        )
        if not step:
            super().keyPressEvent(event)
            return
        keys = [segment.key for segment in self._segments]
        here = keys.index(self._value) if self._value else min(step, 0)
        key = keys[(here + step) % len(keys)] if self._value else keys[here]
        self.set_value(key)
        self._buttons[key].setFocus(Qt.FocusReason.TabFocusReason)

    def _make_button(self, segment: Segment, position: int) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setText(segment.text)
        if segment.icon_name:
            size = theme().metrics.icon
            button.setIcon(icon(segment.icon_name, "text_secondary", checked_role="text"))
            button.setIconSize(QSize(size, size))
        both = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        button.setToolButtonStyle(both if segment.text else Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setAccessibleName(segment.tip or segment.text)
        button.setToolTip(tooltip(segment.tip))
        button.setProperty("segment", self._place(position))
        button.clicked.connect(partial(self._choose, segment.key))
        self._group.addButton(button)
        self._buttons[segment.key] = button
        return button

    def _place(self, position: int) -> str:
        if len(self._segments) == 1:
            return "only"
        return {0: "first", len(self._segments) - 1: "last"}.get(position, "middle")

    def _choose(self, key: str, _checked: bool = True) -> None:
        if key == self._value:
            return
        self._value = key
        self._keep_one_in_tab_order()
        self.changed.emit(key)

    def _keep_one_in_tab_order(self) -> None:
        for key, button in self._buttons.items():
            chosen = key == (self._value or self._segments[0].key)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if chosen else Qt.FocusPolicy.NoFocus)
