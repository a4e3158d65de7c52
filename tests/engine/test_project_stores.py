"""Which store a project has: by a name that is safe as a file's, or by where its folder really lies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engramma.engine.home import project_store, projects_folder
from engramma.model.errors import InvalidValueError

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_name_is_the_same_however_it_is_written() -> None:
    assert project_store("Café") == project_store("cafe\N{COMBINING ACUTE ACCENT}") == project_store(" CAFÉ ")


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "a\0b", "a:b", "x" * 61, "-flag", "a\nb"])
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    with pytest.raises(InvalidValueError, match="cannot name a project"):
        project_store(name)


def test_a_folder_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidValueError, match="no folder"):
        project_store(str(tmp_path / "gone"))


@settings(max_examples=60)
@given(st.text(max_size=70))
def test_no_name_leaves_the_folder_of_projects(name: str) -> None:
    try:
        found = project_store(name)
    except (InvalidValueError, ValueError):
        return
    assert projects_folder() in found.parents
    assert found.suffix == ".engramma"
