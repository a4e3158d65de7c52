"""Keys that a person gives to commands: what is taken is told first, what is reserved is never given."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtWidgets import QApplication

from engramma.ui.actions import Command, CommandTable, Situation
from engramma.ui.actions.reserved_keys import reserved_for
from engramma.ui.actions.shortcuts import KeyConflict, Shortcuts
from engramma.ui.widgets.key_names import follow_keys, keys_now


class Desk:
    """A table of a few commands, and what was kept."""

    def __init__(self) -> None:
        self.kept: list[dict[str, tuple[str, ...]]] = []
        self.table = CommandTable(Situation)
        self.table.add(
            [
                Command("memory.pin", "Pin", self.run, menu="Memory", keys=("Ctrl+P",)),
                Command("memory.rehearse", "Rehearse…", self.run, menu="Memory", keys=("Ctrl+R",)),
                Command("edit.redo", "Redo", self.run, menu="Edit", keys=("Ctrl+Shift+Z", "Ctrl+Y")),
                Command("search.clear", "Clear the search", self.run, menu="Edit", keys=("Esc",)),
            ]
        )
        self.shortcuts = Shortcuts(self.table, self.keep)

    def run(self) -> None:
        """Nothing."""

    def keep(self, own: Mapping[str, tuple[str, ...]]) -> None:
        self.kept.append(dict(own))


@pytest.fixture
def desk(qapp: QApplication) -> Desk:
    return Desk()


def test_free_keys_are_given_and_kept(desk: Desk) -> None:
    shortcuts = desk.shortcuts
    assert shortcuts.conflict("memory.pin", "Ctrl+Shift+9") is None
    shortcuts.assign("memory.pin", "ctrl+shift+9")
    assert shortcuts.keys("memory.pin") == ("Ctrl+Shift+9",)
    assert desk.kept == [{"memory.pin": ("Ctrl+Shift+9",)}]
    assert (shortcuts.changed_count, shortcuts.is_changed("memory.pin")) == (1, True)
    shortcuts.reset("memory.pin")
    assert (shortcuts.keys("memory.pin"), desk.kept[-1]) == (("Ctrl+P",), {})


def test_keys_of_another_command_are_only_taken_when_asked(desk: Desk) -> None:
    shortcuts = desk.shortcuts
    assert shortcuts.conflict("memory.pin", "Ctrl+R") == KeyConflict(
        "Ctrl+R", "memory.rehearse", "Rehearse (Memory)"
    )
    with pytest.raises(ValueError, match="Rehearse"):
        shortcuts.assign("memory.pin", "Ctrl+R")
    assert desk.kept == []
    shortcuts.assign("memory.pin", "Ctrl+Y", take=True)
    assert shortcuts.keys("edit.redo") == ("Ctrl+Shift+Z",), "its other keys stay"
    shortcuts.assign("memory.rehearse", "Ctrl+P")
    shortcuts.reset("memory.pin")
    assert (shortcuts.keys("memory.pin"), shortcuts.keys("memory.rehearse")) == (("Ctrl+P",), ())
    shortcuts.reset_all()
    assert desk.table.own_keys == {}
    shortcuts.assign("memory.pin", "")
    assert shortcuts.keys("memory.pin") == ()


def test_a_sequence_that_begins_with_other_keys_is_a_conflict(desk: Desk) -> None:
    found = desk.shortcuts.conflict("memory.pin", "Ctrl+R, Ctrl+S")
    assert found is not None
    assert found.command == "memory.rehearse"


@pytest.mark.parametrize(
    "keys", ["J", "Shift+M", "7", "Space", "Return", "Tab", "Esc", "Up", "Ctrl+V", "Alt+F", "Shift+F3"]
)
def test_reserved_keys_are_never_given(desk: Desk, keys: str) -> None:
    assert reserved_for(keys)
    found = desk.shortcuts.conflict("memory.pin", keys)
    assert found is not None
    assert found.reserved
    with pytest.raises(ValueError, match=r"is for|s "):
        desk.shortcuts.assign("memory.pin", keys, take=True)


@pytest.mark.parametrize("keys", ["Ctrl+J", "F7", "Del", "Shift+Del", "Ctrl+Alt+F", "Meta+J", ""])
def test_other_keys_are_free(desk: Desk, keys: str) -> None:
    assert reserved_for(keys) == ""


def test_what_a_person_chose_counts_more_than_what_a_new_command_comes_with(desk: Desk) -> None:
    desk.table.set_keys("memory.pin", ("Ctrl+Y",))
    desk.shortcuts.settle()
    assert desk.shortcuts.keys("edit.redo") == ("Ctrl+Shift+Z",)
    assert desk.table.key_conflicts() == {}


def test_escape_has_its_command_for_good(desk: Desk) -> None:
    assert desk.shortcuts.is_fixed("search.clear")
    assert not desk.shortcuts.is_fixed("memory.pin")


def test_what_names_keys_follows(qapp: QApplication) -> None:
    follow_keys({"Ctrl+P": "Ctrl+J", "Ctrl+R": ""})
    assert (keys_now("Ctrl+P"), keys_now("Ctrl+R"), keys_now("Ctrl+K")) == ("Ctrl+J", "", "Ctrl+K")
    follow_keys({})
    assert keys_now("Ctrl+P") == "Ctrl+P"
