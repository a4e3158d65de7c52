"""Which program, which store, which name: what `connect` writes, made of what a person chose on the command line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engramma.engine.home import home_folder, project_store
from engramma.exchange.clients.wiring import Wiring
from engramma.model.agent import Scope, checked_name
from engramma.model.errors import InvalidValueError

HERE = "."
SMALLEST_BUDGET, LARGEST_BUDGET = 50, 100_000


def wiring(
    agent: str, scope: str, *, store: Path, project: str = "", budget: int = 1_500, hooks: bool = True
) -> Wiring:
    """What is written: the store by its absolute path, so that nothing depends on what was opened last.

    The project `.` alone stays as it is: it is then the folder in which the client works. Raises InvalidValueError.
    """
    if not SMALLEST_BUDGET <= budget <= LARGEST_BUDGET:
        raise InvalidValueError(f"A budget is {SMALLEST_BUDGET} to {LARGEST_BUDGET:,} tokens, not {budget}.")
    if project == HERE:
        place = ("--project", HERE)
    else:
        path = project_store(project) if project else store
        place = ("--store", str(path.expanduser().absolute()))
    home = str(home_folder()) if os.environ.get("ENGRAMMA_HOME", "").strip() else ""
    return Wiring(
        program=own_program(),
        agent=checked_name(agent),
        scope=Scope(scope).value,
        place=place,
        home=home,
        budget=budget,
        hooks=hooks,
    )


def own_program() -> tuple[str, ...]:
    """The words that start this program from anywhere: an absolute path, if need be Python's with the module."""
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    beside = Path(sys.executable).with_name("engramma.exe" if sys.platform == "win32" else "engramma")
    return (str(beside),) if beside.is_file() else (sys.executable, "-m", "engramma")
