"""The command table: registration, availability with reasons, keys that a person changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engramma.ui.actions import Command, CommandTable, Situation, UnavailableError, UnknownCommandError
from engramma.ui.actions import conditions as may
from engramma.ui.actions.palette_rows import CommandRow, SeenMemory, palette_rows


class Bench:
    """A table over a situation that the test changes, and what was run."""

    def __init__(self) -> None:
        self.situation = Situation(store_open=True)
        self.ran: list[tuple[str, dict[str, object]]] = []
        self.table = CommandTable(lambda: self.situation)
        self.table.add(
            [
                Command("memory.pin", "Pin", self.note, menu="Memory", keys=("Ctrl+P",), when=may.can_pin),
                Command("memory.merge", "Merge…", self.note, menu="Memory", when=needs_two),
                Command(
                    "edit.undo",
                    "Undo",
                    self.note,
                    menu="Edit",
                    keys=("Ctrl+Z",),
                    when=may.can_undo,
                    label=undo,
                ),
                Command("view.memories", "Memories", self.note, menu="View", keys=("Ctrl+1",)),
            ]
        )

    def note(self, **arguments: object) -> None:
        self.ran.append(("ran", arguments))


def needs_two(situation: Situation) -> str:
    return may.write_some(situation) or ("" if situation.memories > 1 else "needs two or more")


def undo(situation: Situation) -> str:
    return f"Undo {situation.undo}".strip()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_command_says_why_it_may_not_run(bench: Bench) -> None:
    assert bench.table.reason("memory.pin") == "nothing selected"
    with pytest.raises(UnavailableError, match=r"^Pin: nothing selected\.$"):
        bench.table.run("memory.pin")
    bench.situation = replace(bench.situation, selection="memory", selected=1)
    assert bench.table.reason("memory.pin") == ""
    assert bench.table.reason("memory.merge") == "needs two or more"
    bench.situation = replace(bench.situation, some_unpinned=False)
    assert bench.table.reason("memory.pin") == "pinned already"
    bench.situation = replace(bench.situation, read_only=True)
    assert bench.table.reason("memory.pin") == "the store is open read-only"
    bench.situation = Situation()
    assert bench.table.reason("memory.pin") == "no store is open"


def test_ids_stand_in_for_the_selection(bench: Bench) -> None:
    bench.table.run("memory.pin", ids=(3,))
    assert bench.ran == [("ran", {"ids": (3,)})]
    with pytest.raises(UnavailableError, match="needs two"):
        bench.table.run("memory.merge", ids=(3,))


def test_a_named_step_can_be_undone_when_nothing_else_can(bench: Bench) -> None:
    with pytest.raises(UnavailableError):
        bench.table.run("edit.undo")
    bench.table.run("edit.undo", operation_id=7)
    assert bench.ran == [("ran", {"operation_id": 7})]


def test_all_results_count_as_many(bench: Bench) -> None:
    bench.situation = replace(bench.situation, selection="memory", all_results=True, results=40)
    assert bench.table.reason("memory.merge") == ""


def test_titles_follow_the_situation(bench: Bench) -> None:
    bench.situation = replace(bench.situation, undo="edit of M-12")
    assert bench.table.text("edit.undo") == "Undo edit of M-12"


def test_unknown_and_doubled_commands_are_refused(bench: Bench) -> None:
    with pytest.raises(UnknownCommandError):
        bench.table.run("memory.fly")
    with pytest.raises(ValueError, match="twice"):
        bench.table.add([Command("memory.pin", "Pin", bench.note)])


def test_keys_can_be_changed_and_given_back(bench: Bench) -> None:
    table = bench.table
    table.set_keys("memory.pin", ("Ctrl+1",))
    assert table.shown_key("memory.pin") == "Ctrl+1"
    assert table.own_keys == {"memory.pin": ("Ctrl+1",)}
    assert table.key_conflicts() == {"ctrl+1": ("memory.pin", "view.memories")}
    table.set_keys("memory.pin", None)
    assert table.shown_key("memory.pin") == "Ctrl+P"
    assert table.key_conflicts() == {}


def test_the_palette_finds_titles_and_menus(bench: Bench) -> None:
    def found(letters: str) -> list[str]:
        rows = palette_rows(bench.table, letters)
        return [row.id for row in rows if isinstance(row, CommandRow)]

    assert found("") == ["memory.pin", "memory.merge", "edit.undo", "view.memories"]
    assert found("mer")[0] == "memory.merge"
    assert found("edit") == ["edit.undo"]
    assert found("xyz") == []
    rows = palette_rows(bench.table, "", recent=["view.memories"])
    assert isinstance(rows[1], CommandRow)
    assert rows[1].id == "view.memories"


def test_the_palette_lists_memories_seen_last(bench: Bench) -> None:
    seen = [
        SeenMemory(3, "M-3", "Verify webhooks first.", "long_term"),
        SeenMemory(4, "M-4", "Other.", "short_term"),
    ]
    rows = palette_rows(bench.table, "webhook", memories=seen)
    memories = [row.memory.id for row in rows if hasattr(row, "memory")]
    assert memories == [3]
