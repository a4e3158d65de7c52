"""Which column of a table is what. Guessed from the columns' names, or given as `text=Note,time=Date`.

`-` for a column: there is none, whatever the names suggest. A comma in a name is written %2C, a per cent sign %25.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace

from engramma.model.errors import ImportFileError

NONE = "-"
_PLAIN = re.compile(r"[^a-z0-9]+")
_NAMES: dict[str, tuple[str, ...]] = {
    "text": (
        "memory",
        "content",
        "text",
        "statement",
        "fact",
        "note",
        "observation",
        "body",
        "message",
        "value",
        "summary",
        "description",
    ),
    "time": (
        "createdat",
        "created",
        "date",
        "datetime",
        "timestamp",
        "time",
        "savedat",
        "added",
        "addedat",
        "when",
    ),
    "tags": ("tags", "tag", "labels", "label", "categories", "topics", "keywords"),
    "kind": ("kind", "memorytype", "type"),
    "tier": ("tier",),
    "state": ("state", "status"),
    "quality": ("timequality",),
    "about": ("about",),
    "category": ("category",),
    "importance": ("importance", "salience", "priority", "weight"),
    "pinned": ("pinned", "ispinned"),
    "key": ("id", "uuid", "uid", "memoryid", "key"),
    "title": ("title", "name", "subject", "heading"),
    "session": (
        "session",
        "sessionid",
        "conversation",
        "conversationid",
        "thread",
        "threadid",
        "chatid",
    ),
    "role": ("role", "sender"),
}


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """The column for each part of a memory; empty: there is none. `table` is of SQLite only.

    With a `role` the rows are turns of their `session`, and no memories.
    """

    text: str = ""
    title: str = ""
    time: str = ""
    tags: str = ""
    kind: str = ""
    tier: str = ""
    state: str = ""
    quality: str = ""
    about: str = ""
    category: str = ""
    importance: str = ""
    pinned: str = ""
    key: str = ""
    session: str = ""
    role: str = ""
    table: str = ""

    def written(self) -> str:
        """As `parse_map` reads it."""
        given = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return ",".join(f"{part}={_escaped(column)}" for part, column in given if column)

    def of(self, part: str) -> str:
        """The column of a part, empty when there is none."""
        column = str(getattr(self, part))
        return "" if column == NONE else column

    def with_table(self, table: str) -> ColumnMap:
        """The same for a table of that name."""
        return replace(self, table=table)

    def with_column(self, part: str, column: str) -> ColumnMap:
        """The same with another column, or none, for one part."""
        return replace(self, **{part: column or NONE})


def guess_map(columns: Sequence[str]) -> ColumnMap:
    """The mapping that the names of the columns suggest; each column is used once."""
    plain = {_PLAIN.sub("", column.casefold()): column for column in reversed(columns)}
    used: set[str] = set()
    found: dict[str, str] = {}
    for part, names in _NAMES.items():
        name = next((name for name in names if name in plain and plain[name] not in used), "")
        if name:
            found[part] = plain[name]
            used.add(plain[name])
    if "session" not in found:
        found.pop("role", None)
    return ColumnMap(**found)


def parse_map(text: str) -> ColumnMap:
    """A mapping as a person writes it. Raises ImportFileError that names the parts."""
    parts = [field.name for field in fields(ColumnMap)]
    found: dict[str, str] = {}
    for item in text.split(","):
        part, mark, column = item.partition("=")
        if part.strip() not in parts or not mark or not column.strip():
            raise ImportFileError(
                f"“{item.strip()}” is no mapping of a column; write PART=COLUMN, with PART one of {', '.join(parts)}."
            )
        found[part.strip()] = column.strip().replace("%2C", ",").replace("%25", "%")
    return ColumnMap(**found)


def completed(given: ColumnMap, columns: Sequence[str], *, what: str) -> ColumnMap:
    """`given`, and where it says nothing the guess. Raises ImportFileError when there is no column of text.

    `what` is the file or table, for the sentence.
    """
    have = set(columns)
    wrong = [column for column in _columns_of(given).values() if column not in have]
    if wrong:
        listed = ", ".join(columns[:20])
        raise ImportFileError(f"{what} has no column {wrong[0]}; its columns are {listed}.")
    guessed = guess_map([column for column in columns if column not in _columns_of(given).values()])
    told = {field.name: getattr(given, field.name) for field in fields(given) if getattr(given, field.name)}
    chosen = replace(guessed, **told)
    chosen = replace(chosen, **{part: "" for part, column in told.items() if column == NONE})
    if not chosen.text:
        raise ImportFileError(
            f"{what} has no column that looks like text to remember; name it, as in --format csv:text=COLUMN."
        )
    return chosen


def _columns_of(given: ColumnMap) -> Mapping[str, str]:
    found = {field.name: getattr(given, field.name) for field in fields(given) if field.name != "table"}
    return {part: column for part, column in found.items() if column not in ("", NONE)}


def _escaped(column: str) -> str:
    return column.replace("%", "%25").replace(",", "%2C")
