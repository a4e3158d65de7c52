"""Writes the newest schema as SQL for its Alembic version, from the tables as they are defined now.

    python packaging/freeze_schema.py

Only while that schema is not yet released: afterwards its file never changes, and a new version is added instead.
"""

from __future__ import annotations

from pathlib import Path

from engramma.store.creating import schema_statements
from engramma.store.migrations import versions
from engramma.store.migrations.versions.v0001_baseline import STATEMENT_END

SCHEMA_FILE = Path(versions.__path__[0]) / "v0002_recall_and_passes.sql"


def main() -> None:
    """Write the file anew."""
    SCHEMA_FILE.write_text(STATEMENT_END.join(schema_statements()) + STATEMENT_END, encoding="utf-8")
    print(f"{SCHEMA_FILE.name}: {len(schema_statements())} statements")


if __name__ == "__main__":
    main()
