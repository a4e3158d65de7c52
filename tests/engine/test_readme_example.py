"""The example in the README runs as it stands and recalls what its text says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


def test_the_example_in_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.+?)```", README.read_text(encoding="utf-8"), flags=re.S)
    assert len(example.strip().splitlines()) <= 12
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})
    first, *_others = capsys.readouterr().out.splitlines()
    assert "we deploy on Tuesdays" in first
    assert (tmp_path / "shop.engramma").exists()
