"""What the steps that compare memories read of them: the statements of a store, and what decides about a pair.

`since` is when a memory began to be what it is now: to say this, to be active and of this kind. It and the times of
the flags follow from the history alone, so that a pair found late is dated like one that was found at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, func, select

from engramma.store.database import Reading
from engramma.store.tables import image, memory, operation, version
from engramma.store.visibility import visible

_AT_ONCE = 900
_PAGE = 5_000
_SUBSTANCE = ("text", "state", "kind", "category", "created_at")
_FLAGS = ("importance", "pinned", "person_edited")


@dataclass(frozen=True, slots=True)
class Statement:
    """An active memory as a side of a pair. Times are UTC µs.

    `said_at` is when it was stated or last reworded, `flagged` when its importance, pin and mark of a person's edit
    were changed last, as far as they ever were.
    """

    id: int
    text: str
    kind: str
    category: str
    importance: float
    pinned: bool
    person_edited: bool
    session_id: int | None
    created_at: int
    said_at: int
    since: int
    flagged: Mapping[str, int]

    @property
    def touched_at(self) -> int:
        """When anything that decides about its pairs was changed last."""
        return max(self.since, *self.flagged.values(), 0)

    @property
    def order(self) -> tuple[int, int, str, int]:
        """Earlier statements first; the same whenever and in whatever order memories came into the store."""
        return self.said_at, self.created_at, self.text, self.id

    @property
    def guarded(self) -> bool:
        """Whether only a person changes it."""
        return self.pinned or self.person_edited or self.kind == "procedural"


def read_texts(reading: Reading) -> Iterator[Sequence[tuple[int, str]]]:
    """(id, text) of all statements that can be alike, by id, in pages. Summaries repeat what was said."""
    after = 0
    while True:
        rows = reading.connection.execute(
            select(memory.c.id, memory.c.text)
            .where(
                memory.c.state == "active",
                memory.c.id > after,
                memory.c.category != "summary",
                visible(memory, reading.hidden),
            )
            .order_by(memory.c.id)
            .limit(_PAGE)
        ).all()
        yield [(row[0], row[1]) for row in rows]
        if len(rows) < _PAGE:
            return
        after = rows[-1][0]


def read_texts_of(reading: Reading, ids: Collection[int]) -> dict[int, str]:
    """The wording of each memory among `ids`."""
    found: dict[int, str] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        rows = reading.connection.execute(
            select(memory.c.id, memory.c.text).where(memory.c.id.in_(wanted[start : start + _AT_ONCE]))
        )
        found.update((row[0], row[1]) for row in rows)
    return found


def read_statements(reading: Reading, ids: Collection[int]) -> dict[int, Statement]:
    """The statements among `ids`: active, visible, no summaries."""
    found: dict[int, Statement] = {}
    wanted = sorted(ids)
    for start in range(0, len(wanted), _AT_ONCE):
        part = wanted[start : start + _AT_ONCE]
        changed = _changed(reading, part)
        rows = reading.connection.execute(
            select(
                memory.c.id,
                memory.c.text,
                memory.c.kind,
                memory.c.category,
                memory.c.importance,
                memory.c.pinned,
                memory.c.person_edited,
                memory.c.session_id,
                memory.c.created_at,
                memory.c.state_at,
                memory.c.version,
                version.c.created_at.label("worded_at"),
            )
            .outerjoin(
                version,
                and_(
                    version.c.memory_id == memory.c.id,
                    version.c.number == memory.c.version,
                    version.c.removed == 0,
                ),
            )
            .where(
                memory.c.id.in_(part),
                memory.c.state == "active",
                memory.c.category != "summary",
                visible(memory, reading.hidden),
            )
        )
        for row in rows:
            own = changed.get(row.id, {})
            worded_at = row.created_at if row.worded_at is None else row.worded_at
            found[row.id] = Statement(
                id=row.id,
                text=row.text,
                kind=row.kind,
                category=row.category,
                importance=row.importance,
                pinned=bool(row.pinned),
                person_edited=bool(row.person_edited),
                session_id=row.session_id,
                created_at=row.created_at,
                said_at=row.created_at if row.version == 1 else worded_at,
                since=max(worded_at, row.state_at or 0, *(own.get(name, 0) for name in _SUBSTANCE)),
                flagged={name: own[name] for name in _FLAGS if name in own},
            )
    return found


def _changed(reading: Reading, ids: Sequence[int]) -> dict[int, dict[str, int]]:
    """When each column that decides about a memory's pairs was changed last, as far as the history goes back."""
    rows = reading.connection.execute(
        select(image.c.row_id, image.c.column_name, func.max(operation.c.at))
        .join(operation, operation.c.id == image.c.operation_id)
        .where(
            image.c.table_name == "memory",
            image.c.row_id.in_(ids),
            image.c.column_name.in_((*_SUBSTANCE, *_FLAGS)),
            operation.c.status == "done",
        )
        .group_by(image.c.row_id, image.c.column_name)
    )
    found: dict[int, dict[str, int]] = {}
    for row_id, column, at in rows:
        found.setdefault(row_id, {})[column] = at
    return found
