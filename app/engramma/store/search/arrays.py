"""Columns of many rows out of SQLite as arrays.

Each column leaves as one text: a million numbers cost one call, during which other threads run, and no million
Python objects are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, Text, cast, func, select

_BYTES = 24
_SLICE = 1 << 21

Integers = NDArray[np.int64]


def integers(connection: Connection, found: Select[Any], *, limit: int | None = None) -> tuple[Integers, ...]:
    """The columns of `found`, all of whole numbers and never NULL, in its order; at most `limit` rows."""
    # The LIMIT, even of -1, also keeps the order of the inner SELECT inside the aggregate.
    rows = found.limit(-1 if limit is None else limit).subquery()
    texts = connection.execute(select(*(func.group_concat(column) for column in rows.c))).one()
    return tuple(parsed(text) for text in texts)


def unordered_integers(
    connection: Connection, found: Select[Any], rarely: Sequence[ColumnElement[Any]] = (), *, when: Any = None
) -> tuple[Integers, ...]:
    """As `integers`, rows in the order of SQLite's scan, which costs a third less: no row passes a subquery.

    Then the columns `rarely` of those rows alone for which `when` holds, in the same order.
    """
    texts: list[ColumnElement[Any]] = [func.group_concat(column) for column in found.selected_columns]
    if rarely:
        # One text for all of them, so that the condition is tried once a row.
        texts.append(func.group_concat(_joined(rarely)).filter(when))
    row = connection.execute(found.with_only_columns(*texts)).one()
    columns = [parsed(text) for text in row]
    if not rarely:
        return tuple(columns)
    *columns, mixed = columns
    return *columns, *(np.ascontiguousarray(part) for part in mixed.reshape(-1, len(rarely)).T)


def _joined(columns: Sequence[ColumnElement[Any]]) -> ColumnElement[str]:
    text: ColumnElement[str] = cast(columns[0], Text)
    for column in columns[1:]:
        text = text.op("||")(",").op("||")(column)
    return text


def text_places(connection: Connection, found: Select[Any], text: ColumnElement[str]) -> tuple[Integers, ...]:
    """The ids of `found`, a SELECT of ids, and the beginning of `text` as whole numbers that sort as it does.

    Three numbers a row hold the first 24 bytes of the text, in the order of code points, ASCII without case.
    """
    spelled = func.hex(func.substr(func.lower(text), 1, _BYTES))
    padded = func.substr(spelled.op("||")("00" * _BYTES), 1, 2 * _BYTES)
    rows = found.add_columns(padded.label("spelled")).limit(-1).subquery()
    ids, digits = connection.execute(
        select(func.group_concat(rows.c.id), func.group_concat(rows.c.spelled, ""))
    ).one()
    # In slices, so that the window's thread does not wait for one long call.
    pieces = [bytes.fromhex(digits[start : start + _SLICE]) for start in range(0, len(digits or ""), _SLICE)]
    numbers = np.frombuffer(b"".join(pieces), dtype=">u8").astype(np.uint64)
    shifted = (numbers ^ np.uint64(1 << 63)).view(np.int64).reshape(-1, _BYTES // 8)
    return parsed(ids), *(np.ascontiguousarray(shifted[:, place]) for place in range(_BYTES // 8))


def parsed(text: str | int | None) -> Integers:
    """The numbers of a text of `group_concat`; none for NULL."""
    if text is None:
        return np.empty(0, dtype=np.int64)
    return np.fromstring(str(text), dtype=np.int64, sep=",")
