"""Has a client's own program change its settings: found on the path, run without a shell, with a limit of time."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from engramma.exchange.clients.config_file import ConnectError
from engramma.exchange.clients.surroundings import Surroundings

_SECONDS = 60
_SAID = 200


def program_of(name: str, where: Surroundings) -> str | None:
    """The absolute path of a program, if it is there; one in the folder where one happens to stand is not meant."""
    found = shutil.which(name, path=where.variables.get("PATH", ""))
    return found if found is not None and Path(found).is_absolute() else None


def run_own_command(words: Sequence[str], where: Surroundings) -> None:
    """Run `words`, the first being a path. Raises ConnectError with what the program said."""
    try:
        done = subprocess.run(
            list(words),
            env=dict(where.variables),
            cwd=where.home if where.home.is_dir() else None,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ConnectError(f"{words[0]} did not do it: {error}.") from error
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
        raise ConnectError(f"{words[0]} did not do it: {(said or ['it gave no reason'])[-1][:_SAID]}.")
