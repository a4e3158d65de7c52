"""The plan page: a dry run writes nothing, ticks decide what is applied, and all of it can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, context, settle, stocked

from engramma.engine.recalls import record_recall
from engramma.model.clock import DAY, HOUR
from engramma.model.plan import PlanStep, StepMode
from engramma.ui.bridge import WindowContext
from engramma.ui.views.plan import PlanPage

__all__ = ["context", "settle", "stocked"]
Settle = Callable[[], None]
TURNS = (
    ("user", "Remember: the staging database runs on port 5433."),
    ("agent", "Noted, the staging database uses port 5433 from now on."),
    ("user", "We decided to drop Redis in favour of Postgres queues."),
    ("agent", "Redis is removed and the jobs run on Postgres queues."),
    ("user", "I prefer small pull requests with one change each."),
    ("agent", "Understood, one change a pull request."),
    ("user", "Never deploy on a Friday afternoon."),
)


@pytest.fixture
def planned(stocked: Stocked) -> Stocked:
    """Two notes to promote, a session to read and summarise, and much that is stale."""
    store, clock = stocked.store, stocked.clock
    session = store.sessions.start("Queues and ports", agent="claude")
    for role, text in TURNS:
        store.sessions.append(session, role, text)
    store.sessions.end(session)
    for note in stocked.notes[-2:]:
        for _time in range(2):
            clock.advance(HOUR)
            record_recall(store.workspace, "which port?", [note])
    clock.advance(HOUR)
    return stocked


@pytest.fixture
def page(qtbot: QtBot, context: WindowContext, planned: Stocked, settle: Settle) -> Iterator[PlanPage]:
    made = PlanPage(context)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.activate()
    settle()
    yield made
    made._timer.stop()


def shown(page: PlanPage):  # type: ignore[no-untyped-def]
    assert page._read is not None
    return page._read.chosen


def row_of(page: PlanPage, number: int) -> int:
    return page.list._model.place_of(number)


def test_a_dry_run_shows_every_item_with_its_reason_and_writes_nothing(
    page: PlanPage, planned: Stocked
) -> None:
    plan = planned.store.consolidation.plan()
    chosen = shown(page)
    assert [line.item for line in chosen.lines] == list(plan.items)
    newest = planned.store.history.recent(limit=1)[0]
    assert newest.actor != "worker"
    promoted = [line for line in chosen.lines if line.item.step is PlanStep.PROMOTE]
    assert {line.mark for line in promoted} >= {f"M-{note}" for note in planned.notes[-2:]}
    assert all(line.item.reason in str(page.list._model.data(page.list._model.index(row_of(page, line.number)), 0))
               for line in promoted)  # fmt: skip
    assert page.list.accessibleName() == "Items of the plan"


def test_what_adds_is_accepted_and_what_removes_goes_to_review(page: PlanPage) -> None:
    chosen = shown(page)
    assert {line.item.step for line in chosen.carried_out()} <= {
        PlanStep.GATE,
        PlanStep.PROMOTE,
        PlanStep.SUMMARISE,
    } | {step for step in PlanStep if step.value in ("associate", "merge", "conflict")}
    assert {line.item.step for line in chosen.to_review()} >= {PlanStep.STALENESS}
    out = len(chosen.carried_out())
    assert page.head.apply_button.accessibleName() == f"Apply {out} of {len(chosen.lines)}"


def test_space_takes_an_item_out_and_n_a_whole_step(qtbot: QtBot, page: PlanPage) -> None:
    chosen = shown(page)
    first = next(line for line in chosen.lines if line.item.step is PlanStep.PROMOTE)
    page.list.setFocus()
    page.list.setCurrentIndex(page.list._model.index(row_of(page, first.number)))
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    assert first.number not in shown(page).ticked
    total = sum(1 for line in chosen.lines if line.item.step is PlanStep.PROMOTE)
    assert shown(page).ticked_in(PlanStep.PROMOTE) == total - 1
    qtbot.keyClick(page.list, Qt.Key.Key_A)
    assert shown(page).ticked_in(PlanStep.PROMOTE) == total
    qtbot.keyClick(page.list, Qt.Key.Key_N)
    assert shown(page).ticked_in(PlanStep.PROMOTE) == 0


def test_a_click_on_the_tick_ticks_and_beside_it_only_looks(qtbot: QtBot, page: PlanPage) -> None:
    line = shown(page).lines[0]
    box = page.list.visualRect(page.list._model.index(row_of(page, line.number)))
    qtbot.mouseClick(
        page.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 20, box.center().y())
    )
    assert line.number not in shown(page).ticked
    qtbot.mouseClick(
        page.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(box.left() + 300, box.center().y())
    )
    assert line.number not in shown(page).ticked


def test_counts_before_and_after_follow_the_ticks(page: PlanPage, planned: Stocked) -> None:
    counts = {name: (before, after) for name, before, after in page._read.balance.after(shown(page))}  # type: ignore[union-attr]
    tiers = planned.store.statistics().by_tier
    rising = sum(1 for line in shown(page).lines if line.item.step is PlanStep.PROMOTE)
    assert rising >= 2
    assert counts["long_term"] == (tiers["long_term"], tiers["long_term"] + rising)
    without = shown(page).with_step(PlanStep.PROMOTE, on=False)
    after = {name: after for name, _before, after in page._read.balance.after(without)}  # type: ignore[union-attr]
    assert after["long_term"] == tiers["long_term"]


def test_applying_does_what_was_accepted_and_leaves_the_rest(
    page: PlanPage, planned: Stocked, settle: Settle
) -> None:
    left, taken = planned.notes[-2:]
    out = next(
        line
        for line in shown(page).lines
        if line.item.targets == (left,) and line.item.step is PlanStep.PROMOTE
    )
    page._on_ticked(ticked(out.number))
    waits = len(shown(page).to_review())
    page.apply()
    settle()
    store = planned.store
    assert store.memories.get(taken).tier == "long_term"
    assert store.memories.get(left).tier == "short_term"
    assert store.consolidation.waiting() == waits
    assert " promoted" in page.notice.text
    assert f"{waits} wait in Review" in page.notice.text
    page.refresh()
    settle()
    again = shown(page)
    assert [line.item.targets for line in again.lines if line.item.step is PlanStep.PROMOTE] == [(left,)]


def test_one_item_is_taken_back_and_the_rest_stays(
    qtbot: QtBot, page: PlanPage, planned: Stocked, settle: Settle
) -> None:
    first, second = planned.notes[-2:]
    page.apply()
    settle()
    assert "stand" in page.head._about.text
    line = next(line for line in page._done.chosen.lines if line.item.targets == (first,))  # type: ignore[union-attr]
    page.list.setFocus()
    page.list.setCurrentIndex(page.list._model.index(row_of(page, line.number)))
    qtbot.keyClick(page.list, Qt.Key.Key_Space)
    settle()
    store = planned.store
    assert store.memories.get(first).tier == "short_term"
    assert store.memories.get(second).tier == "long_term"
    assert line.number not in page._done.chosen.ticked  # type: ignore[union-attr]
    store.history.undo()
    assert store.memories.get(first).tier == "long_term"
    page.apply()
    settle()
    assert page._done is None
    assert shown(page).plan.planned_for == planned.clock.now()


def test_undo_of_the_whole_is_asked_of_the_window(page: PlanPage, planned: Stocked, settle: Settle) -> None:
    wanted: list[tuple[int, ...]] = []
    page.undo_wanted.connect(wanted.append)
    page.apply()
    settle()
    newest = planned.store.history.recent(limit=1)[0]
    page.notice.first.emit()
    assert wanted == [(newest.id,)]


def test_a_plan_for_a_day_to_come_cannot_be_applied(page: PlanPage, planned: Stocked, settle: Settle) -> None:
    page.head.days.set_value("30")
    settle()
    assert shown(page).plan.planned_for == planned.clock.now() + 30 * DAY
    assert not page.head.apply_button.isEnabled()
    before = planned.store.history.recent(limit=1)[0].id
    page.apply()
    settle()
    assert planned.store.history.recent(limit=1)[0].id == before


def test_what_changed_meanwhile_is_planned_again_with_the_same_ticks(
    qtbot: QtBot, page: PlanPage, planned: Stocked, settle: Settle, context: WindowContext
) -> None:
    first, second, *_others = items_of(page, PlanStep.STALENESS)
    page._on_ticked(ticked(second.number))
    planned.store.memories.rehearse(first.item.targets)
    context.poll()
    qtbot.waitUntil(lambda: "no longer hold" in page.notice.text, timeout=5_000)
    settle()
    again = {
        line.item.targets: line.number in shown(page).ticked for line in items_of(page, PlanStep.STALENESS)
    }
    assert first.item.targets not in again
    assert again[second.item.targets] is False


def test_a_step_that_is_turned_off_is_not_looked_for(
    page: PlanPage, planned: Stocked, settle: Settle
) -> None:
    row = page.steps.rows[PlanStep.PROMOTE]
    row._modes[StepMode.OFF].trigger()
    settle()
    assert planned.store.consolidation.modes()[PlanStep.PROMOTE] is StepMode.OFF
    assert not [line for line in shown(page).lines if line.item.step is PlanStep.PROMOTE]
    assert "off" in row.mode_button.text()


def test_steps_that_only_ask_offer_no_automatic_mode(page: PlanPage) -> None:
    assert StepMode.AUTO not in page.steps.rows[PlanStep.STALENESS]._modes
    assert StepMode.AUTO in page.steps.rows[PlanStep.PROMOTE]._modes


def test_enter_goes_to_the_target(
    qtbot: QtBot, page: PlanPage, context: WindowContext, settle: Settle
) -> None:
    line = next(line for line in shown(page).lines if line.item.targets)
    page.list.setFocus()
    page.list.setCurrentIndex(page.list._model.index(row_of(page, line.number)))
    qtbot.keyClick(page.list, Qt.Key.Key_Return)
    settle()
    assert context.selection.current == line.item.targets[0]


def items_of(page: PlanPage, step: PlanStep):  # type: ignore[no-untyped-def]
    return [line for line in shown(page).lines if line.item.step is step]


def ticked(number: int):  # type: ignore[no-untyped-def]
    from engramma.ui.views.plan.item_list import Ticked

    return Ticked(False, number=number)
