"""What goes out: the whole store, what a search finds, or some memories, with what hangs on them."""

from __future__ import annotations

from collections.abc import Sequence

from engramma.engine.workspace import Workspace
from engramma.model.export_parts import WHOLE, LeftOut
from engramma.model.records import dataclass
from engramma.model.search import DEFAULT_SORT, Query, parse
from engramma.store.bundle_rows import Selection, select_all, select_memories
from engramma.store.bundle_trimming import trimmed
from engramma.store.database import Reading
from engramma.store.memories.bulk_traits import visible_ids
from engramma.store.policy import load_policy
from engramma.store.search import order_ids


@dataclass(frozen=True, slots=True)
class Chosen:
    """Everything, what `tree` finds, or just `ids`; without what is `left_out`."""

    tree: Query
    ids: tuple[int, ...] | None
    left_out: LeftOut = WHOLE


def chosen(query: str, ids: Sequence[int] | None, left_out: LeftOut = WHOLE) -> Chosen:
    """What a person chose; `ids` win. Raises QueryError."""
    only = None if ids is None else tuple(int(memory_id) for memory_id in ids)
    return Chosen(parse(query), only, left_out)


def selected(workspace: Workspace, reading: Reading, choice: Chosen) -> Selection:
    """The rows of it."""
    return trimmed(reading, selected_whole(workspace, reading, choice), choice.left_out)


def selected_whole(workspace: Workspace, reading: Reading, choice: Chosen) -> Selection:
    """The rows of it and of what is left out."""
    if choice.ids is not None:
        return select_memories(reading, visible_ids(reading, choice.ids))
    if choice.tree.is_empty:
        return select_all(reading)
    found = order_ids(
        reading.connection,
        choice.tree,
        sort=DEFAULT_SORT,
        now=workspace.clock.now(),
        policy=load_policy(reading.connection),
        hidden=reading.hidden,
    )
    return select_memories(reading, found.ids)
