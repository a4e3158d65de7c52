"""`link` and `unlink`."""

from __future__ import annotations

import pytest


@pytest.fixture
def two(ask) -> list[str]:
    """The ULIDs of M-1 and M-2."""
    return [ask("remember", text)["id"] for text in ("Port is 8080.", "Lunch at noon.")]


def test_link_and_unlink(ask, engramma, two) -> None:
    assert ask("link", "M-1", "2", "--relation", "same desk") == {
        "ids": two,
        "labels": ["M-1", "M-2"],
        "type": "related",
        "relation": "same desk",
    }
    (edge,) = ask("show", "M-1")["associations"]
    assert (edge["type"], edge["id"]) == ("related", two[1])
    assert ask("unlink", "2", "1")["removed"] == 1
    assert ask("show", "M-1")["associations"] == []
    assert engramma("link", "1", "2").out == "Linked M-1 and M-2.\n"
    assert engramma("unlink", "1", "2").out == "Took away 1 link between M-1 and M-2.\n"


def test_nothing_to_unlink(engramma, two) -> None:
    done = engramma("unlink", "1", "2")
    assert done.code == 1
    assert "Nothing links M-1 and M-2." in done.complaint


def test_no_link_to_itself(engramma, two) -> None:
    done = engramma("link", "1", "M-1")
    assert done.code == 1
    assert "cannot be linked to itself" in done.complaint
