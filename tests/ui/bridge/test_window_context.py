"""The context: one query, one selection, and going to a memory even where the search hides it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.window_on_store import Stocked, asked, bare_context, context, settle, stocked

from engramma.model.changes import ChangeNotice
from engramma.model.errors import QueryError
from engramma.model.search import Mode, field_term
from engramma.ui.bridge import Selection, WindowContext

__all__ = ["asked", "bare_context", "context", "settle", "stocked"]
Settle = Callable[[], None]


def test_a_query_that_cannot_be_read_changes_nothing(context: WindowContext) -> None:
    context.set_query("tag:money")
    changes: list[str] = []
    context.query_changed.connect(lambda: changes.append(context.query))
    with pytest.raises(QueryError):
        context.set_query('"open')
    assert (context.query, changes) == ("tag:money", [])
    context.set_query("tag:money")
    assert changes == []
    context.edit_query(field_term("is", "pinned"), Mode.AND)
    assert changes == ["tag:money is:pinned"]


def test_a_memory_that_the_search_shows_leaves_it(
    context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    context.set_query("tag:payments")
    context.show_memory(stocked.verify)
    settle()
    assert context.query == "tag:payments"
    assert context.selection == Selection.one("memory", stocked.verify)


def test_a_memory_that_the_search_hides_is_searched_for(
    context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    context.set_query("tag:payments")
    context.show_memory(stocked.cents)
    settle()
    assert context.query == f"id:{stocked.cents}"
    assert context.selection == Selection.one("memory", stocked.cents)


def test_a_memory_in_the_trash_is_searched_for(
    context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    stocked.store.memories.trash([stocked.cents])
    context.show_memory(stocked.cents)
    settle()
    assert context.query == f"id:{stocked.cents}"


def test_changes_by_others_are_noticed(
    qtbot: QtBot, context: WindowContext, settle: Settle, stocked: Stocked
) -> None:
    settle()
    qtbot.wait(300)
    notices: list[ChangeNotice] = []
    context.data_changed.connect(notices.append)
    stocked.store.acting_as("agent:shop").memories.pin([stocked.cents])
    qtbot.waitUntil(lambda: bool(notices), timeout=1_000)
    assert notices[0].memory_ids == frozenset({stocked.cents})


def test_another_store_starts_afresh(context: WindowContext, stocked: Stocked) -> None:
    context.set_query("tag:payments")
    context.select(Selection.one("memory", stocked.cents))
    context.set_store(None)
    assert (context.query, context.selection, context.store) == ("", Selection(), None)
