"""The table model over a real store: Qt's own model test, paging, refreshing, odd texts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QAbstractItemModel, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot
from tests.benchmarks.generate import NOW, generate
from tests.ui.window_on_store import NOTES, Settle, Stocked, end_context, make_context, settler

from engramma.engine import open_store
from engramma.model.clock import DAY, FixedClock
from engramma.model.memory import Segment
from engramma.model.search import Sort, SortKey
from engramma.ui.bridge import WindowContext
from engramma.ui.delegates import COLUMN_ROLE, ROW_ROLE, Column, MemoryRow
from engramma.ui.delegates.cell_text import cell_accessible_text
from engramma.ui.models.memory_rows import fades_text, memory_row
from engramma.ui.models.memory_table import ACCESSIBLE, AROUND, COLUMNS, MemoryTableModel
from engramma.ui.models.results import Results, ResultsLoader
from engramma.ui.theme import ThemeSource

MANY = 20_000


def results(ids: list[int]) -> Results:
    return Results("", np.array(ids, dtype=np.int64), True, Sort(), len(ids), ())


def filled(context: WindowContext, settle: Settle, text: str = "") -> MemoryTableModel:
    model = MemoryTableModel(context)
    loader = ResultsLoader(context, model)
    loader.arrived.connect(model.set_results)
    loader.load(text, Sort())
    settle()
    return model


def text_at(model: MemoryTableModel, row: int) -> str | None:
    value = model.index(row, 1).data(ROW_ROLE)
    return value.text if isinstance(value, MemoryRow) else None


def test_it_is_a_good_model(
    context: WindowContext, stocked: Stocked, settle: Settle, qtmodeltester: ModelTester
) -> None:
    model = filled(context, settle)
    qtmodeltester.check(model, force_py=True)
    model.set_results(results([stocked.cents, stocked.verify]))
    settle()
    model.set_results(results([stocked.cents, stocked.verify, stocked.outage]))
    model.mark_changed([stocked.verify])
    settle()
    model.clear()


def test_rows_are_those_of_the_store_newest_first(
    context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    model = filled(context, settle)
    assert model.rowCount() == NOTES + 4
    assert model.columnCount() == len(COLUMNS) == len(Column)
    assert model.id_at(0) == stocked.cents
    assert model.row_of(stocked.never_log) == model.rowCount() - 1
    index = model.index(0, COLUMNS.index(Column.TIER))
    assert Column(index.data(COLUMN_ROLE)) is Column.TIER
    assert index.data(Qt.ItemDataRole.DisplayRole) == "Short-term"


def test_the_memory_cell_tells_the_whole_row(
    context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    model = filled(context, settle)
    said = model.index(0, COLUMNS.index(Column.MEMORY)).data(ACCESSIBLE)
    assert said.startswith(f"M-{stocked.cents}: Checkout totals")
    assert "Semantic" in said
    assert "money" in said
    pinned = model.row_of(stocked.never_log)
    assert pinned is not None
    assert "pinned" in model.index(pinned, COLUMNS.index(Column.GUTTER)).data(ACCESSIBLE)


def test_a_row_that_is_not_read_yet_says_so_and_comes(
    context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    model = MemoryTableModel(context)
    model.set_results(results([stocked.verify]))
    assert model.index(0, 1).data(ROW_ROLE) is None
    assert model.index(0, 1).data(ACCESSIBLE) == "Loading"
    settle()
    assert text_at(model, 0) is not None
    assert model.jobs_started == 1


def test_a_memory_that_is_gone_is_asked_for_once(
    context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    model = MemoryTableModel(context)
    model.set_results(results([stocked.verify, 999_999]))
    for _ in range(3):
        assert text_at(model, 1) is None
        settle()
    assert model.jobs_started == 1


def test_equal_and_longer_results_reset_nothing(context: WindowContext, qtbot: QtBot) -> None:
    model = MemoryTableModel(context)
    assert model.set_results(results([3, 2]))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.rowsInserted):
        assert not model.set_results(results([3, 2]))
        assert not model.set_results(results([3, 2, 1]))
    assert model.set_results(results([1, 2, 3]))


def test_changed_rows_are_read_again_and_show_the_old_until_then(
    context: WindowContext, stocked: Stocked, settle: Settle
) -> None:
    model = filled(context, settle)
    before = text_at(model, 0)
    stocked.store.memories.edit(stocked.cents, "Totals are cents.")
    model.mark_changed([stocked.cents])
    assert text_at(model, 0) == before
    settle()
    assert text_at(model, 0) == "Totals are cents."


def test_another_store_forgets_the_rows(context: WindowContext, stocked: Stocked, settle: Settle) -> None:
    model = filled(context, settle)
    model.index(0, 1).data(ROW_ROLE)
    model.clear()
    assert model.rowCount() == 0
    assert model.id_at(0) is None
    assert model.loaded_row(stocked.cents) is None


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1, max_size=300).filter(str.strip))
def test_any_text_becomes_a_row(stocked: Stocked, text: str) -> None:
    memory = stocked.store.memories.get(stocked.cents)
    odd = replace(memory, text=text, tags=(text[:20],), session_title=text)
    now = stocked.clock.now()
    row = memory_row(odd, (Segment(now - DAY, 1.0, 7.0, "created"),), now=now, threshold=0.1)
    for column in Column:
        assert isinstance(cell_accessible_text(row, column), str)
    assert row.spark[-1] == (1.0, pytest.approx(0.9057, abs=1e-3))


def test_when_it_fades_in_few_letters(stocked: Stocked) -> None:
    get, now = stocked.store.memories.get, stocked.clock.now()
    assert fades_text(get(stocked.never_log), now) == "pinned"
    assert fades_text(get(stocked.outage), now) == "dormant"
    assert fades_text(get(stocked.cents), now) == "22 d"
    assert fades_text(get(stocked.verify), now) == "6 mo"
    stocked.store.memories.trash([stocked.cents])
    assert fades_text(get(stocked.cents), now) == ""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("many") / "many.engramma"
    generate(path, memories=MANY, events=0)
    return path


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_twenty_thousand_rows_are_paged_without_storms(
    qtbot: QtBot, theme_source: ThemeSource, many: Path
) -> None:
    store = open_store(many, clock=FixedClock(NOW), read_only=True)
    context = make_context(theme_source, store)
    settle = settler(qtbot, context)
    model = filled(context, settle)
    assert model.rowCount() > 0.9 * MANY
    started = model.jobs_started
    for jump in range(20):
        first = jump * 920
        for row in range(first, first + 18):
            text_at(model, row)
    settle()
    assert model.jobs_started - started <= 4, "a burst of jumps reads where it ends only"
    last = 19 * 920
    assert text_at(model, last) is not None
    started = model.jobs_started
    for first in (2_000, 10_000, 15_400):
        for row in range(first, first + 18):
            text_at(model, row)
        settle()
        assert all(text_at(model, row) for row in range(first, first + 18))
    assert model.jobs_started - started == 6, "what is shown first, then what is near"
    assert text_at(model, 2_000 - AROUND)
    settle()
    assert model.jobs_started - started == 6, "rows near by were read along"
    end_context(context)
    store.close()


def test_sorting_keeps_rows_that_were_read(context: WindowContext, stocked: Stocked, settle: Settle) -> None:
    model = filled(context, settle)
    for row in range(model.rowCount()):
        text_at(model, row)
    settle()
    started = model.jobs_started
    loader = ResultsLoader(context, model)
    loader.arrived.connect(model.set_results)
    loader.load("", Sort(SortKey.IMPORTANCE))
    settle()
    assert model.id_at(0) == stocked.never_log
    assert all(text_at(model, row) for row in range(model.rowCount()))
    settle()
    assert model.jobs_started == started
    assert isinstance(model, QAbstractItemModel)
