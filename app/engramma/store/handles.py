"""The types of SQL handles that the engine passes on without using them: what only `store` may look into."""

from __future__ import annotations

from sqlalchemy import Connection, Table

__all__ = ["Connection", "Table"]
