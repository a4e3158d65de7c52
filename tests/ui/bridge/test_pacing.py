"""Reading again after changes: at once after a few, seldom in a stream, and never forgotten."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engramma.ui.bridge.pacing import AT_ONCE, PacedTimer


def test_a_stream_is_followed_seldom_and_to_its_end(qtbot: QtBot) -> None:
    owner = QObject()
    timer = PacedTimer(owner, soon=5, gap=150)
    fired: list[float] = []
    timer.timeout.connect(lambda: fired.append(time.monotonic()))
    timer.start()
    qtbot.waitUntil(lambda: len(fired) == 1, timeout=1_000)

    end = time.monotonic() + 0.6
    while time.monotonic() < end:
        timer.start()
        qtbot.wait(2)
    assert AT_ONCE <= len(fired) <= AT_ONCE + 5
    last = len(fired)
    timer.start()
    qtbot.waitUntil(lambda: len(fired) > last, timeout=1_000)

    timer.start()
    timer.stop()
    before = len(fired)
    qtbot.wait(200)
    assert len(fired) == before
