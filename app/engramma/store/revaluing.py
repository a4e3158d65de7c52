"""Brings half-lives and fades_at of all memories up to date with the policy, in chunks that others write between.

Which values the columns were last computed by stands in the store, so that a change, its undo and its rollback need
no more than to ask whether that is still the policy. Only arithmetic: SQLite may have no mathematical functions.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, case, cast, delete, func, insert, literal, or_, select, update
from sqlalchemy.types import Float, Integer

from engramma.model.clock import DAY
from engramma.model.policy import DEFAULT_POLICY, Policy
from engramma.store.database import Database
from engramma.store.derive import LONGEST_FADING
from engramma.store.journal.pace import Pace
from engramma.store.policy import load_policy
from engramma.store.pragmas import GAP_SECONDS
from engramma.store.tables import memory, meta

_VALUED_BY = "valued_by"
_UNDER_WAY = "under way"

_still = or_(memory.c.pinned == 1, memory.c.kind == "procedural")
_half_life = case(
    (_still, None),
    (memory.c.tier == "long_term", bindparam("long", type_=Float)),
    else_=bindparam("short", type_=Float),
)
_halvings = func.max(literal(0.0), memory.c.log2_s0 - bindparam("log2_threshold", type_=Float), type_=Float)
# In the order of derive.fading_columns, so that both give the same number.
_fading = func.min(_halvings * _half_life * float(DAY), LONGEST_FADING, type_=Float)
_REVALUE = (
    update(memory)
    .where(memory.c.id.between(bindparam("first"), bindparam("last")))
    .values(
        half_life=_half_life,
        fades_at=case((_still, None), else_=memory.c.t0 + cast(_fading + 0.5, Integer)),
    )
)


def is_valued(connection: Connection, policy: Policy) -> bool:
    """Whether all memories fade as `policy` says."""
    return _valued_by(connection) == _mark(policy)


def revalue(database: Database, *, pace: Pace) -> None:
    """Re-value all memories if the policy is not the one that they fade by. Cheap when it is."""
    with database.read() as reading:
        policy = load_policy(reading.connection)
        if is_valued(reading.connection, policy):
            return
    with database.write() as connection:
        _write_mark(connection, _UNDER_WAY)
    done, used = 0, set[str]()
    while True:
        with database.write() as connection:
            policy = load_policy(connection)
            used.add(_mark(policy))
            last = connection.scalar(select(func.max(memory.c.id))) or 0
            if done >= last:
                # Whoever changed the policy meanwhile re-values all themselves.
                if len(used) == 1:
                    _write_mark(connection, _mark(policy))
                return
            rows = pace.rows
            pace.start()
            connection.execute(
                _REVALUE,
                {
                    "first": done + 1,
                    "last": done + rows,
                    "short": policy.short_term_half_life,
                    "long": policy.long_term_half_life,
                    "log2_threshold": math.log2(policy.retrieval_threshold),
                },
            )
        pace.stop(min(rows, last - done))
        done += rows
        time.sleep(GAP_SECONDS)


def _mark(policy: Policy) -> str:
    fields: Sequence[float] = (
        policy.short_term_half_life,
        policy.long_term_half_life,
        policy.retrieval_threshold,
    )
    return json.dumps(fields)


def _valued_by(connection: Connection) -> str:
    found: str | None = connection.scalar(select(meta.c.value).where(meta.c.name == _VALUED_BY))
    return _mark(DEFAULT_POLICY) if found is None else found


def _write_mark(connection: Connection, value: str) -> None:
    connection.execute(delete(meta).where(meta.c.name == _VALUED_BY))
    connection.execute(insert(meta).values(name=_VALUED_BY, value=value))
