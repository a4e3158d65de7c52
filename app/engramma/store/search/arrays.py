"""Columns of many rows out of SQLite as arrays.

Each column leaves as one text: a million numbers cost one call, during which other threads run, and no million
Python objects are made.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Select, func, select

Integers = NDArray[np.int64]


def integers(connection: Connection, found: Select[Any], *, limit: int | None = None) -> tuple[Integers, ...]:
    """The columns of `found`, all of whole numbers and never NULL, in its order; at most `limit` rows."""
    # The LIMIT, even of -1, also keeps the order of the inner SELECT inside the aggregate.
    rows = found.limit(-1 if limit is None else limit).subquery()
    texts = connection.execute(select(*(func.group_concat(column) for column in rows.c))).one()
    return tuple(_parsed(text) for text in texts)


def _parsed(text: str | int | None) -> Integers:
    if text is None:
        return np.empty(0, dtype=np.int64)
    return np.fromstring(str(text), dtype=np.int64, sep=",")
