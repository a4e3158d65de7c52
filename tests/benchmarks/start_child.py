"""The process that start_time measures: the real program, with somebody watching who closes it when all is there.

Only watches: paints of the window and of the table, what the side bar and the inspector show, and the longest time
for which the event loop of the painted window stood still.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engramma.start import window as start


def main() -> None:
    start.load_libraries()
    from PySide6.QtCore import QEvent, QObject, QTimer

    from engramma.ui.window import application

    class Watcher(QObject):
        """Notes each mark once, in seconds since the process was started."""

        def __init__(self, window: Any, *, begun: float) -> None:
            super().__init__(window)
            self.window, self.begun = window, begun
            self.marks: dict[str, float] = {}
            self.told: set[str] = set()
            self.table: Any = None
            self.ticked = 0.0
            self.gap = 0.0
            window.installEventFilter(self)
            window.sidebar.facets.counted.connect(self.note_facets)
            window.sidebar.saved.changed.connect(self.note_saved)
            self.timer = QTimer(self)
            self.timer.timeout.connect(self.look)
            self.timer.start(2)

        def note_facets(self, _facets: object) -> None:
            self.told.add("facets")

        def note_saved(self) -> None:
            if self.window.context.store is not None:
                self.told.add("saved")

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() is QEvent.Type.Paint:
                QTimer.singleShot(0, self.note_table if watched is not self.window else self.note_window)
            return False

        def note_window(self) -> None:
            self.mark("shown")
            self.window.removeEventFilter(self)

        def note_table(self) -> None:
            rows = self.table.visible_rows()
            if len(rows) and all(self.table.model().loaded_row(int(self.table.model().ids[r])) for r in rows):
                self.mark("rows")
                self.table.viewport().removeEventFilter(self)

        def mark(self, name: str) -> None:
            self.marks.setdefault(name, time.monotonic() - self.begun)

        def look(self) -> None:
            now = time.monotonic()
            if "shown" in self.marks and self.ticked:
                self.gap = max(self.gap, now - self.ticked)
            self.ticked = now
            view = self.window.centre.made("memories")
            if self.table is None and view is not None:
                self.table = view.table
                self.table.viewport().installEventFilter(self)
            inspector = self.window.inspector
            if "rows" not in self.marks or inspector is None or inspector.form is None:
                return
            form = inspector.memory_form
            if self.told == {"facets", "saved"} and inspector.form is form and form.shown is not None:
                self.mark("filled")
            if "filled" in self.marks and form.curve_section.plot is not None:
                self.mark("curve")
                self.timer.stop()
                self.window.close()

    opened: Callable[..., Any] = application.open_window

    def watched(*arguments: Any) -> Any:
        window = opened(*arguments)
        Watcher.instance = Watcher(window, begun=float(sys.argv[1]))
        return window

    application.open_window = watched
    code = application.run_window(Path(sys.argv[2]))
    watcher = Watcher.instance
    print(json.dumps({**watcher.marks, "gap": watcher.gap}))
    sys.exit(code)
