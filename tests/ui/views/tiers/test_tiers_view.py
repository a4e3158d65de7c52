"""The view Tiers over a real store: parts that are clicked, dragged onto and walked through by key."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import (
    Asked,
    Settle,
    Stocked,
    asked,
    context,
    settle,
    stocked,
)

from engramma.model.flow import Stream, Waits
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.views.tiers import TiersView
from engramma.ui.views.tiers.aims import LONG, SHORT
from engramma.ui.views.tiers.bars import PeriodWanted
from engramma.ui.views.tiers.diagram import Wanted, ids_in, mime_of
from engramma.ui.views.tiers.list_pane import AT_GATE, HINT, RESULTS

__all__ = ["asked", "context", "settle", "stocked"]


@pytest.fixture
def view(qtbot: QtBot, context: WindowContext, settle: Settle) -> TiersView:
    """The view, shown."""
    made = TiersView(context)
    made.resize(920, 760)
    qtbot.addWidget(made)
    made.show()
    made.activate()
    settle()
    made.grab()
    return made


def ids_found(context: WindowContext) -> set[int]:
    assert context.store is not None
    return set(context.store.search.order(context.query).ids.tolist())


def test_every_number_of_picture_bars_and_table_is_the_number_of_results(
    qtbot: QtBot, view: TiersView, context: WindowContext, settle: Settle
) -> None:
    store = context.store
    assert store is not None
    looked_at = 0
    for key, aim in view.diagram.aims.items():
        if aim.view or not aim.count or key == "sensory":
            continue
        view.diagram.wanted.emit(Wanted(aim))
        settle()
        assert len(ids_found(context)) == aim.count, aim
        if aim.stream is not None:
            assert ids_found(context) == set(
                store.flow.ids(aim.stream, start=aim.start, end=aim.end, limit=99,
                               tier=key.partition(".")[0] if ".lost." in key else "")
            )  # fmt: skip
        assert view.list.mode == RESULTS
        assert view.list.table.rows.rowCount() == aim.count
        looked_at += 1
    assert looked_at >= 8

    period = next(p for p in store.flow.read(30).periods if p.count(Stream.DORMANT))
    view.bars.wanted.emit(PeriodWanted(period, Stream.DORMANT))
    settle()
    assert len(ids_found(context)) == period.count(Stream.DORMANT)

    view.as_table.click()
    assert view.table.isVisible()
    model = view.table.model()
    rows = {model.index(row, 0).data(): model.index(row, 1).data() for row in range(model.rowCount())}
    assert all(rows[aim.words] == f"{aim.count:,}" for aim in view.diagram.aims.values())
    place = next(row for row in range(model.rowCount()) if model.index(row, 0).data() == "Dormant memories")
    view.table.setCurrentIndex(model.index(place, 0))
    qtbot.keyClick(view.table, Qt.Key.Key_Return)
    settle()
    assert context.query == "is:dormant"
    assert view.save_state() == {"span": "30", "list": RESULTS, "table": True}


def test_a_click_on_the_picture_and_keys_search_for_the_part(
    qtbot: QtBot, view: TiersView, context: WindowContext, settle: Settle
) -> None:
    place = view.diagram.place(f"{SHORT}.dormant").center().toPoint()
    qtbot.mouseClick(view.diagram, Qt.MouseButton.LeftButton, pos=place)
    settle()
    assert context.query == "tier:short is:dormant"
    qtbot.mouseClick(
        view.diagram,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        view.diagram.place("trashed").center().toPoint(),
    )
    settle()
    assert "is:trashed" in context.query
    view.diagram.setFocus()
    keys = list(view.diagram.aims)
    for _ in range(len(keys)):
        qtbot.keyClick(view.diagram, Qt.Key.Key_Left)
    while view.diagram.current != LONG:
        qtbot.keyClick(view.diagram, Qt.Key.Key_Right)
    assert view.diagram.accessibleDescription().startswith("Long-term memories: ")
    qtbot.keyClick(view.diagram, Qt.Key.Key_Return)
    settle()
    assert context.query == "tier:long"


def test_the_list_follows_the_search_and_its_rows_are_chosen_and_moved_by_key(
    qtbot: QtBot, view: TiersView, context: WindowContext, settle: Settle, asked: list[Asked]
) -> None:
    assert view.list.mode == AT_GATE
    context.set_query("tag:ports created:<9d")
    settle()
    listed = {row.id for row in view.list.table.rows.rows}
    assert listed == ids_found(context)
    assert {row.waits for row in view.list.table.rows.rows} == {Waits.NOTHING}
    assert view.list.more.text() == "Show in Memories"
    context.set_query("text:nothing-has-this")
    settle()
    assert view.list.empty.isVisible()

    table = view.list.table
    context.set_query("tag:ports")
    settle()
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    chosen = context.selection
    assert chosen.kind == "memory"
    assert set(chosen.ids) == set(table.selected_ids())
    for key in (Qt.Key.Key_T, Qt.Key.Key_P, Qt.Key.Key_R):
        qtbot.keyClick(table, key)
    assert [one.command for one in asked] == ["memory.set_tier", "memory.pin", "memory.rehearse"]
    other = table.rows.rows[0].id
    context.select(Selection.one("memory", other))
    assert table.selected_ids() == (other,)


def drag(kind: Any, view: TiersView, key: str, data: QMimeData) -> Any:
    place = QPointF(view.diagram.place(key).center())
    action, buttons = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    point = place.toPoint() if kind is QDragMoveEvent else place
    return kind(point, action, data, buttons, Qt.KeyboardModifier.NoModifier)


def test_another_store_lists_nothing_of_the_last_one(
    view: TiersView, context: WindowContext, settle: Settle
) -> None:
    for mode in (RESULTS, AT_GATE):
        view.list.set_mode(mode)
        settle()
    assert view.list.table.rows.rowCount()
    context.set_store(None)
    for mode in (AT_GATE, RESULTS):
        view.list.set_mode(mode)
        assert view.list.table.rows.rowCount() == 0
        assert view.list.table.selected_ids() == ()
        assert not view.list.more.isVisible()


def test_a_row_is_dragged_to_another_tier(
    view: TiersView, settle: Settle, stocked: Stocked, asked: list[Asked]
) -> None:
    ids = stocked.notes[-2:]
    data = mime_of(ids)
    assert ids_in(data) == ids
    view.diagram.dragMoveEvent(drag(QDragMoveEvent, view, LONG, data))
    settle()
    assert view.list.hint.startswith(
        "Drop on Long-term: 2 of 2 move, half-life 7 → 60 days, the first fades "
    )
    view.diagram.dropEvent(drag(QDropEvent, view, LONG, data))
    assert view.list.hint == HINT
    view.diagram.dropEvent(drag(QDropEvent, view, "trashed", data))
    view.diagram.dropEvent(drag(QDropEvent, view, "superseded", data))
    assert asked == [
        Asked("memory.set_tier", {"value": LONG, "ids": ids}),
        Asked("memory.trash", {"ids": ids}),
    ]
    other = QMimeData()
    other.setText("nothing of ours")
    assert ids_in(other) == ()
