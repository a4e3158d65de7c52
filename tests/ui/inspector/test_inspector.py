"""The inspector over a real store: a memory, many, all results, a turn, a session, an operation, what is gone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import CENTS, NOTES, VERIFY, Asked, Settle, Stocked

from engramma.engine import open_store
from engramma.engine.live_sessions import Judgement, KeptStatement, SaidEvent, record_gate, record_session
from engramma.model.clock import DAY, MINUTE
from engramma.model.operation import Take
from engramma.theory.forgetting import strength
from engramma.ui.bridge import NOTHING, Selection, WindowContext
from engramma.ui.inspector import Inspector
from engramma.ui.inspector.forms.bars import Bar
from engramma.ui.inspector.forms.event_form import EventForm
from engramma.ui.inspector.forms.memory_card import MemoryCard
from engramma.ui.inspector.forms.nothing_form import NothingForm
from engramma.ui.inspector.forms.operation_form import ChangeEntry, OperationForm
from engramma.ui.inspector.forms.selection_form import SelectionForm
from engramma.ui.inspector.forms.session_form import SessionForm
from engramma.ui.inspector.link_row import LinkRow
from engramma.ui.inspector.memory.tag_buttons import AddTagButton, TagButton, TagField
from engramma.ui.theme import ThemeSource
from engramma.ui.widgets import ElidedLabel, TierBadge
from engramma.ui.widgets.diff_text import DiffText
from engramma.ui.widgets.quote_block import QuoteBlock

LEFT = Qt.MouseButton.LeftButton
QUOTE = "check the signature first"


@pytest.fixture
def inspector(qtbot: QtBot, context: WindowContext, settle: Settle) -> Inspector:
    """The pane, shown at its usual width, with nothing selected."""
    inspector = Inspector(context)
    qtbot.addWidget(inspector)
    inspector.resize(344, 760)
    inspector.show()
    settle()
    return inspector


def show(context: WindowContext, settle: Settle, selection: Selection) -> None:
    context.select(selection)
    settle()


def texts_of(inspector: Inspector) -> str:
    """Everything that is written in the form that shows."""
    form = inspector.form
    labels = [label.text() for label in form.findChildren(QLabel) if label.isVisible()]
    labels += [label.text for label in form.findChildren(ElidedLabel) if label.isVisible()]
    return "\n".join(labels)


def rows_of(inspector: Inspector) -> list[LinkRow]:
    return [row for row in inspector.form.findChildren(LinkRow) if row.isVisible()]


def button(inspector: Inspector, name: str) -> QAbstractButton:
    return next(
        b
        for b in inspector.form.findChildren(QAbstractButton)
        if b.accessibleName() == name and b.isVisible()
    )


def record_turn(stocked: Stocked) -> tuple[int, tuple[int, ...], int]:
    """A session of two turns, of which the second was kept; (session, events, memory)."""
    at = stocked.clock.now() - 3 * DAY
    text = f"Remember: {QUOTE}, always."
    session_id, ids = record_session(
        stocked.store.workspace,
        "Webhook retries",
        [SaidEvent(1, "user", "user", "Morning.", at), SaidEvent(2, "user", "user", text, at + MINUTE)],
        agent="shop-agent",
        topics=["webhooks"],
        summary="Signatures were fixed.",
        started_at=at,
        ended_at=at + 2 * MINUTE,
    )
    events = tuple(ids)
    start = text.index(QUOTE)
    kept = KeptStatement(
        events[1],
        QUOTE,
        "semantic",
        "instruction",
        0.93,
        ("webhooks",),
        at + MINUTE,
        QUOTE,
        start,
        start + len(QUOTE),
    )
    judged = [
        Judgement(events[0], 0.12, (("greeting", 0.12),), None),
        Judgement(events[1], 0.93, (("explicit “remember”", 0.4), ("correction", 0.28)), 0),
    ]
    memory_ids = record_gate(
        stocked.store.workspace, session_id, "Webhook retries", statements=[kept], judgements=judged
    )
    return session_id, events, memory_ids[0]


def test_nothing_selected_says_so(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    assert isinstance(inspector.form, NothingForm)
    show(context, settle, Selection.one("memory", stocked.cents))
    assert inspector.form is inspector.memory_form
    show(context, settle, NOTHING)
    assert isinstance(inspector.form, NothingForm)


def test_one_memory_with_its_facts(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.verify))
    form = inspector.memory_form
    assert form.text_section.reading.toPlainText() == VERIFY
    facts = form.facts_section
    assert facts.text_of("Category") == "Decision"
    assert facts.text_of("Importance") == "0.86"
    assert facts.text_of("Created") == "7 Dec 2025"
    cut = [
        label.text for label in facts.findChildren(ElidedLabel) if label.width() < label.sizeHint().width()
    ]
    assert cut == []
    assert facts.text_of("Strength") == f"{stocked.store.memories.get(stocked.verify).strength:.2f}"
    said = texts_of(inspector)
    assert f"M-{stocked.verify}" in said
    history = [row.line.text for row in rows_of(inspector)]
    assert history[:2] == ["You edited the text", "You edited the text"]
    assert "You rehearsed it" in history


def test_the_curve_is_the_engine_s_strength_at_any_time(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.verify))
    shown = inspector.memory_form.shown
    assert shown is not None
    curve, segments = shown.curve, shown.details.segments
    assert curve.at(stocked.clock.now()) == pytest.approx(stocked.store.memories.get(stocked.verify).strength)
    for moment in np.random.default_rng(7).integers(curve.start, curve.end, 200).tolist():
        found = curve.at(moment)
        if found is not None:
            assert found == pytest.approx(strength(segments, moment), abs=0.02)
    for days in (10, 40, 90):
        with open_store(
            stocked.store.path, clock=type(stocked.clock)(stocked.clock.now() + days * DAY)
        ) as later:
            assert curve.at(later.clock.now()) == pytest.approx(
                later.memories.get(stocked.verify).strength, abs=0.002
            )
    assert inspector.memory_form.curve_section.plot is not None


def test_versions_open_with_their_differences(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.verify))
    link = next(b for b in inspector.form.findChildren(QPushButton) if b.text() == "version 3 of 3")
    qtbot.mouseClick(link, LEFT)
    settle()
    compared = inspector.memory_form.versions_section.difference
    differences = [d for d in inspector.form.findChildren(DiffText) if d.isVisible() and d is not compared]
    assert len(differences) == 3
    assert "[removed: unparsed]" in differences[0].accessibleName()
    qtbot.mouseClick(link, LEFT)
    assert not any(d.isVisible() for d in inspector.form.findChildren(DiffText))


def test_editing_undo_and_redo_show(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    qtbot.mouseClick(button(inspector, "Edit the text"), LEFT)
    field = inspector.form.findChild(QPlainTextEdit)
    assert field.isVisible()
    field.setPlainText("Totals are whole cents.")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    settle()
    reading = inspector.memory_form.text_section.reading
    assert reading.toPlainText() == "Totals are whole cents."
    for step, text in (
        (stocked.store.history.undo, CENTS),
        (stocked.store.history.redo, "Totals are whole cents."),
    ):
        step()
        context.poll()
        settle()
        assert reading.toPlainText() == text


def test_an_open_editor_survives_the_writes_of_others(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    inspector.edit_text()
    field = inspector.form.findChild(QPlainTextEdit)
    field.setPlainText("Half a senten")
    stocked.store.memories.edit(stocked.cents, "Their wording.")
    context.poll()
    settle()
    assert field.isVisible()
    assert field.toPlainText() == "Half a senten"
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Their wording."
    qtbot.mouseClick(button(inspector, "Keep mine"), LEFT)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Half a senten"


def test_an_unsaved_text_waits_while_another_memory_is_looked_at(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    said: list[str] = []
    context.toast_requested.connect(lambda request: said.append(request.text))
    show(context, settle, Selection.one("memory", stocked.cents))
    inspector.edit_text()
    field = inspector.form.findChild(QPlainTextEdit)
    field.setPlainText("Half a senten")
    show(context, settle, Selection.one("memory", stocked.verify))
    assert not field.isVisible()
    assert len(said) == 1
    assert f"M-{stocked.cents}" in said[0]
    stocked.store.memories.edit(stocked.cents, "Their wording.")
    context.poll()
    show(context, settle, Selection.one("memory", stocked.cents))
    assert field.isVisible()
    assert field.toPlainText() == "Half a senten"
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Their wording.", "older than what others wrote"
    qtbot.mouseClick(button(inspector, "Keep mine"), LEFT)
    settle()
    assert stocked.store.memories.get(stocked.cents).text == "Half a senten"


def test_an_unsaved_text_that_is_dropped_does_not_come_back(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    inspector.edit_text()
    field = inspector.form.findChild(QPlainTextEdit)
    field.setPlainText("Half a senten")
    for memory in (stocked.verify, stocked.cents):
        show(context, settle, Selection.one("memory", memory))
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    for memory in (stocked.verify, stocked.cents):
        show(context, settle, Selection.one("memory", memory))
    assert not field.isVisible()


def test_an_unsaved_text_never_gets_into_another_store(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle, tmp_path: Path
) -> None:
    show(context, settle, Selection.one("memory", stocked.never_log))
    inspector.edit_text()
    field = inspector.form.findChild(QPlainTextEdit)
    field.setPlainText("Half a senten")
    with open_store(tmp_path / "other.engramma", clock=stocked.clock, create=True) as other:
        same_number = other.memories.remember("Another memory of the same number.").id
        assert same_number == stocked.never_log
        context.set_store(other)
        assert inspector.form is not inspector.memory_form, "nothing of the last store is left to act on"
        show(context, settle, Selection.one("memory", same_number))
        assert not field.isVisible()
        assert (
            inspector.memory_form.text_section.reading.toPlainText() == "Another memory of the same number."
        )
        context.set_store(stocked.store)


def test_a_long_text_is_folded_until_all_of_it_is_wanted(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    long = stocked.store.memories.remember("A sentence of a long note. " * 400).id
    show(context, settle, Selection.one("memory", long))
    reading = inspector.memory_form.text_section.reading
    low = reading.height()
    assert low < 320
    qtbot.mouseClick(button(inspector, f"Show all {len(reading.text):,} characters"), LEFT)
    assert reading.height() > 5 * low
    qtbot.mouseClick(button(inspector, "Show less"), LEFT)
    assert reading.height() == low
    show(context, settle, Selection.one("memory", stocked.cents))
    assert not any("Show" in b.text() for b in inspector.form.findChildren(QPushButton) if b.isVisible())


def test_a_tag_chosen_in_the_list_is_added_once_and_the_field_is_empty_again(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    asked: list[Asked],
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    inspector.activateWindow()
    qtbot.mouseClick(inspector.form.findChild(AddTagButton), LEFT)
    settle()
    field = inspector.form.findChild(TagField)
    qtbot.keyClicks(field, "pay")
    popup = field.completer().popup()
    qtbot.waitUntil(popup.isVisible)
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    settle()
    assert asked == [Asked("memory.tag", {"ids": (stocked.cents,), "add": ("payments",)})]
    assert field.text() == ""


def test_escape_in_the_tag_field_leaves_the_keys_among_the_tags(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    inspector.activateWindow()
    add, field = inspector.form.findChild(AddTagButton), inspector.form.findChild(TagField)
    qtbot.mouseClick(add, LEFT)
    settle()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert add.hasFocus()


def test_tags_are_removed_added_and_searched_for(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    asked: list[Asked],
) -> None:
    show(context, settle, Selection.one("memory", stocked.cents))
    tags = {b.tag: b for b in inspector.form.findChildren(TagButton) if b.isVisible()}
    assert set(tags) == {"checkout", "money"}
    qtbot.keyClick(tags["money"], Qt.Key.Key_Delete)
    qtbot.mouseClick(inspector.form.findChild(AddTagButton), LEFT)
    field = inspector.form.findChild(TagField)
    qtbot.keyClicks(field, "totals")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    ids = (stocked.cents,)
    assert asked == [
        Asked("memory.tag", {"ids": ids, "remove": ("money",)}),
        Asked("memory.tag", {"ids": ids, "add": ("totals",)}),
    ]
    qtbot.mouseClick(tags["checkout"], LEFT, pos=tags["checkout"].rect().topLeft())
    settle()
    assert context.query == "tag:checkout"


def test_buttons_are_commands(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    asked: list[Asked],
) -> None:
    show(context, settle, Selection.one("memory", stocked.never_log))
    qtbot.mouseClick(button(inspector, "Take the pin off"), LEFT)
    qtbot.mouseClick(button(inspector, "Move to Trash"), LEFT)
    assert [a.command for a in asked] == ["memory.unpin", "memory.trash"]
    assert asked[0].arguments == {"ids": (stocked.never_log,)}


def test_where_it_comes_from_leads_to_the_turn(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    _session, events, memory_id = record_turn(stocked)
    show(context, settle, Selection.one("memory", memory_id))
    quote = next(q for q in inspector.form.findChildren(QuoteBlock) if q.isVisible())
    assert QUOTE in quote.accessibleName()
    assert "turn 2 of “Webhook retries”" in quote.accessibleName()
    with qtbot.waitSignal(context.view_requested) as signal:
        qtbot.mouseClick(button(inspector, "Open turn"), LEFT)
    assert signal.args[0].name == "sessions"
    assert context.selection == Selection.one("event", events[1])


def test_a_turn_with_its_verdict_and_what_it_became(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    session_id, events, memory_id = record_turn(stocked)
    show(context, settle, Selection.one("event", events[1]))
    assert isinstance(inspector.form, EventForm)
    said = texts_of(inspector)
    for expected in (
        "Turn 2",
        "0.93",
        "threshold 0.50",
        "explicit “remember”",
        "+0.40",
        "1 kept",
        "1 dropped",
    ):
        assert expected in said
    cards = [card for card in inspector.form.findChildren(MemoryCard) if card.isVisible()]
    assert [card.accessibleName() for card in cards] == [f"M-{memory_id}: {QUOTE}"]
    show(context, settle, Selection.one("session", session_id))
    assert isinstance(inspector.form, SessionForm)
    assert "Signatures were fixed." in texts_of(inspector)
    assert rows_of(inspector)[0].line.text == QUOTE


def test_many_memories_show_what_they_share(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    asked: list[Asked],
) -> None:
    show(
        context,
        settle,
        Selection("memory", (stocked.verify, stocked.cents, stocked.outage), False, stocked.cents),
    )
    assert isinstance(inspector.form, SelectionForm)
    said = texts_of(inspector)
    assert "3 memories" in said
    assert "Importance 0.31 to 0.86" in said
    assert "2 short-term" in said
    assert "1 long-term" in said
    qtbot.mouseClick(button(inspector, "Pin"), LEFT)
    assert asked == [Asked("memory.pin", {})]


def test_all_results_are_counted_as_a_search(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    show(context, settle, Selection("memory", (), True, None))
    assert f"All {NOTES + 4} memories" in texts_of(inspector)
    context.set_query("tag:payments kind:semantic")
    settle()
    assert context.selection.is_empty, "all results are those of one search"
    show(context, settle, Selection("memory", (), True, None))
    assert isinstance(inspector.form, SelectionForm)
    assert "All 1 memory" in texts_of(inspector)
    bars = {bar.accessibleName() for bar in inspector.form.findChildren(Bar) if bar.isVisible()}
    assert bars == {"Semantic: 1", "Decision: 1", "payments: 1", "webhooks: 1"}
    assert inspector.form.trash.isEnabled()
    assert not inspector.form.restore.isEnabled(), "none of them is in the Trash"


def test_an_operation_shows_what_it_changed_and_can_be_reverted(
    qtbot: QtBot,
    inspector: Inspector,
    context: WindowContext,
    stocked: Stocked,
    settle: Settle,
    asked: list[Asked],
) -> None:
    stocked.store.memories.change([stocked.cents], importance=0.4, category="fact")
    operation = stocked.store.history.recent(limit=1)[0]
    show(context, settle, Selection.one("operation", operation.id))
    assert isinstance(inspector.form, OperationForm)
    entries = inspector.form.findChildren(ChangeEntry)
    told = " ".join(d.accessibleName() for e in entries for d in e.findChildren(DiffText))
    for expected in ("Decision", "Fact", "0.82", "0.40"):
        assert expected in told
    qtbot.mouseClick(button(inspector, "Revert this operation"), LEFT)
    assert asked == [Asked("edit.undo", {"operation_id": operation.id})]
    stocked.store.history.undo(operation.id, take=Take.ASK)
    context.poll()
    settle()
    assert not inspector.form.revert_button.isVisible()


def test_an_operation_names_what_rests_on_it_and_leads_there(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    store, cents = stocked.store, stocked.cents
    store.acting_as("agent:shop-agent").memories.change([cents], importance=0.4)
    theirs = store.history.recent(limit=1)[0]
    store.memories.tag([cents], add=["till"])
    store.memories.pin([cents])
    store.history.undo()
    show(context, settle, Selection.one("operation", theirs.id))
    assert "1 later operation" in texts_of(inspector)
    row = next(row for row in inspector.form.findChildren(LinkRow) if "till" in row.line.text)
    row.click()
    tagged = next(found for found in store.history.recent() if found.kind == "tag")
    assert context.selection == Selection.one("operation", tagged.id)
    settle()
    assert "Rests on it" not in texts_of(inspector), "nothing came after it"


def test_a_memory_that_is_gone_is_explained(
    inspector: Inspector, context: WindowContext, settle: Settle
) -> None:
    show(context, settle, Selection.one("memory", 999_999))
    assert isinstance(inspector.form, NothingForm)
    assert "There is no memory M-999999." in texts_of(inspector)


def test_the_scroll_position_stays_for_news_and_goes_for_another(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    inspector.resize(344, 300)
    show(context, settle, Selection.one("memory", stocked.verify))
    bar = inspector.memory_form.scroll_area.verticalScrollBar()
    assert bar.maximum() > 60
    bar.setValue(60)
    stocked.store.memories.change([stocked.verify], importance=0.5)
    context.poll()
    settle()
    assert inspector.memory_form.facts_section.text_of("Importance") == "0.50"
    assert bar.value() == 60
    show(context, settle, Selection.one("memory", stocked.cents))
    assert bar.value() == 0


def test_fast_arrowing_reads_only_what_it_ends_on(
    qtbot: QtBot, inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    shown: list[int] = []
    original = inspector.memory_form.show_memory
    inspector.memory_form.show_memory = lambda value: (shown.append(value.details.memory.id), original(value))  # type: ignore[method-assign]
    for memory_id in stocked.notes:
        context.select(Selection.one("memory", memory_id))
    settle()
    assert shown == [stocked.notes[-1]]


def test_text_is_never_markup(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    odd = stocked.store.memories.remember("<b>bold</b> <img src=x> & \u202e\n\nrest", tags=["<i>tag</i>"]).id
    show(context, settle, Selection.one("memory", odd))
    reading = inspector.memory_form.text_section.reading
    assert "<b>bold</b> <img src=x> &" in reading.toPlainText()
    shown = [label for label in inspector.findChildren(QLabel) if label.isVisible()]
    assert shown
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in shown)


def test_it_follows_the_theme_and_fits_a_narrow_pane(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle, theme_source: ThemeSource
) -> None:
    show(context, settle, Selection.one("memory", stocked.verify))
    light = inspector.grab().toImage().pixelColor(20, 300)
    theme_source.set_mode("dark")
    settle()
    dark = inspector.grab().toImage().pixelColor(20, 300)
    assert light.lightness() > 200 > 60 > dark.lightness()
    assert inspector.minimumSizeHint().width() <= 304
    badge = inspector.form.findChild(TierBadge)
    assert badge.word == "Long-term"
    inspector.resize(290, 760)
    settle()
    assert badge.word == "Long"


def test_everything_that_can_be_used_has_a_name(
    inspector: Inspector, context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    session_id, events, memory_id = record_turn(stocked)
    operation = stocked.store.history.recent(limit=1)[0].id
    for selection in (
        Selection.one("memory", memory_id),
        Selection.one("event", events[1]),
        Selection.one("session", session_id),
        Selection.one("operation", operation),
        Selection("memory", stocked.notes[:3], False, stocked.notes[0]),
    ):
        show(context, settle, selection)
        unnamed = [
            b
            for b in inspector.form.findChildren(QAbstractButton)
            if b.isVisible() and not b.accessibleName()
        ]
        assert unnamed == []
