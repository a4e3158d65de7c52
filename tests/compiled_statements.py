"""One memory of compiled SQL for all the stores of a test process.

SQLAlchemy compiles every statement anew for every engine; a store has two, and the suite opens thousands. What a
statement compiles to depends on the dialect alone, and that is the same for each of them. It must not reach into
what statements say or when they run, nor into processes that a test starts.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Engine
from sqlalchemy.util import LRUCache

STATEMENTS = 4_000
_compiled: LRUCache[Any, Any] = LRUCache(STATEMENTS)


def share_compiled_statements() -> None:
    """From now on engines of this process take one another's compiled statements."""
    begin = Engine.__init__

    @wraps(begin)
    def with_shared_statements(self: Engine, *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        if type(self.dialect) is SQLiteDialect_pysqlite:
            self._compiled_cache = _compiled

    # Statements are kept by dialect object; these are made without options, so that all of them are alike.
    SQLiteDialect_pysqlite.__hash__ = _by_kind  # type: ignore[method-assign]
    SQLiteDialect_pysqlite.__eq__ = _same_kind  # type: ignore[method-assign]
    Engine.__init__ = with_shared_statements  # type: ignore[method-assign]


def _by_kind(dialect: SQLiteDialect_pysqlite) -> int:
    return hash(type(dialect))


def _same_kind(dialect: SQLiteDialect_pysqlite, other: object) -> bool:
    return type(dialect) is type(other)
