"""The import contracts in pyproject.toml hold, and each of them bites."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

FLOORS = ("model", "theory", "store", "embedding", "exchange", "engine", "agent", "cli", "ui", "start")
# One offence for each contract, by the contract's id.
OFFENCES = {
    "floors": ("theory/offence.py", "import engramma.store"),
    "qt": ("engine/offence.py", "import PySide6.QtCore"),
    "qt-start": ("start/offence.py", "import pyqtgraph"),
    "sql": ("cli/offence.py", "import sqlite3"),
    "models": ("engine/model.py", "import torch"),
    "protocol": ("ui/offence.py", "import mcp"),
    "model": ("model/offence.py", "import numpy"),
}


def lint_imports(folder: Path, *, source: Path) -> subprocess.CompletedProcess[str]:
    """Check the package under `source` against the contracts of the pyproject.toml in `folder`."""
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(source), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_contracts_hold(project_root: Path) -> None:
    done = lint_imports(project_root, source=project_root / "app")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_contract_bites(project_root: Path, tmp_path: Path) -> None:
    shutil.copy(project_root / "pyproject.toml", tmp_path)
    package = tmp_path / "app" / "engramma"
    for floor in FLOORS:
        (package / floor).mkdir(parents=True)
        (package / floor / "__init__.py").touch()
    (package / "__init__.py").touch()
    for file, text in OFFENCES.values():
        (package / file).write_text(text + "\n", encoding="utf-8")

    done = lint_imports(tmp_path, source=tmp_path / "app")

    contracts = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    names = {c["id"]: c["name"] for c in contracts["tool"]["importlinter"]["contracts"]}
    assert set(names) == set(OFFENCES)
    kept = [name for name in names.values() if f"{name} BROKEN" not in done.stdout]
    assert kept == [], done.stdout + done.stderr
    assert done.returncode == 1
