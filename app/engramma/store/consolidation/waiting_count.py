"""Counts what waits for a person without reading it: for a number in a side bar."""

from __future__ import annotations

import json

from sqlalchemy import func, select

from engramma.store.database import Reading
from engramma.store.tables import conflict, memory, proposal
from engramma.store.visibility import visible


def count_waiting(reading: Reading) -> int:
    """Pending proposals, and open conflicts of active memories about which nothing is proposed."""
    pending = (proposal.c.status == "pending", visible(proposal, reading.hidden))
    count = int(reading.connection.scalar(select(func.count()).select_from(proposal).where(*pending)) or 0)
    proposed = {
        frozenset(json.loads(targets))
        for targets in reading.connection.scalars(
            select(proposal.c.targets).where(*pending, proposal.c.step == "conflict")
        )
    }
    one, other = memory.alias("one"), memory.alias("other")
    pairs = reading.connection.execute(
        select(conflict.c.a_id, conflict.c.b_id)
        .join(one, one.c.id == conflict.c.a_id)
        .join(other, other.c.id == conflict.c.b_id)
        .where(
            conflict.c.status == "open",
            visible(conflict, reading.hidden),
            one.c.state == "active",
            other.c.state == "active",
        )
    )
    return count + sum(frozenset(pair) not in proposed for pair in pairs)
