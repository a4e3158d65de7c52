"""The letters of Live, while its list has the keys."""

from __future__ import annotations

from PySide6.QtCore import Qt

BUTTONS = {
    Qt.Key.Key_L: "ask",
    Qt.Key.Key_U: "undo",
    Qt.Key.Key_M: "show",
    Qt.Key.Key_P: "pin",
    Qt.Key.Key_C: "correct",
    Qt.Key.Key_A: "accept",
    Qt.Key.Key_R: "reject",
}
"""Which button of the side a letter presses."""
VERDICTS = {Qt.Key.Key_Y: True, Qt.Key.Key_N: False}
"""What a letter says of the hit that is looked at: right or wrong."""
