"""What the page Overview reads, on worker threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.overview import MemoryFigures, RecallFigures
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Query, parse
from engramma.ui.views.tiers.reading import MOST_NAMED, QUERY_ROOM
from engramma.ui.window.sidebar.sidebar import count_waiting

if TYPE_CHECKING:
    from engramma.engine import MemoryStore


@dataclass(frozen=True, slots=True)
class StoreFigures:
    """What no search narrows: bytes of the file and its log, and how many cards wait in Review."""

    bytes: int
    waiting: int


def read_memory_figures(
    store: MemoryStore, query: str, days: int | None, _report: Report, cancel: CancelToken
) -> MemoryFigures:
    """The figures of the memories that a search finds."""
    figures = store.overview.memories(query, days)
    cancel.check()
    return figures


def read_recall_figures(
    store: MemoryStore, query: str, days: int | None, _report: Report, cancel: CancelToken
) -> RecallFigures:
    """The figures of the recalls that sent them."""
    figures = store.overview.recalls(query, days)
    cancel.check()
    return figures


def read_store_figures(store: MemoryStore, report: Report, cancel: CancelToken) -> StoreFigures:
    """What no search narrows."""
    return StoreFigures(store.overview.size(), count_waiting(store, report, cancel))


def read_recalled(
    store: MemoryStore, query: str, start: int, end: int, actor: str, _report: Report, _cancel: CancelToken
) -> Query | None:
    """A search for what was sent from `start` up to `end`, by id; None for too many; empty for none."""
    ids = store.overview.recalled(query, start=start, end=end, actor=actor, limit=MOST_NAMED + 1)
    text = "id:" + ",".join(str(one) for one in ids)
    if len(ids) > MOST_NAMED or len(text) > QUERY_ROOM:
        return None
    return parse(text if ids else "")
