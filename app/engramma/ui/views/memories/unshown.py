"""What a search without rows leaves out, counted on a worker thread: the reason for an empty table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Mode, field_term, parse, with_term

if TYPE_CHECKING:
    from engramma.engine.memory_store import MemoryStore


@dataclass(frozen=True, slots=True)
class Unshown:
    """Memories that fit and are put away, and the sessions of the store."""

    memories: int
    sessions: int


def count_unshown(store: MemoryStore, text: str, _report: Report, _cancel: CancelToken) -> Unshown:
    """Count what `text` finds in any state, and the sessions."""
    query = with_term(parse(text), field_term("state", "any"), Mode.AND)
    return Unshown(store.search.count(query), store.statistics().sessions)
