"""`edit`, `correct`, `merge`, `pin`, `tag`, `trash` and their kin."""

from __future__ import annotations

import pytest


@pytest.fixture
def three(ask) -> list[str]:
    """The ULIDs of M-1, M-2 and M-3."""
    return [
        ask("remember", text, "--tag", tag)["id"]
        for text, tag in (("Port is 8080.", "net"), ("Port is 9090.", "ops"), ("Lunch at noon.", "food"))
    ]


def test_edit_makes_a_version(ask, three) -> None:
    assert ask("edit", "M-1", "Port is 8081.") == {"id": three[0], "label": "M-1", "version": 2}
    shown = ask("show", "M-1")
    assert (shown["text"], shown["version"]) == ("Port is 8081.", 2)
    assert shown["history"][0]["label"] == "edit of M-1"


def test_an_edit_from_standard_input(ask, three) -> None:
    ask("edit", "1", "-", stdin="Port is\n8082.\n")
    assert ask("show", "1")["text"] == "Port is\n8082."


def test_an_edit_that_changes_nothing_is_no_operation(ask, engramma, three) -> None:
    before = ask("history")
    assert "nothing was changed" in engramma("edit", "1", "Port is 8080.").out
    assert ask("history") == before


def test_nobody_overwrites_a_version_they_have_not_seen(ask, engramma, content, three) -> None:
    ask("edit", "1", "Port is 8081.", "--if-version", "1")
    before = content()
    done = engramma("edit", "1", "Port is 8082.", "--if-version", "1")
    assert done.code == 1
    assert "changed meanwhile" in done.complaint
    assert content() == before


def test_correct_supersedes(ask, three) -> None:
    done = ask("correct", "M-1", "Port is 7000.")
    assert set(done) == {"id", "label", "supersedes"}
    assert done["supersedes"] == three[0]
    new, old = ask("show", done["id"]), ask("show", three[0])
    assert (new["category"], new["tags"], new["state"]) == ("correction", ["net"], "active")
    assert old["state"] == "superseded"
    (edge,) = new["associations"]
    assert (edge["type"], edge["id"], edge["direction"]) == ("corrects", three[0], "out")
    assert [item["id"] for item in ask("search", "port")["items"]] == [done["id"], three[1]]


def test_merge_keeps_the_first(ask, three) -> None:
    assert ask("merge", "2", "1") == {"id": three[1], "label": "M-2", "merged": [three[0]]}
    assert sorted(ask("show", "2")["tags"]) == ["net", "ops"]
    assert ask("show", "1")["state"] == "superseded"


@pytest.mark.parametrize(
    ("command", "key", "value"),
    [("pin", "pinned", True), ("trash", "state", "trashed"), ("rehearse", "strength", 1.0)],
)
def test_one_change_to_several(ask, three, command, key, value) -> None:
    later = "2026-03-06T09:30:00Z"
    done = ask(command, "1", "M-2", three[0], now=later)
    assert done == {"ids": three[:2], "labels": ["M-1", "M-2"], "changed": 2}
    assert [ask("show", name, now=later)[key] for name in ("1", "2")] == [value, value]
    assert ask("show", "3", now=later)[key] != value
    assert len(ask("history")["operations"]) == 4


def test_there_and_back(ask, three) -> None:
    assert (ask("pin", "1")["changed"], ask("pin", "1")["changed"]) == (1, 0)
    assert ask("show", "1")["fades_at"] is None
    assert ask("unpin", "1")["changed"] == 1
    assert ask("show", "1")["fades_at"] is not None
    ask("trash", "3")
    assert ask("search", "lunch")["total"] == 0
    assert ask("restore", "3")["changed"] == 1
    assert ask("search", "lunch")["total"] == 1


def test_tags_come_and_go(ask, engramma, three) -> None:
    ask("tag", "1", "--add", "#new", "--add", "gift cards", "--remove", "net")
    assert ask("show", "1")["tags"] == ["gift cards", "new"]
    assert "already" in engramma("tag", "1", "--add", "new").out
    assert engramma("tag", "1").code == 2


@pytest.mark.parametrize("command", ["pin", "unpin", "trash", "restore", "rehearse", "merge"])
def test_one_wrong_id_changes_nothing(engramma, content, three, command) -> None:
    before = content()
    done = engramma(command, "1", "M-99")
    assert (done.code, done.out) == (1, "")
    assert done.complaint.startswith("There is no memory M-99.")
    assert content() == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("pin",), 2),
        (("merge", "1"), 2),
        (("merge", "1", "1"), 1),
        (("edit", "1"), 2),
        (("edit", "1", ""), 1),
        (("edit", "1", "x", "--if-version", "0"), 2),
        (("correct", "9", "x"), 1),
        (("tag", "1", "--add", "a,b"), 1),
    ],
)
def test_wrong_usage_and_failures(engramma, content, three, arguments, code) -> None:
    before = content()
    done = engramma(*arguments)
    assert (done.code, done.out) == (code, "")
    assert done.complaint
    assert content() == before


def test_people_are_told_what_happened(engramma, three) -> None:
    assert engramma("pin", "1").out == "Pinned M-1.\n"
    assert engramma("pin", "1").out == "Nothing was changed: M-1 is already pinned.\n"
    assert engramma("pin", "1", "2").out == "Pinned 1 of 2 memories; the others needed no change.\n"
    assert engramma("trash", "1", "2", "3").out == "Put into the Trash: M-1, M-2 and M-3.\n"
    assert engramma("correct", "1", "x").complaint.startswith("M-1 is trashed already.")
