"""The folder where host and clients meet: one a model and scope, short, and of nobody else."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from engramma.embedding import EmbeddingUnavailableError
from engramma.embedding.locking import FileLock, is_held
from engramma.embedding.runtime import meeting_place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders of POSIX systems")


def test_models_and_scopes_do_not_meet(runtime: Path) -> None:
    folders = {
        meeting_place(model, scope=scope).folder for model in ("a", "b") for scope in ("", "x", str(runtime))
    }
    assert len(folders) == 6
    assert meeting_place("a", scope="x") == meeting_place("a", scope="x")


def test_without_a_runtime_folder_it_lies_in_the_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", "relative")
    place = meeting_place("a")
    assert place.folder.is_relative_to(tmp_path)
    assert stat.S_IMODE(place.folder.stat().st_mode) == 0o700
    assert len(place.address) - len(str(tmp_path)) < 50


def test_a_folder_open_to_others_is_closed(runtime: Path) -> None:
    (runtime / "engramma").mkdir(mode=0o777)
    os.chmod(runtime / "engramma", 0o777)
    meeting_place("a")
    assert stat.S_IMODE((runtime / "engramma").stat().st_mode) == 0o700


@pytest.mark.parametrize("kind", ["link", "file"])
def test_what_is_no_folder_of_ours_is_refused(runtime: Path, tmp_path: Path, kind: str) -> None:
    if kind == "link":
        (tmp_path / "elsewhere").mkdir()
        (runtime / "engramma").symlink_to(tmp_path / "elsewhere")
    else:
        (runtime / "engramma").write_text("")
    with pytest.raises(EmbeddingUnavailableError, match="not a folder of this user"):
        meeting_place("a")


def test_a_lock_is_held_by_one(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    assert not is_held(path)
    first, second = FileLock(path), FileLock(path)
    assert first.take()
    assert first.take()
    assert not second.take()
    assert is_held(path)
    first.give_back()
    assert second.take()
    second.give_back()
    assert not is_held(path)
