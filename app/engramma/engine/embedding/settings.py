"""Which model a person chose, and where the shared process of this person is met."""

from __future__ import annotations

import json
import os

from engramma.embedding.model_folders import DEFAULT_MODEL
from engramma.engine.home import home_folder

MODEL_VARIABLE = "ENGRAMMA_MODEL"
_FILE = "embedding.json"


def wanted_model() -> str:
    """`ENGRAMMA_MODEL`, or the name or folder in the settings, or else the default model."""
    chosen = os.environ.get(MODEL_VARIABLE, "").strip()
    if chosen:
        return chosen
    try:
        found = json.loads((home_folder() / _FILE).read_text("utf-8"))["model"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return DEFAULT_MODEL
    return found if isinstance(found, str) and found.strip() else DEFAULT_MODEL


def choose_model(name: str) -> None:
    """Keep `name` (a folder, or a model's name) in the settings; empty for the default model."""
    path = home_folder() / _FILE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"model": name.strip() or DEFAULT_MODEL}) + "\n", encoding="utf-8")


def runtime_scope() -> str:
    """What keeps the processes of different homes apart: one of an own `ENGRAMMA_HOME` is not met from elsewhere."""
    return os.environ.get("ENGRAMMA_HOME", "").strip()
