"""A store of conversations alone says so and leads to them, instead of looking like an empty one."""

from __future__ import annotations

from tests.ui.window_on_store import Settle, Stocked

from engramma.model.operation import Take
from engramma.ui.bridge import WindowContext
from engramma.ui.views.memories import MemoriesView
from engramma.ui.views.memories.emptiness import Cause


def test_a_store_without_memories_leads_to_its_sessions(
    stocked: Stocked, context: WindowContext, view: MemoriesView, settle: Settle
) -> None:
    store = stocked.store
    store.sessions.start("A talk")
    for operation in store.history.recent(limit=10_000):
        if operation.kind in ("remember", "gate"):
            store.history.undo(operation.id, take=Take.THEIRS)
    context.poll()
    view.refresh()
    settle()
    assert view.emptiness.cause is Cause.ONLY_SESSIONS
    opened: list[object] = []
    context.view_requested.connect(opened.append)
    view.emptiness.acted.emit(Cause.ONLY_SESSIONS)
    assert [getattr(request, "name", "") for request in opened] == ["sessions"]
