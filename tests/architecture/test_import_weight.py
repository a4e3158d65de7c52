"""Importing one part does not load what it must not, seen in a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

QT = {"PySide6", "shiboken6", "pyqtgraph", "qtawesome"}
MODELS = {"torch", "sentence_transformers", "transformers", "tokenizers"}
PRINT_LOADED = """
import importlib, sys
for name in sys.argv[1].split(","):
    importlib.import_module(name)
print("\\n".join(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def modules_below(root: Path, package: str, *, without: tuple[str, ...] = ()) -> list[str]:
    """The names of all modules of `engramma.PACKAGE`, apart from the sub-packages `without`."""
    app = root / "app"
    names = [
        ".".join(file.relative_to(app).with_suffix("").parts).removesuffix(".__init__")
        for file in sorted((app / "engramma" / package).rglob("*.py"))
    ]
    excluded = tuple(f"engramma.{package}.{part}." for part in without)
    return [name for name in names if not f"{name}.".startswith(excluded)]


def loaded_after(root: Path, modules: list[str]) -> set[str]:
    """The top-level names in sys.modules once `modules` are imported."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT_LOADED, ",".join(modules)],
        env={**os.environ, "PYTHONPATH": str(root / "app")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("package", ["engine", "cli", "embedding"])
def test_the_engine_and_the_commands_load_no_qt_and_no_model(project_root: Path, package: str) -> None:
    loaded = loaded_after(project_root, modules_below(project_root, package))
    assert "engramma" in loaded
    assert loaded & (QT | MODELS) == set()


def test_the_engine_loads_alembic_only_for_a_migration(project_root: Path) -> None:
    assert "alembic" not in loaded_after(project_root, modules_below(project_root, "engine"))


def test_the_window_loads_no_model(project_root: Path) -> None:
    loaded = loaded_after(project_root, modules_below(project_root, "ui"))
    assert "engramma" in loaded
    assert loaded & (MODELS | {"mcp"}) == set()


def test_the_window_loads_the_plot_library_only_for_a_plot(project_root: Path) -> None:
    modules = modules_below(project_root, "ui", without=("plots", "graph"))
    assert loaded_after(project_root, modules) & {"pyqtgraph", "scipy", "alembic"} == set()
