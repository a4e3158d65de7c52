"""Several operations are marked and taken back together; what others changed since is said before, and asked."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from tests.ui.views.activity.conftest import Lived

from engramma.model.clock import MINUTE
from engramma.model.operation import Operation
from engramma.ui.bridge import WindowContext
from engramma.ui.views.activity import ActivityView
from engramma.ui.views.activity.activity_model import OperationLine
from engramma.ui.views.activity.actors import Group
from engramma.ui.widgets import KeyButton

Settle = Callable[[], None]
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def operations(view: ActivityView) -> list[Operation]:
    return [line.operation for line in view.model.lines if isinstance(line, OperationLine)]


def mark(qtbot: QtBot, view: ActivityView, *labels: str) -> None:
    """Begin to mark by key, and mark these by Space."""
    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_R, SHIFT)
    for label in labels:
        view.list.choose(next(found.id for found in operations(view) if label in found.label))
        qtbot.keyClick(view.list, Qt.Key.Key_Space)


def test_marked_ones_go_back_and_what_was_changed_since_is_said_and_asked(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: Lived
) -> None:
    lived.clock.advance(MINUTE)
    lived.store.memories.edit(lived.cart, "A cart is kept for a year.")
    context.poll()
    settle()
    mark(qtbot, view, "edit of M-1", "pin of M-3")
    newest, older = [found for found in operations(view) if found.label == "edit of M-1"]
    settle()
    assert (view.bar.words[0], view.bar.words[2]) == ("2 marked", "")

    view.list.choose(newest.id)
    qtbot.keyClick(view.list, Qt.Key.Key_Space)
    view.list.choose(older.id)
    qtbot.keyClick(view.list, Qt.Key.Key_Space)
    settle()
    count, _what, later = view.bar.words
    assert count == "2 marked"
    assert later == "Changed since by others: M-1 Text. You will be asked about it."

    with qtbot.waitSignal(context.toast_requested, timeout=3_000) as toast:
        qtbot.keyClick(view.list, Qt.Key.Key_Return, CONTROL)
    settle()
    request = toast.args[0]
    assert request.text == "Reverted 1 operation; 1 changed since: choose in the list"
    assert len(request.operations) == 1
    assert not lived.store.memories.get(lived.port).pinned
    assert lived.store.memories.get(lived.cart).text == "A cart is kept for a year."
    assert set(view.rows.conflicts) == {older.id}
    assert view.list.current_key == older.id
    assert view.bar.isHidden()


def test_a_field_that_only_marked_ones_changed_is_no_obstacle(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: Lived
) -> None:
    lived.clock.advance(MINUTE)
    lived.store.memories.edit(lived.cart, "A cart is kept for a year.")
    context.poll()
    settle()
    mark(qtbot, view)
    for found in [found for found in operations(view) if found.label == "edit of M-1"]:
        view.list.choose(found.id)
        qtbot.keyClick(view.list, Qt.Key.Key_Space)
    settle()
    assert view.bar.words[2] == ""
    next(b for b in view.bar.findChildren(KeyButton) if b.accessibleName() == "Revert 2").click()
    settle()
    assert lived.store.memories.get(lived.cart).text == "A cart is kept for 14 days."
    assert not view.rows.conflicts


def test_all_that_is_listed_can_be_marked_and_escape_leaves_everything(
    qtbot: QtBot, view: ActivityView, settle: Settle, lived: Lived
) -> None:
    view.filter.set_group(Group.AGENTS)
    settle()
    mark(qtbot, view)
    qtbot.keyClick(view.list, Qt.Key.Key_A)
    settle()
    assert view.bar.words[0] == "4 marked"
    qtbot.keyClick(view.list, Qt.Key.Key_Escape)
    settle()
    assert view.bar.isHidden()
    assert not view.reverting.marking
    assert not any(found.undone for found in operations(view))


def test_one_of_several_agents_can_be_listed_alone_and_is_remembered(
    qtbot: QtBot, view: ActivityView, settle: Settle, context: WindowContext, lived: Lived
) -> None:
    view.filter.set_group(Group.AGENTS)
    settle()
    assert view.filter.agent.isHidden(), "there is but one"
    lived.store.acting_as("agent:ops-agent").memories.remember("The dump takes 74 seconds.")
    context.poll()
    settle()
    assert view.filter.agent.isVisible()
    actions = view.filter.agent.findChildren(QAction)
    next(action for action in actions if action.data() == "agent:ops-agent").trigger()
    settle()
    assert {found.actor for found in operations(view)} == {"agent:ops-agent"}
    assert context.results_text == "1 operation"
    state = view.save_state()
    view.filter.agent.set_actor("")
    view.restore_state(state)
    assert view.filter.actor == "agent:ops-agent"
