"""The selection goes to the clipboard in the form that was chosen, for some memories or for all results."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from tests.ui.window_on_store import NEVER_LOG, Stocked

from engramma.ui.bridge import Selection
from engramma.ui.window.main_window import MainWindow


def test_the_selection_is_copied_in_the_chosen_form(
    window: MainWindow, settle: Callable[[], None], small: Stocked
) -> None:
    actions = window.parts.actions
    window.context.select(Selection("memory", (small.never_log, small.cents), current=small.cents))
    settle()

    def clipboard(form: str) -> str:
        actions[f"memory.copy_{form}"].trigger()
        settle()
        return QGuiApplication.clipboard().text()

    assert [item["id"] for item in json.loads(clipboard("json"))] == [
        memory.uid for memory in map(window.context.store.memories.get, (small.never_log, small.cents))
    ]
    message = window.parts.toasts.toast.message
    assert message is not None
    assert message.text == "Copied 2 memories as JSON"
    assert clipboard("text").splitlines()[0].endswith(f"] - {NEVER_LOG}")
    assert clipboard("markdown").startswith(f"- {NEVER_LOG}  \n")

    window.context.set_query("tag:ports")
    settle()
    window.context.select(Selection("memory", all_results=True))
    settle()
    rows = list(csv.DictReader(io.StringIO(clipboard("csv"))))
    assert {row["tags"] for row in rows} == {"ports"}
    assert len(rows) == len(small.notes)
