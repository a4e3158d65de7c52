"""A complete picture of what a store shows, to compare before and after: every visible row, nothing technical."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Table, select

from engramma.engine import MemoryStore
from engramma.store.tables import (
    association,
    conflict,
    entity,
    entity_relation,
    event,
    gate_verdict,
    import_source,
    memory,
    mention,
    proposal,
    provenance,
    recall,
    recall_hit,
    saved_search,
    segment,
    session,
    tag,
    version,
)
from engramma.store.visibility import visible

SHOWN: tuple[Table, ...] = (
    memory,
    segment,
    version,
    tag,
    provenance,
    association,
    entity,
    mention,
    entity_relation,
    session,
    event,
    gate_verdict,
    conflict,
    proposal,
    recall,
    recall_hit,
    saved_search,
    import_source,
)
TECHNICAL = frozenset({"born_op", "removed", "updated_at"})


def picture(
    store: MemoryStore, *, tables: Iterable[Table] = SHOWN
) -> dict[str, dict[int, dict[str, object]]]:
    """Visible rows by table and id; tags by name, since taking one off and on again keeps its row."""
    found: dict[str, dict[int, dict[str, object]]] = {}
    with store.workspace.database.read() as reading:
        for table in tables:
            columns = [column for column in table.c if column.name not in TECHNICAL]
            rows = reading.connection.execute(
                select(*columns).where(visible(table, reading.hidden)).order_by(table.c.id)
            )
            found[table.name] = {row.id: dict(row._mapping) for row in rows}
    return found
