"""What was begun is written to its end though the page was left; another store's memories are never meant."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Settle, Stocked

from engramma.engine import open_store
from engramma.ui.bridge import WindowContext
from engramma.ui.views.replace.page import ReplacePage
from engramma.ui.window.commands.targets import Targets


@contextmanager
def somebody_writing(path: Path) -> Iterator[None]:
    """Another program has the store's writing lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def test_a_page_that_was_left_goes_on_writing_and_takes_nobody_away(
    qtbot: QtBot, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    page, left, told = ReplacePage(context), [], []
    qtbot.addWidget(page)
    page.left.connect(left.append)
    context.toast_requested.connect(told.append)
    first, second = stocked.notes[:10], stocked.notes[10:20]
    page.begin(Targets(first), came_from="memories")
    page.fill("the service", "the daemon")
    settle()
    with somebody_writing(stocked.store.path):
        page.write()
        page.leave()
        page.begin(Targets(second), came_from="review")
        page.write()
    settle()
    assert [left, len(told)] == [["memories"], 1], "the second list is still there"
    assert "Replaced 10 places" in told[0].text
    assert page.shown_ids() == frozenset(second)
    assert stocked.store.search.count("daemon") == 10
    page.write()
    settle()
    assert stocked.store.search.count("daemon") == 20
    assert left == ["memories", "review"]


def test_another_store_is_not_searched_by_the_numbers_of_the_last_one(
    qtbot: QtBot, context: WindowContext, settle: Settle, stocked: Stocked, tmp_path: Path
) -> None:
    page = ReplacePage(context)
    qtbot.addWidget(page)
    page.begin(Targets((stocked.cents,)))
    page.fill("totals", "sums")
    settle()
    assert page.shown_ids() == {stocked.cents}
    with open_store(tmp_path / "other.engramma", clock=stocked.clock, create=True) as other:
        other.memories.remember("Quarterly totals are due on Friday.")
        context.set_store(other)
        page.look()
        settle()
        assert page.shown_ids() is None, "nobody said among which memories of this store"
        page.activate()
        page.look()
        settle()
        assert page.shown_ids() == {1}, "all that the search shows"
        context.set_store(stocked.store)
        settle()
