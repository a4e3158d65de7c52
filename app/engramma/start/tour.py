"""Renders every view as pictures without a display: `engramma tour`.

Only prepares the process, since Qt must be told to draw off screen before it is loaded; the drawing is in the ui.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engramma.model.errors import ExportFileError


def render_tour(out: Path, store: Path | None = None) -> Sequence[Path]:
    """Write VIEW-light.png, VIEW-dark.png and both @2x into `out`; returns the files.

    Of `store`, or else of the sample, which is built in a folder of its own. Raises EngrammaError.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportFileError(f"The folder {out} cannot be made: {error.strerror}.") from error
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")
    # Pictures are the same with and without a model, and leave no process behind.
    os.environ.setdefault("ENGRAMMA_EMBEDDER", "off")
    from engramma.engine import open_store  # noqa: F401 (the names are lazy: this loads numpy and SQLAlchemy)
    from engramma.ui.tour.render import render_views

    with tempfile.TemporaryDirectory(prefix="engramma-tour-") as home:
        return render_views(out, store, home=Path(home))
