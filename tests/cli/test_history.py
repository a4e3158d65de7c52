"""`history`, `undo` and `redo`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engramma.engine import open_store
from engramma.model.clock import FixedClock, parse_iso


@pytest.fixture
def edited(ask) -> str:
    """The ULID of M-1, remembered and once edited from the command line."""
    uid = ask("remember", "Port is 8080.")["id"]
    ask("edit", "1", "Port is 8081.")
    return uid


@pytest.fixture
def edited_since(edited: str, store_path: Path) -> str:
    """The same, edited again by a person."""
    with open_store(store_path, clock=FixedClock(parse_iso("2026-03-02T10:00:00Z"))) as store:
        store.memories.edit(1, "Port is 8082.")
    return edited


def test_history_of_the_store_and_of_a_memory(ask, edited) -> None:
    ask("remember", "Something else.")
    found = ask("history")
    assert set(found) == {"operations"}
    assert [item["label"] for item in found["operations"]] == [
        "new memory M-2",
        "edit of M-1",
        "new memory M-1",
    ]
    assert all(set(item) == {"id", "at", "actor", "label", "undone"} for item in found["operations"])
    assert [item["label"] for item in ask("history", edited)["operations"]] == [
        "edit of M-1",
        "new memory M-1",
    ]
    assert len(ask("history", "--limit", "1")["operations"]) == 1
    assert ask("history", "--actor", "agent:")["operations"] == []
    assert len(ask("history", "1", "--actor", "cli")["operations"]) == 2


def test_undo_and_redo(ask, edited, content) -> None:
    newest = ask("history")["operations"][0]["id"]
    assert ask("undo") == {"undone": newest, "conflicts": []}
    assert ask("show", "1")["text"] == "Port is 8080."
    assert [item["undone"] for item in ask("history")["operations"]] == [False, True, False]
    assert ask("redo") == {"redone": newest, "conflicts": []}
    assert ask("show", "1")["text"] == "Port is 8081."


@pytest.mark.parametrize("by", ["number", "id"])
def test_undo_of_a_named_operation(ask, edited, by) -> None:
    ask("remember", "Something else.")
    edit = ask("history")["operations"][1]["id"]
    assert ask("undo", "2" if by == "number" else edit)["undone"] == edit
    assert ask("show", "1")["text"] == "Port is 8080."
    assert ask("stats")["memories"]["total"] == 2


def test_undo_of_the_birth_of_an_edited_memory_asks_first(engramma, ask, edited) -> None:
    assert engramma("undo", "1").code == 1
    ask("undo", "1", "--take", "theirs")
    assert ask("stats")["memories"]["total"] == 0


def test_a_conflict_changes_nothing_and_is_listed(engramma, ask, edited_since, content) -> None:
    before = content()
    done = engramma("undo", "2", "--json")
    assert done.code == 1
    assert done.document["undone"] is None
    (conflict,) = done.document["conflicts"]
    assert conflict == {
        "id": edited_since,
        "label": "M-1",
        "field": "text",
        "restored": "Port is 8080.",
        "current": "Port is 8082.",
        "changed_by": ask("history")["operations"][0]["id"],
    }
    assert "--take" in done.complaint
    told = engramma("undo", "2")
    assert told.code == 1
    assert "Port is 8082." in told.out
    assert content() == before


@pytest.mark.parametrize(("take", "text"), [("mine", "Port is 8082."), ("theirs", "Port is 8080.")])
def test_a_conflict_is_decided(ask, edited_since, take, text) -> None:
    done = ask("undo", "2", "--take", take)
    assert done["undone"] is not None
    assert ask("show", "1")["text"] == text
    assert ask("history")["operations"][1]["undone"] is False
    assert ask("history")["operations"][2]["undone"] is True


def test_bare_undo_is_of_the_command_line_only(engramma, ask, edited_since) -> None:
    assert ask("undo", "--take", "theirs")["undone"] == ask("history")["operations"][2]["id"]


def test_nothing_to_undo(engramma, ask, edited, content) -> None:
    for _ in range(2):
        ask("undo")
    before = content()
    for arguments, said in (
        (("undo",), "nothing to undo"),
        (("undo", "1"), "undone already"),
        (("undo", "99"), "no operation 99"),
        (("undo", "x!"), "no operation x!"),
    ):
        done = engramma(*arguments)
        assert (done.code, done.out) == (1, "")
        assert said in done.complaint
    assert content() == before
    assert engramma("undo", "--take", "both").code == 2
    assert engramma("history", "--limit", "0").code == 2


def test_what_somebody_else_did_is_named_and_undone_by_its_number(engramma, ask, store_path) -> None:
    ask("remember", "x")
    ask("undo")
    with open_store(store_path, clock=FixedClock(parse_iso("2026-03-02T10:00:00Z"))) as store:
        store.memories.remember("Totals are cents.")
    said = engramma("undo").complaint
    assert "was made by a person, in the window" in said
    number = said.rpartition(" ")[2]
    assert engramma("undo", number).code == 0
    assert engramma("undo").complaint == "There is nothing to undo."


def test_nothing_to_redo(engramma, edited) -> None:
    assert engramma("redo").complaint == "There is nothing to redo."


def test_people_get_a_table(engramma, edited) -> None:
    assert engramma("undo").out == "Took back: edit of M-1.\n"
    heads, undo, edit, _new = engramma("history").out.splitlines()
    assert heads.split() == ["OP", "WHEN", "WHO", "WHAT"]
    assert undo.endswith("Undo: edit of M-1")
    assert edit.split() == ["2", "2026-03-02", "09:30", "cli", "edit", "of", "M-1", "undone"]
    assert engramma("redo").out == "Did again: edit of M-1.\n"
