"""The command find lists what the tools of a home folder keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.engine.tool_home import claude_session, write


def test_what_is_found_is_listed(
    engramma: Run, ask: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DOWNLOAD_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert engramma("find", now=None).out == "Nothing was found in the known places.\n"
    path = write(tmp_path / ".claude/projects/-x" / "a.jsonl", claude_session(1, cwd=Path("/home/me/shop")))
    [item] = ask("find", now=None)["found"]
    assert (item["title"], item["files"], item["paths"]) == ("Claude Code sessions · shop", 1, [str(path)])
    assert (item["bytes"], item["newest"]) == (path.stat().st_size, "2026-03-01T10:00:00Z")
    shown = engramma("find", now=None).out
    assert "Claude Code sessions · shop" in shown
    assert f"engramma import {path.parent} --dry-run" in shown
