"""Keys that no command may take: what typing, fields, menus and the single keys of views live on."""

from __future__ import annotations

import re

from PySide6.QtGui import QKeySequence

from engramma.ui.actions.command import MENUS

_HELD = ("Ctrl+", "Alt+", "Meta+")
_MAY_STAND_ALONE = re.compile(r"(Shift\+)?(F\d+|Del|Ins|Help|Menu)")
_FIXED = {
    "Ctrl+V": "pastes in fields",
    "Ctrl+X": "cuts in fields",
    "Ctrl+Space": "completes a search",
    "Ctrl+Return": "saves what is being written",
    "Ctrl+Enter": "saves what is being written",
    "Ctrl+Tab": "goes to the next part",
    "Ctrl+Shift+Tab": "goes to the part before",
    "Ctrl+Home": "goes to the beginning",
    "Ctrl+End": "goes to the end",
    "Ctrl+Left": "goes a word back",
    "Ctrl+Right": "goes a word on",
    "Ctrl+Up": "moves without selecting",
    "Ctrl+Down": "moves without selecting",
    "Ctrl+Backspace": "deletes a word",
    "Ctrl+Del": "deletes a word",
    "Shift+Esc": "marks everything in Activity as seen",
    "F3": "goes to the next match",
    "Shift+F3": "goes to the match before",
    "Alt+Down": "lists earlier searches",
    "Alt+F4": "closes the window",
}


def reserved_for(keys: str) -> str:
    """What these keys do already, whatever is open, e.g. "pastes in fields"; "" when a command may have them."""
    written = QKeySequence(keys).toString(QKeySequence.SequenceFormat.PortableText)
    first = written.partition(", ")[0]
    if first and not first.startswith(_HELD) and not _MAY_STAND_ALONE.fullmatch(first):
        return "is for typing, walking and the single keys of views such as Review"
    if written in _FIXED:
        return _FIXED[written]
    menu = next((name for name in MENUS if written == f"Alt+{name[0]}"), None)
    return f"opens the menu {menu}" if menu else ""
