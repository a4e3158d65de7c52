"""The head of a page that changes memories: its key stands inside the button that it presses."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from engramma.ui.theme import ThemeSource
from engramma.ui.views.merge.layout import PageHead
from engramma.ui.widgets import KeyButton, KeyHint


def test_the_key_is_inside_the_primary_button(qtbot: QtBot, theme_source: ThemeSource) -> None:
    head = PageHead("Find and replace", "Replace", keys="Ctrl+Return", icon_name="swap")
    qtbot.addWidget(head)
    assert head.findChildren(KeyHint) == []
    assert isinstance(head.primary, KeyButton)
    assert head.primary.accessibleDescription() == "Shortcut Ctrl Return"
    before = head.primary.sizeHint().width()
    head.offer("Replace in 12 memories", enabled=True)
    assert head.primary.text() == head.primary.accessibleName() == "Replace in 12 memories"
    assert head.primary.sizeHint().width() > before
