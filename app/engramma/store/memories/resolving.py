"""Finds the memory, session or operation that a person named: M-12, 12, a ULID or a unique beginning of one."""

from __future__ import annotations

import re

from sqlalchemy import Table, select

from engramma.model.errors import AmbiguousIdError, NotFoundError
from engramma.store.database import Reading
from engramma.store.visibility import visible

_NUMBER = re.compile(r"(?:[A-Za-z]-?)?(\d{1,18})")
_ULID_START = re.compile(r"[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{4,26}")


def resolve(reading: Reading, table: Table, name: str, *, what: str) -> int:
    """The row id that `name` stands for. Raises NotFoundError or AmbiguousIdError."""
    wanted = name.strip()
    shown = visible(table, reading.hidden) if "removed" in table.c else table.c.status == "done"
    number = _NUMBER.fullmatch(wanted)
    if number and len(wanted) < 20:
        row_id = reading.connection.scalar(select(table.c.id).where(table.c.id == int(number[1]), shown))
        if row_id is not None:
            return int(row_id)
    if _ULID_START.fullmatch(wanted):
        start = wanted.upper()
        rows = list(
            reading.connection.scalars(
                select(table.c.id).where(table.c.uid >= start, table.c.uid < start + "~", shown).limit(2)
            )
        )
        if len(rows) == 1:
            return int(rows[0])
        if len(rows) > 1:
            raise AmbiguousIdError(
                f"More than one {what} id begins with {wanted}.", hint="Give more characters."
            )
    raise NotFoundError(
        f"There is no {what} {wanted}.", hint="Search for it to see its id." if what == "memory" else ""
    )
