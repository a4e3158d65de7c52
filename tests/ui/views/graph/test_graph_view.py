"""The view Graph over a real store: what it is drawn around, what stands out, that it says what the engine says."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot
from tests.engine.test_recall import keep, say
from tests.ui.window_on_store import end_context, make_context

from engramma.engine import MemoryStore, create_store
from engramma.model.clock import DAY, FixedClock
from engramma.model.recall import ItemType
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.theme import ThemeSource, motion
from engramma.ui.views.graph.asking import MOST_NAMED, id_search
from engramma.ui.views.graph.reading import Wish
from engramma.ui.views.graph.view import GraphView
from engramma.ui.window.commands.link_commands import LinkCommands

Settle = Callable[[], None]
TALK = (
    "Which port does the webhook listen on?",
    "The webhook listens on port 8443, behind the proxy.",
    "The proxy renews its certificate in May.",
    "Lunch is at noon in the kitchen.",
)
RING = 9


@pytest.fixture
def store(store_path: Path, frozen_clock: FixedClock) -> Iterator[MemoryStore]:
    """A chain of nine memories, a day apart, the last contradicting the first; three of a session; one alone."""
    made = create_store(store_path, clock=frozen_clock)
    ids = []
    for number in range(RING):
        text = f"Step {number} of the long release list."
        ids.append(made.memories.remember(text, kind="procedural", importance=0.5).id)
        frozen_clock.advance(DAY)
    for one, other in itertools.pairwise(ids):
        made.associations.link(one, other)
    made.associations.link(ids[-1], ids[0], type="contradicts")
    session, events = say(made, *TALK)
    for event, text in zip(events[1:], TALK[1:], strict=True):
        keep(made, session, event, text)
    made.memories.remember("Nobody knows of this one.")
    yield made
    made.close()


@pytest.fixture
def context(qtbot: QtBot, theme_source: ThemeSource, store: MemoryStore) -> Iterator[WindowContext]:
    """The context of a window on it; nothing moves."""
    motion.set_reduced_motion(True)
    made = make_context(theme_source, store)
    yield made
    end_context(made)
    motion.set_reduced_motion(None)


@pytest.fixture
def settle(qtbot: QtBot, context: WindowContext) -> Settle:
    """Waits until every job was delivered, and those that came of it."""

    def wait() -> None:
        quiet = 0
        while quiet < 3:
            qtbot.wait(4)
            quiet = 0 if context.jobs.busy else quiet + 1

    return wait


def open_view(qtbot: QtBot, context: WindowContext, settle: Settle, **state: object) -> GraphView:
    made = GraphView(context)
    made.restore_state(state)
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    made.activate()
    settle()
    made.grab()
    return made


def first_id(store: MemoryStore) -> int:
    return int(store.search.order('"Step 0"').ids[0])


def drawn(view: GraphView) -> set[int]:
    return set(view.canvas.picture.keys.tolist())


def point_of(view: GraphView, key: int) -> QPoint:
    place = view.canvas.place_of(key)
    assert place is not None
    return place.toPoint()


def test_it_begins_around_the_selection_and_grows_as_far_as_one_asks(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    start = first_id(store)
    context.select(Selection.one("memory", start))
    view = open_view(qtbot, context, settle)
    near = {node.id for node in store.graph.around([start]).nodes}
    assert drawn(view) == near
    assert view.head.about == f"around M-{start}"
    assert view.notice.words.startswith(f"{len(near)} of 13 shown")
    assert context.results_text == f"{len(near)} nodes, {len(view.desk.drawing.edges)} links, 1 selected"

    qtbot.keyClick(view.canvas, Qt.Key.Key_D)
    settle()
    assert drawn(view) == {node.id for node in store.graph.around([start], depth=2).nodes} > near
    end = next(node.id for node in view.desk.drawing.nodes if node.hidden)
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=point_of(view, end))
    assert context.selection == Selection.one("memory", end)
    before = drawn(view)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    settle()
    assert drawn(view) > before

    choices = view.side.choices
    links = sum(edge.type == "related" for edge in view.desk.drawing.edges)
    assert choices._counts["Linked by hand"].text() == str(links)
    choices.links["Linked by hand"].click()
    qtbot.wait(300)
    settle()
    assert all(edge.type != "related" for edge in view.desk.drawing.edges)
    assert choices._counts["Linked by hand"].text() == "off"
    choices.before_slider.setValue(2)
    assert {node.created_at <= (choices.cutoff or 0) for node in view.desk.drawing.nodes} == {True}
    assert 0 < len(view.desk.drawing.nodes) < len(before)
    choices.before_slider.setValue(choices.before_slider.maximum())
    qtbot.keyClick(view.canvas, Qt.Key.Key_H)
    assert context.selection.current not in drawn(view)
    assert "1 are hidden" in view.notice.words or "1 is hidden" in view.notice.words
    view.notice.again.click()
    assert context.selection.current in drawn(view)

    view.head.as_table.click()
    rows = view.tables.nodes.lines
    assert [rows.line(row).keys[0] for row in range(rows.rowCount())] == [  # type: ignore[union-attr]
        node.id for node in view.desk.drawing.nodes
    ]


def test_what_was_expanded_beyond_its_bound_is_the_same_part_when_it_is_read_again(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    start = first_id(store)
    context.select(Selection.one("memory", start))
    view = open_view(qtbot, context, settle)
    view.desk.begin(Wish((start,), limit=2))
    settle()
    assert len(drawn(view)) == 2
    view.expand(start)
    settle()
    expanded = drawn(view)
    assert len(expanded) > 2
    view.refresh()
    settle()
    assert drawn(view) == expanded


def test_a_lasso_puts_text_into_the_search_that_finds_the_same_memories(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    view = open_view(qtbot, context, settle)
    assert view.head.about == "of the strongest memories"
    assert len(drawn(view)) == 13
    assert "1 of these hangs together with nothing" in view.notice.words
    middle = view.canvas.rect().center()
    inside = {
        key
        for key in drawn(view)
        if point_of(view, key).x() < middle.x() and 70 < point_of(view, key).y() < view.canvas.height() - 5
    }
    qtbot.keyClick(view.canvas, Qt.Key.Key_L)
    assert view.head.lasso.isChecked()
    corners = (QPoint(2, 70), QPoint(middle.x(), 70), QPoint(middle.x(), view.canvas.height() - 5))
    qtbot.mousePress(view.canvas, Qt.MouseButton.LeftButton, pos=corners[0])
    for corner in (*corners[1:], QPoint(2, view.canvas.height() - 5)):
        qtbot.mouseMove(view.canvas, corner)
    qtbot.mouseRelease(view.canvas, Qt.MouseButton.LeftButton, pos=corners[0])
    settle()
    assert len(inside) >= 3
    assert set(store.search.order(context.query).ids.tolist()) == inside
    assert set(context.selection.memory_ids) == inside
    assert len(drawn(view)) == 13, "the picture stays"
    lit = view.canvas.emphasis.lit
    assert lit is not None
    assert set(view.canvas.picture.keys[lit].tolist()) == inside
    assert id_search(tuple(range(MOST_NAMED + 1))) == ""

    context.set_query("webhook")
    settle()
    lit = view.canvas.emphasis.lit
    assert lit is not None
    assert set(view.canvas.picture.keys[lit].tolist()) == set(store.search.order("webhook").ids.tolist())
    assert "1 of them fits the search" in view.notice.words
    context.set_query('"no such words"')
    settle()
    assert "none fits the search" in view.notice.words
    context.set_query("webhook")
    settle()
    view.head.results.click()
    settle()
    assert view.head.about == "of the results"
    assert {node.id for node in view.desk.drawing.nodes if node.depth == 0} == set(
        store.search.order("webhook").ids.tolist()
    )
    context.set_query("tag:nowhere")
    settle()
    assert view.empty.isVisible()


def test_activation_shows_the_numbers_of_recall(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    context.select(Selection.one("memory", first_id(store)))
    view = open_view(qtbot, context, settle)
    part = view.side.activation
    question = "Which port has the webhook behind the proxy?"
    part.ask(question)
    settle()
    hits = {hit.label: hit for hit in store.recall.ask(question, limit=50).hits}
    assert part.steps.value == "session", "nothing moves: the last step shows at once"
    rows = {row.label: row.value for row in part.list.rows}
    assert len(rows) >= 3
    items = {item.label: item for item in store.graph.activation(question).items}
    assert rows == {label: items[label].activation for label in rows}
    sent = rows.keys() & hits.keys()
    assert len(sent) >= 2, "an event whose memory is a hit is folded into it"
    assert all(rows[label] == hits[label].parts.activation for label in sent)
    values = dict(zip(view.canvas.picture.keys.tolist(), view.canvas.emphasis.values, strict=True))  # type: ignore[arg-type]
    highest = max(rows.values())  # type: ignore[type-var]
    found = [hit for hit in hits.values() if hit.type is ItemType.MEMORY and hit.id in values]
    assert len(found) >= 2, "what is activated came into the picture"
    for hit in found:
        assert values[hit.id] == pytest.approx(hit.parts.activation / highest)  # type: ignore[operator]
    part.steps.set_value("score")
    rows = {row.label: row.value for row in part.list.rows}
    assert all(rows[label] == hits[label].score for label in sent)

    motion.set_reduced_motion(False)
    part._timer.setInterval(10)
    qtbot.keyClick(view.canvas, Qt.Key.Key_A)
    settle()
    assert part.trace is not None
    assert part.trace.memory_id == first_id(store)
    if part.moving:
        qtbot.waitUntil(lambda: not part.moving, timeout=5_000)
    assert part.steps.value == "score", "it stands alone: nothing spreads from it"
    assert part._notice.text().startswith("Nothing was said next to it")
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert view.canvas.emphasis.values is None


def test_a_path_lights_up_and_two_memories_are_linked_and_unlinked(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    ids = store.search.order("release").ids.tolist()
    one, other = min(ids), min(ids) + 4
    context.select(Selection.one("memory", one))
    view = open_view(qtbot, context, settle)
    assert other not in drawn(view)
    context.select(Selection("memory", (one, other), current=other))
    qtbot.keyClick(view.canvas, Qt.Key.Key_P)
    settle()
    path = store.graph.path(one, other)
    assert path.found
    assert [row.memory_id for row in view.side.path.list.rows] == [node.id for node in path.nodes]
    lit = view.canvas.emphasis.lit
    assert lit is not None
    assert set(view.canvas.picture.keys[lit].tolist()) == {node.id for node in path.nodes}
    strong = view.canvas.emphasis.strong
    assert strong is not None
    assert strong.sum() == len(path.edges)
    alone = int(store.search.order("nobody").ids[0])
    view.find_path_from(one)
    view.paths.pick(alone)
    settle()
    assert view.side.path.path is not None
    assert not view.side.path.path.found
    assert view.side.path.words == view.side.path.path.reason

    view.show_around(one)
    settle()
    assert alone not in drawn(view)
    links = LinkCommands(context)
    told: list[str] = []
    context.toast_requested.connect(lambda request: told.append(f"{request.text}, undo: {request.undo}"))
    links.link((one, alone))
    settle()
    context.poll()
    qtbot.waitUntil(lambda: alone in drawn(view), timeout=10_000)
    assert {edge.type for edge in view.desk.drawing.edges if alone in (edge.source_id, edge.target_id)} == {
        "related"
    }
    context.command_requested.connect(lambda request: links.unlink())
    view.desk.layout_desk.stop()
    asked = view.side.link
    assert asked.isHidden()
    middle = (point_of(view, one) + point_of(view, alone)) / 2
    assert f"Linked: M-{one} and M-{alone}, weight 1.00" in view.canvas._words_at(QPointF(middle))
    qtbot.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=middle)
    settle()
    assert context.selection.memory_ids == (one, alone)
    emphasis = view.canvas.emphasis
    assert emphasis.strong is not None
    assert view.canvas.picture.keys[view.canvas.picture.ends[emphasis.strong]].tolist() == [[one, alone]]
    assert [line.word for line in asked.lines] == [f"M-{one}", f"M-{alone}", ""]
    assert asked.lines[2].text.startswith(f"Linked: M-{one} and M-{alone}, since ")
    assert asked.lines[2].detail == "1.00"
    qtbot.keyClick(view.canvas, Qt.Key.Key_X)
    settle()
    context.poll()
    qtbot.waitUntil(lambda: len(asked.lines) == 2, timeout=10_000)
    assert not asked.unlink.isEnabled()
    assert store.associations.of(alone) == ()
    assert told == [
        f"Linked M-{one} and M-{alone}, undo: True",
        f"Took the link between M-{one} and M-{alone} away, undo: True",
    ]


def test_nodes_are_found_where_they_were_and_stay_where_they_were_put(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    start = first_id(store)
    context.select(Selection.one("memory", start))
    view = open_view(qtbot, context, settle)
    from_ = point_of(view, start)
    qtbot.mousePress(view.canvas, Qt.MouseButton.LeftButton, pos=from_)
    qtbot.mouseMove(view.canvas, from_ + QPoint(60, 40))
    qtbot.mouseRelease(view.canvas, Qt.MouseButton.LeftButton, pos=from_ + QPoint(60, 40))
    settle()
    assert (point_of(view, start) - from_ - QPoint(60, 40)).manhattanLength() <= 2
    assert view.canvas.emphasis.pinned == {start}
    for key, name in (("tier", "Short-term"), ("session", "others")):
        box = view.side.choices.colour_box
        box.setCurrentIndex(box.findData(key))
        assert name in view.legend.accessibleDescription()
    state = view.save_state()
    places = dict(zip(view.canvas.picture.keys.tolist(), view.canvas.positions.tolist(), strict=True))
    view.hide()

    again = open_view(qtbot, context, settle, **state)
    assert drawn(again) == places.keys()
    assert not again.desk.layout_desk.running
    for key, place in zip(again.canvas.picture.keys.tolist(), again.canvas.positions.tolist(), strict=True):
        assert place == pytest.approx(places[key], abs=0.002)
    assert again.canvas.emphasis.pinned == {start}
    again.gestures.release(start)
    settle()
    assert again.canvas.emphasis.pinned == frozenset()
    fresh = [open_view(qtbot, context, settle).canvas.positions for _time in range(2)]
    assert np.array_equal(*fresh), "the same graph is laid out in the same way"


def test_the_whole_store_is_communities_that_open(
    qtbot: QtBot, context: WindowContext, settle: Settle, store: MemoryStore
) -> None:
    context.select(Selection.one("memory", first_id(store)))
    view = open_view(qtbot, context, settle)
    qtbot.keyClick(view.canvas, Qt.Key.Key_W)
    settle()
    whole = store.graph.whole(types=view.side.choices.types)
    assert drawn(view) == {-1 - group.number for group in whole.groups}
    assert view.notice.words.startswith(f"{len(whole.groups)} communit")
    assert not view.side.choices.depth_slider.isEnabled()
    assert f"{len(whole.orphans)} alone" in view.notice.words
    view.notice.alone.click()
    settle()
    assert drawn(view) == set(whole.orphans) == set(store.search.order(context.query).ids.tolist())
    context.set_query("")
    settle()
    qtbot.keyClick(view.canvas, Qt.Key.Key_W)
    settle()
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    key = view.canvas.emphasis.current
    assert key is not None
    assert "memories" in view.canvas.accessibleDescription()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    settle()
    (opened,) = (group for group in whole.groups if -1 - group.number == key)
    assert drawn(view) == set(opened.ids)
    assert view.side.choices.depth_slider.isEnabled()
    context.set_store(None)
    assert drawn(view) == set()
