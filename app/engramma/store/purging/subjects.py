"""What is to be erased: memories with every wording they ever had, and where each came from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, select

from engramma.model.errors import NotFoundError
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.memories.resolving import resolve
from engramma.store.memories.rows import Evidence, evidence_in
from engramma.store.tables import image, memory, provenance, tag, version

_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Subject:
    """A memory to erase. `wordings` are its text, its versions and what the undo journal keeps of them."""

    id: int
    pinned: bool
    session_id: int | None
    wordings: tuple[str, ...]
    origins: tuple[Evidence, ...]
    tags: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text to be looked for elsewhere: wordings and quotes."""
        quotes = (origin.quote for origin in self.origins)
        return tuple(dict.fromkeys(text for text in (*self.wordings, *quotes) if text))


def read_subjects(connection: Connection, ids: Sequence[int]) -> tuple[Subject, ...]:
    """The memories among `ids` that are there, also those whose insert was undone, in the order of `ids`."""
    found: dict[int, Subject] = {}
    for start in range(0, len(ids), _AT_ONCE):
        part = list(ids[start : start + _AT_ONCE])
        wordings = _wordings(connection, part)
        origins = _origins(connection, part)
        tags: dict[int, list[str]] = defaultdict(list)
        for owner, name in connection.execute(
            select(tag.c.memory_id, tag.c.name).where(tag.c.memory_id.in_(part))
        ):
            tags[owner].append(name)
        rows = connection.execute(
            select(memory.c.id, memory.c.text, memory.c.pinned, memory.c.session_id).where(
                memory.c.id.in_(part)
            )
        )
        for row in rows:
            found[row.id] = Subject(
                id=row.id,
                pinned=bool(row.pinned),
                session_id=row.session_id,
                wordings=tuple(dict.fromkeys((row.text, *wordings[row.id]))),
                origins=tuple(origins[row.id]),
                tags=tuple(tags[row.id]),
            )
    return tuple(found[memory_id] for memory_id in dict.fromkeys(ids) if memory_id in found)


def _wordings(connection: Connection, ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for owner, text in connection.execute(
        select(version.c.memory_id, version.c.text).where(version.c.memory_id.in_(ids)).order_by(version.c.id)
    ):
        found[owner].append(text)
    for row in connection.execute(
        select(image.c.memory_id, image.c.before, image.c.after).where(
            image.c.memory_id.in_(ids), image.c.table_name == "memory", image.c.column_name == "text"
        )
    ):
        found[row.memory_id].extend(text for text in (row.before, row.after) if isinstance(text, str))
    return found


def _origins(connection: Connection, ids: Sequence[int]) -> dict[int, list[Evidence]]:
    found: dict[int, list[Evidence]] = defaultdict(list)
    for row in connection.execute(
        select(provenance).where(provenance.c.memory_id.in_(ids)).order_by(provenance.c.id)
    ):
        found[row.memory_id].append(evidence_in(row))
    return found


def read_text(connection: Connection, memory_id: int) -> str:
    """What a memory says now; empty when it is not there."""
    return connection.scalar(select(memory.c.text).where(memory.c.id == memory_id)) or ""


def resolve_any(reading: Reading, name: str) -> int:
    """The id that `name` stands for, also when the memory's insert was undone. Raises NotFoundError."""
    try:
        return resolve(reading, memory, name, what="memory")
    except NotFoundError:
        wanted = name.strip().upper().removeprefix("M-")
        clause = (
            memory.c.id == int(wanted) if wanted.isdigit() and len(wanted) < 19 else memory.c.uid == wanted
        )
        found = reading.connection.scalar(select(memory.c.id).where(clause, memory.c.removed == 1))
        if found is None:
            raise
        return int(found)
