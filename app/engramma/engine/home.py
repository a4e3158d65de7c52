"""Where Engramma keeps what belongs to a person and not to one store: the one place that knows `ENGRAMMA_HOME`.

Only names places; creates nothing, and reads nothing but the list of stores that were opened lately.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

WINDOW_STATE = "window.json"
RECENT = "recent"


def home_folder() -> Path:
    """`ENGRAMMA_HOME`, or else the platform's folder for user data; it may not exist yet."""
    chosen = os.environ.get("ENGRAMMA_HOME", "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return platformdirs.user_data_path("engramma", appauthor=False)


def sample_folder() -> Path:
    """The folder of the sample store."""
    return home_folder() / "sample"


def log_file() -> Path:
    """The file that holds what is too long for a person to be shown at once."""
    return home_folder() / "log" / "engramma.log"


def default_store() -> Path:
    """The store of those who never named one; it may not exist yet."""
    return home_folder() / "default.engramma"


def last_store() -> Path | None:
    """The store that the window opened last, if it is still there."""
    try:
        state = json.loads((home_folder() / WINDOW_STATE).read_text("utf-8"))
        path = Path(state[RECENT][0]["path"])
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return None
    return path if path.is_file() else None


def usual_store() -> Path:
    """The store that is meant when none is named: the last one opened, or else the default."""
    return last_store() or default_store()
