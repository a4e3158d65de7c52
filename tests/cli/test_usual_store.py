"""Which store is meant when none is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from engramma.engine.home import default_store, home_folder, last_store, log_file, usual_store
from engramma.ui.window.recent_stores import RecentStores
from engramma.ui.window.settings import Settings


def opened_in_the_window(path: Path) -> None:
    settings = Settings(home_folder())
    RecentStores(settings).add(path, at=0, memories=0)
    assert settings.save()


def test_the_default_store_lies_in_the_home(ask, engramma, own_home: Path) -> None:
    assert engramma("stats", store=None).code == 1
    assert not own_home.exists()
    ask("remember", "Kept at home.", store=None)
    assert default_store() == own_home / "default.engramma"
    assert default_store().is_file()
    assert ask("stats", store=None)["memories"]["total"] == 1


def test_the_store_that_the_window_opened_last_comes_first(ask, store_path: Path, own_home: Path) -> None:
    ask("remember", "In a place of its own.")
    opened_in_the_window(store_path)
    assert (last_store(), usual_store()) == (store_path, store_path)
    assert ask("stats", store=None)["memories"]["total"] == 1
    store_path.unlink()
    assert (last_store(), usual_store()) == (None, default_store())


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"recent": [3]}', '{"recent": {}}', '{"recent": [{"path": 3}]}']
)
def test_a_window_state_that_makes_no_sense_names_no_store(own_home: Path, text: str) -> None:
    own_home.mkdir()
    (own_home / "window.json").write_text(text, "utf-8")
    assert usual_store() == default_store()


def test_without_a_home_of_its_own_the_platform_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    import platformdirs

    monkeypatch.setenv("ENGRAMMA_HOME", " ")
    assert home_folder() == platformdirs.user_data_path("engramma", appauthor=False)
    monkeypatch.setenv("ENGRAMMA_HOME", "~/elsewhere")
    assert log_file() == Path.home() / "elsewhere" / "log" / "engramma.log"
