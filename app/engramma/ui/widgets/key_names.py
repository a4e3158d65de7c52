"""What keys are called, and which keys a command has now where a button names those that it comes with.

Buttons name keys as they are by default; a person may have given the command others, or none.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication


class _Now:
    """Holds what was changed, for the whole process: the keys by default, and those instead of them."""

    keys: Mapping[str, str] = {}


def key_words(keys: str | QKeySequence) -> str:
    """Keys as shown: the platform's names, with spaces for the plus signs ("Ctrl Z")."""
    sequence = keys if isinstance(keys, QKeySequence) else QKeySequence(keys)
    native = sequence.toString(QKeySequence.SequenceFormat.NativeText) or str(keys)
    return native.replace("+", " ").strip() or native


def keys_now(keys: str) -> str:
    """The keys instead of those that a command comes with; "" when it has none any more."""
    return _Now.keys.get(keys, keys)


def follow_keys(changed: Mapping[str, str]) -> None:
    """From now on these keys stand for those; everything that shows keys follows."""
    if changed == _Now.keys:
        return
    _Now.keys = dict(changed)
    for widget in QApplication.allWidgets():
        follow = getattr(widget, "follow_keys", None)
        if callable(follow):
            follow()
