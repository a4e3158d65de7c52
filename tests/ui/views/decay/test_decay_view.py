"""The view Decay over a real store: what it draws, reads and supposes, and what it writes when asked to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot
from tests.ui.window.test_accessibility import nameless
from tests.ui.window_on_store import (
    Asked,
    Settle,
    Stocked,
    asked,
    context,
    settle,
    stocked,
)

from engramma.model.clock import DAY
from engramma.model.memory import State
from engramma.theory.forgetting import strength
from engramma.ui.bridge import Selection, WindowContext
from engramma.ui.plots.decay_handles import Handle
from engramma.ui.theme import ThemeSource, theme
from engramma.ui.views.decay import DecayView
from engramma.ui.views.decay import reading as decay_reading
from engramma.ui.views.decay.brush import StrengthRange, brushed_range, with_range

__all__ = ["asked", "context", "settle", "stocked"]


@dataclass(frozen=True, slots=True)
class Shown:
    """The view and what it stands on."""

    view: DecayView
    context: WindowContext
    stocked: Stocked
    settle: Settle

    def choose(self, *ids: int) -> None:
        self.context.select(Selection("memory", ids, current=ids[0]))
        self.settle()

    def drawn(self) -> list[int]:
        scene = self.view.curves.canvas.scene
        assert scene is not None
        return [life.id for life in scene.lives]


@pytest.fixture
def shown(qtbot: QtBot, context: WindowContext, stocked: Stocked, settle: Settle) -> Shown:
    """The view, shown."""
    view = DecayView(context)
    view.resize(1_180, 780)
    qtbot.addWidget(view)
    view.show()
    view.activate()
    settle()
    return Shown(view, context, stocked, settle)


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(0, image.width(), 2) for y in range(image.height())}


def test_it_draws_the_selection_or_what_fades_next_and_reads_by_mouse_and_keys(
    qtbot: QtBot, shown: Shown, theme_source: ThemeSource, tmp_path: Path
) -> None:
    view, stocked = shown.view, shown.stocked
    store, canvas, now = stocked.store, view.curves.canvas, stocked.clock.now()
    soonest = sorted(
        (line.memory for line in store.memories.page(stocked.notes) if not line.memory.dormant),
        key=lambda memory: memory.fades_at or 0,
    )
    assert shown.drawn() == [memory.id for memory in soonest[: decay_reading.FIRST]]
    assert view.what_if.apply_button.text() == "Apply to selection"

    shown.choose(stocked.verify, stocked.notes[20], stocked.never_log)
    assert shown.drawn() == [stocked.verify, stocked.notes[20], stocked.never_log]
    assert view.header.findChild(type(view.curves._detail)).text.startswith("3 selected of ")  # type: ignore[attr-defined]

    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert (
        canvas.reading.startswith(f"{_at(stocked, stocked.verify, now + 2 * DAY):.2f} on ") or canvas.reading
    )
    moment = canvas._moment  # type: ignore[attr-defined]
    assert moment is not None
    assert moment > now
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.current is not None
    assert canvas.current.id == stocked.notes[20]
    assert canvas.reading.startswith(f"{_at(stocked, stocked.notes[20], moment):.2f} on ")
    assert canvas.accessibleDescription() == canvas.reading
    qtbot.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(canvas, Qt.Key.Key_Left, Qt.KeyboardModifier.ControlModifier)
    assert canvas.reading.endswith(", created")
    area = canvas.area()
    there = now - 60 * DAY
    qtbot.mouseMove(canvas, QPoint(round(area.x(there)), round(area.y(0.9))))
    told = canvas.reading
    assert canvas.current.id in (stocked.verify, stocked.never_log)
    assert told

    for mode in ("dark", "light"):
        theme_source.set_mode(mode)
        qtbot.wait(20)
        seen = colours(canvas.grab().toImage())
        tokens = theme().tokens
        for wanted in (tokens.base, tokens.long_term, tokens.short_term, tokens.danger):
            assert QColor(wanted).name() in seen, (mode, wanted)

    assert list(nameless(view)) == []
    view.header.as_table.click()
    cells = view.curves.table.model()
    whats = {cells.index(row, 2).data() for row in range(cells.rowCount())}
    assert {"created", "rehearsed", "edited", "pinned", "today", "falls below the threshold"} <= whats
    view.header.as_table.click()
    for suffix in (".png", ".svg", ".csv"):
        view.curves.save(tmp_path / f"decay{suffix}")
        assert (tmp_path / f"decay{suffix}").stat().st_size > 500
    assert view.save_state()["span"] == "whole"
    view.restore_state({"span": "month", "table": True})
    assert view.save_state() | {"calendar": {}} == {"span": "month", "table": True, "calendar": {}}


def _at(stocked: Stocked, memory_id: int, moment: int) -> float:
    return strength(stocked.store.memories.page([memory_id])[0].segments, moment)


def test_brushed_strengths_are_the_memories_that_the_search_then_finds(qtbot: QtBot, shown: Shown) -> None:
    view, context, store = shown.view, shown.context, shown.stocked.store
    everything = store.search.order("state:any").ids.tolist()
    active = [line.memory for line in store.memories.page(everything) if line.memory.state is State.ACTIVE]
    spread = view.strengths.bars.spread
    assert spread is not None
    tenths = Counter(min(9, int(memory.strength * 10 + 1e-12)) for memory in active)
    assert [tenth.count for tenth in spread.tenths] == [tenths[place] for place in range(10)]
    assert spread.dormant == sum(memory.dormant for memory in active) > 0
    assert spread.of_tier("long_term") == sum(memory.tier == "long_term" for memory in active)

    bars = view.strengths.bars
    bars.setFocus()
    qtbot.keyClick(bars, Qt.Key.Key_Home)
    for _ in range(2):
        qtbot.keyClick(bars, Qt.Key.Key_Right)
    for _ in range(3):
        qtbot.keyClick(bars, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(bars, Qt.Key.Key_Return)
    shown.settle()
    assert context.query == "strength:>=0.2 strength:<0.6"
    wanted = {memory.id for memory in active if 0.2 <= memory.strength < 0.6}
    found = store.search.order(context.query).ids.tolist()
    assert set(found) == wanted
    assert len(found) == sum(tenth.count for tenth in spread.tenths[2:6])
    assert bars.spread == spread, "the rest stays to be seen"
    assert bars.brushed_now == (20, 60)
    assert set(shown.drawn()) <= wanted

    frame = bars.frame(bars.rect().toRectF())
    top = QPoint(round(frame.x(95)), round(frame.area.bottom() - 4))
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=top)
    shown.settle()
    assert context.query == "strength:>=0.9"
    assert set(store.search.order(context.query).ids.tolist()) == {m.id for m in active if m.strength >= 0.9}
    qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=top)
    shown.settle()
    assert context.query == "", "the same again shows all"
    assert with_range("tag:ports strength:0.3..0.5", StrengthRange(0.0, 0.4)) == "tag:ports strength:<0.4"
    assert brushed_range("strength:0.3..0.5 strength:<0.4") == StrengthRange(0.3, 0.4)
    assert brushed_range("tag:ports") is brushed_range("strength:<") is None
    view.header.as_table.click()
    cells = view.strengths.table.model()
    assert sum(int(cells.index(9, column).data()) for column in (1, 2, 3)) == tenths[9]


def test_what_is_supposed_is_drawn_and_written_only_when_asked(
    qtbot: QtBot, shown: Shown, asked: list[Asked]
) -> None:
    view, stocked, pane = shown.view, shown.stocked, shown.view.what_if
    store, canvas, now = stocked.store, view.curves.canvas, stocked.clock.now()
    before = store.policy()
    shown.choose(stocked.verify, stocked.notes[30])
    canvas.grab()

    def drag(handle: Handle, to: QPoint) -> None:
        at = canvas.places()[handle].toPoint()
        qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
        qtbot.mouseMove(canvas, (at + to) / 2)
        qtbot.mouseMove(canvas, to)
        qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=to)
        canvas.grab()

    area = canvas.area()
    drag(Handle.REHEARSE, QPoint(round(area.x(now + 40 * DAY)), round(area.y(0.98))))
    what = view.trial.what
    assert what is not None
    assert what.rehearse_in in (39, 40, 41)
    assert pane.rehearse.tick.isChecked()
    assert pane.apply_button.text() == "Rehearse 2 now"
    supposed = {found.life.id: found for found in canvas.supposed}
    assert supposed[stocked.notes[30]].at(now + (what.rehearse_in + 7) * DAY) == pytest.approx(0.5)
    pane.apply_button.click()
    assert asked.pop() == Asked("memory.rehearse", {"ids": (stocked.verify, stocked.notes[30])})
    assert canvas.supposed == ()
    view.trial.rehearse_in(12)
    pane.pin.tick.click()
    assert pane.rehearse.tick.isChecked(), "both can be supposed"
    assert Handle.REHEARSE in canvas.places()
    assert "rehearsal would add nothing" in pane.apply_button.toolTip()
    assert [found.fades_at for found in canvas.supposed] == [None, None]
    assert "→ never" in view.curves.legend.accessibleDescription()
    pane.apply_button.click()
    assert asked.pop().command == "memory.pin"

    drag(Handle.THRESHOLD, QPoint(round(area.rect.right()), round(area.y(0.3))))
    drag(Handle.HALF_LIFE, QPoint(round(area.x(now + 150 * DAY)), round(area.y(0.5))))
    shown.settle()
    draft, effect = view.trial.draft, view.trial.effect
    assert draft is not None
    assert effect is not None
    assert set(draft.changed) == {"retrieval_threshold", "long_term_half_life"}
    assert draft.value("retrieval_threshold") == pytest.approx(0.3, abs=0.02)
    assert draft.value("long_term_half_life") > 100
    dormant = {line.memory.id for line in store.memories.page(list(stocked.notes)) if line.memory.dormant}
    assert effect.sleeps > 0
    assert pane.effect.words == f"{effect.sleeps} memories fall asleep"
    assert store.policy() == before, "nothing is written"
    assert f"{effect.after.dormant} below {draft.value('retrieval_threshold'):.2f}" in view.strengths.caption
    assert view.strengths.bars.after == effect.after.strengths
    view.strengths.bars.grab()

    said: list[str] = []
    shown.context.toast_requested.connect(lambda request: said.append(request.text))
    pane.save_button.click()
    shown.settle()
    assert said == [f"2 settings of the policy changed, {effect.moved} fading dates moved"]
    assert store.policy() == draft.policy
    spread = view.strengths.bars.spread
    assert spread is not None
    assert tuple(tenth.count for tenth in spread.tenths) == effect.after.strengths
    assert view.strengths.bars.after == ()
    after = {line.memory.id for line in store.memories.page(list(stocked.notes)) if line.memory.dormant}
    assert len(after) == len(dormant) + effect.sleeps - effect.wakes
    assert not pane.save_button.isEnabled()
    assert store.history.undo_label() is not None
    store.history.undo()
    assert store.policy() == before

    pane.values["short_term_half_life"].field.setValue(14.0)
    canvas.setFocus()
    qtbot.keyClick(canvas, Qt.Key.Key_R)
    assert pane.rehearse.tick.isChecked()
    qtbot.keyClick(canvas, Qt.Key.Key_P)
    assert pane.pin.tick.isChecked()
    qtbot.keyClick(canvas, Qt.Key.Key_P)
    assert not pane.pin.tick.isChecked()
    pane.reset.click()
    assert view.trial.what is not None
    assert view.trial.what.is_nothing

    store.memories.trash([stocked.verify])
    shown.choose(stocked.verify)
    assert "in the Trash" in view.curves.legend.accessibleDescription()
    assert not pane.pin.isEnabled()
    assert not pane.apply_button.isEnabled()

    pane.values["short_term_half_life"].field.setValue(21.0)
    pane.save_button.click()
    shown.context.set_store(None)
    shown.context.set_store(store)
    shown.settle()
    assert not view.trial.applying, "nobody hears of it any more"


def test_very_many_are_a_band_and_nothing_is_said_to_be_nothing(
    monkeypatch: pytest.MonkeyPatch, shown: Shown, asked: list[Asked]
) -> None:
    view, context = shown.view, shown.context
    monkeypatch.setattr(decay_reading, "MOST_CURVES", 10)
    monkeypatch.setattr(decay_reading, "MOST_IN_BAND", 20)
    context.select(Selection("memory", (), all_results=True))
    shown.settle()
    scene = view.curves.canvas.scene
    assert scene is not None
    assert scene.band is not None
    assert (scene.band.drawn_from, scene.band.total) == (15, 44)
    assert "44 memories as a band" in view.curves.legend.accessibleDescription()
    view.curves.canvas.read_at(shown.stocked.clock.now())
    assert view.curves.canvas.reading.startswith("half of them ")
    view.curves.canvas.grab()
    assert len(view.curves.canvas.table().rows) == len(scene.band.times)
    view.trial.pin(True)
    shown.settle()
    view.curves.canvas.read_at(shown.stocked.clock.now() + 30 * DAY)
    assert view.curves.canvas.reading.endswith(", what if 1.00")
    view.curves.canvas.grab()
    view.what_if.apply_button.click()
    assert asked.pop() == Asked("memory.pin", {}), "the whole search, which the command knows"

    context.set_query("tag:nowhere")
    context.select(Selection())
    shown.settle()
    assert view.curves.canvas.scene is not None
    assert view.curves.canvas.scene.is_empty
    assert not view.curves.canvas.isVisible()
    assert view.empty.isVisible()
    assert not view.what_if.apply_button.isEnabled()
    view.empty.action_triggered.emit()
    shown.settle()
    assert context.query == ""
    assert view.curves.canvas.isVisible()
