"""The picture of Live: agents that are there, and a recall with its hits. In the sample somebody plays the agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from engramma.engine.sample import is_sample
from engramma.model.agent import Scope
from engramma.ui.bridge.agent_watch import agent_watch
from engramma.ui.views.live.page import LivePage

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.ui.window.main_window import MainWindow

PLAYED = (("shop-agent", Scope.WRITE), ("ops-agent", Scope.PROPOSE))
ENOUGH = 3


@contextmanager
def agents_there(store: MemoryStore) -> Iterator[None]:
    """While the block runs, the agents of the sample count as connected; in any other store nothing is written."""
    with ExitStack() as stack:
        if is_sample(store) and not store.read_only:
            for name, scope in PLAYED:
                stack.enter_context(store.agents.present(name, scope))
        yield


def show_live(window: MainWindow, settle: Callable[[], None]) -> None:
    """Live with a recall unfolded."""
    window.shell.open_view("live")
    settle()
    agent_watch(window.context).look()
    settle()
    page = window.centre.front
    if isinstance(page, LivePage):
        recall = next((line for line in page.model.lines if len(line.hits) >= ENOUGH), None)
        if recall is not None:
            page.look_at(recall.id, unfold=True)
