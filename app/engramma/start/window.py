"""Opens the window: says so where there is no display, and loads the window's libraries in the order that is fastest.

What needs no Qt comes before Qt, whose import hook slows later imports. numpy and the engine are loaded by the job
that opens the store, while the window already shows.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Sequence
from logging.handlers import RotatingFileHandler
from pathlib import Path

from engramma.start.display import has_display

NO_DISPLAY = (
    "There is no display here, so no window can open. `engramma tour --out DIR` renders the views instead."
)
LOG_BYTES = 1_000_000


def main(argv: Sequence[str] | None = None) -> int:
    """Open the window on the store that `argv` names, or else on the last one. Returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not has_display():
        sys.stderr.write(f"{NO_DISPLAY}\n")
        return 1
    return open_window(Path(arguments[0]).expanduser().absolute() if arguments else None)


def open_window(store: Path | None) -> int:
    """Show the window until it is closed."""
    load_libraries()
    _log_to_file()
    from engramma.ui.window.application import run_window

    return run_window(store)


def load_libraries() -> None:
    """Load what comes before Qt. Python's collector, which has nothing to find in modules, is off from here on.

    The window collects by itself once it runs.
    """
    gc.disable()
    import engramma.start.before_qt  # noqa: F401

    os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")


def _log_to_file() -> None:
    """Keep what goes wrong in a file: a window has no terminal."""
    from engramma.engine.home import log_file

    file = log_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    except OSError:
        return
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)


if __name__ == "__main__":
    sys.exit(main())
