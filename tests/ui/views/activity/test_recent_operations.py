"""What was read anew and what was loaded before are joined without a gap and without stale rows. Pure."""

from __future__ import annotations

from datetime import date

from engramma.model.operation import Operation, OperationStatus
from engramma.ui.views.activity.actors import Group, actor_name, counts_text, group_counts
from engramma.ui.views.activity.change_words import value_words
from engramma.ui.views.activity.day_bars import day_counts, nice_top
from engramma.ui.views.activity.loading import Recent, merged
from engramma.ui.views.activity.seen import SeenMark, SeenMarks


def operation(number: int, *, undoes: int | None = None, undone_by: int | None = None) -> Operation:
    return Operation(
        number, str(number), number, "person", "pin", "pin", OperationStatus.DONE, undoes, undone_by, 1
    )


def recent(*numbers: int, complete: bool = False) -> Recent:
    return Recent(tuple(map(operation, numbers)), complete, {}, (), max(numbers, default=0))


def test_older_ones_stay_where_the_two_meet() -> None:
    loaded = [operation(number) for number in (5, 4, 3, 2)]
    joined, complete = merged(loaded, recent(7, 6, 5, 4))
    assert [item.id for item in joined] == [7, 6, 5, 4, 3, 2]
    assert not complete


def test_where_they_do_not_meet_only_the_fresh_ones_count() -> None:
    joined, complete = merged([operation(5), operation(4)], recent(9, 8, 7))
    assert [item.id for item in joined] == [9, 8, 7]
    assert not complete


def test_a_whole_history_replaces_everything() -> None:
    joined, complete = merged([operation(5), operation(4)], recent(5, complete=True))
    assert [item.id for item in joined] == [5]
    assert complete


def test_an_older_one_that_was_undone_meanwhile_says_so() -> None:
    loaded = [operation(number) for number in (5, 4, 3)]
    fresh = Recent((operation(6, undoes=3), operation(5), operation(4)), False, {}, (), 6)
    joined, _complete = merged(loaded, fresh)
    assert [(item.id, item.undone_by) for item in joined] == [(6, None), (5, None), (4, None), (3, 6)]


def test_actors_in_groups_and_words() -> None:
    counts = group_counts({"person": 2, "agent:a": 3, "agent:b": 4, "worker": 5, "import": 1, "cli": 6})
    assert counts[Group.ALL] == 21
    assert counts[Group.AGENTS] == 7
    assert actor_name("agent:shop-agent") == "shop-agent"
    assert actor_name("person") == "You"
    assert counts_text(["person", "agent:a", "agent:b"]) == "1 by you, 2 by agents"


def test_days_without_operations_are_days_too() -> None:
    days = day_counts(
        ((date(2026, 3, 1), "person", 2), (date(2026, 3, 1), "cli", 1)), last=date(2026, 3, 2), days=3
    )
    assert [(day.day.day, day.total) for day in days] == [(28, 0), (1, 3), (2, 0)]


def test_the_axis_ends_at_a_round_number() -> None:
    assert [nice_top(most) for most in (0, 2, 3, 9, 11, 61, 101)] == [2, 2, 4, 10, 20, 80, 200]


def test_marks_of_this_visit_count_at_the_next() -> None:
    marks = SeenMarks()
    marks.look("store", SeenMark(5, 50))
    marks.look("store", SeenMark(9, 90))
    assert marks.mark("store") == SeenMark(5, 50)
    later = SeenMarks()
    later.restore(marks.save())
    assert later.mark("store") == SeenMark(9, 90)
    later.restore({"other": "nonsense", "third": [1]})
    assert later.mark("other") is None


def test_values_are_read_as_people_know_them() -> None:
    assert value_words("tier", "short_term") == "Short-term"
    assert value_words("importance", 0.456) == "0.46"
    assert value_words("pinned", 1) == "yes"
    assert value_words("merged_into", 12) == "M-12"
    assert value_words("text", None) == ""
    assert len(value_words("text", "x" * 9_000)) == 2_001
