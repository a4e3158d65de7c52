"""The window's entry point: says so without a display, draws the tour without one, and opens on the last store."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from engramma.start import window

VIEWS = (
    "memories",
    "sessions",
    "tiers",
    "decay",
    "graph",
    "recall",
    "review",
    "activity",
    "overview",
    "plan",
    "live",
    "merge",
    "replace",
    "settings",
    "import",
    "export",
    "welcome",
    "palette",
)


def test_without_a_display_it_says_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert window.main([]) == 1
    complaint = capsys.readouterr().err
    assert complaint.count("\n") == 1
    assert "engramma tour" in complaint


@pytest.mark.slow
@pytest.mark.timeout(330)
def test_the_tour_draws_every_view_light_and_dark_at_both_scales(tmp_path: Path, own_home: Path) -> None:
    out = tmp_path / "tour"
    done = subprocess.run(
        [sys.executable, "-m", "engramma", "tour", "--out", str(out)],
        env={name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    names = {
        f"{view}-{theme}{scale}.png" for view in VIEWS for theme in ("light", "dark") for scale in ("", "@2x")
    }
    assert {file.name for file in out.iterdir()} == names
    for name in names:
        image = QImage(str(out / name))
        assert (image.width(), image.height()) == ((2880, 1800) if "@2x" in name else (1440, 900)), name
        assert image.colorCount() == 0
        assert len(colours(image)) > 40, name
    assert not own_home.exists()


def colours(image: QImage) -> set[int]:
    """The colours on a coarse grid."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(plain.constBits(), np.uint32).reshape(plain.height(), plain.width())
    return set(pixels[::4, ::4].ravel().tolist())
