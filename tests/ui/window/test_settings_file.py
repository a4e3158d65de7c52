"""Two windows share one file of settings: neither takes away what the other one was told."""

from __future__ import annotations

from pathlib import Path

from engramma.ui.window.settings import Settings


def test_two_windows_keep_what_each_was_told(tmp_path: Path) -> None:
    first, second = Settings(tmp_path), Settings(tmp_path)
    first.put("keys", {"memory.pin": ["P"]})
    first.put("looks", {"scale": 1.5})
    assert first.save()
    second.put("window", {"theme": "dark"})
    assert second.save()
    first.put("looks", None)
    assert first.save()
    third = Settings(tmp_path)
    assert third.get("keys") == {"memory.pin": ["P"]}
    assert third.get("window") == {"theme": "dark"}
    assert third.get("looks") is None


def test_a_file_that_broke_meanwhile_is_written_anew(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.put("keys", {"memory.pin": ["P"]})
    settings.path.write_text("{", "utf-8")
    assert settings.save()
    assert Settings(tmp_path).get("keys") == {"memory.pin": ["P"]}
