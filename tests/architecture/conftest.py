"""The project's own source files, parsed once for all the rules."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path

import pytest
from source_rules import Source

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def project_root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def app_sources() -> list[Source]:
    """Everything under app/."""
    return _read(sorted((ROOT / "app").rglob("*.py")))


@pytest.fixture(scope="session")
def own_sources(app_sources: list[Source]) -> list[Source]:
    """Everything that is delivered: app/, packaging/ and resources/."""
    files = [file for folder in ("packaging", "resources") for file in sorted((ROOT / folder).rglob("*.py"))]
    return app_sources + _read(files)


def _read(files: Sequence[Path]) -> list[Source]:
    """A million nodes that stay: the garbage collector shall not walk them, now or in any later test."""
    gc.collect()
    gc.disable()
    try:
        sources = [Source.read(file, root=ROOT) for file in files]
        gc.freeze()
    finally:
        gc.enable()
    return sources
