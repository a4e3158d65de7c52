"""The first schema: every table of the memory model."""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STATEMENT_END = "\n;\n"


def upgrade() -> None:
    """Create everything as it was when the first version was released."""
    script = Path(__file__).with_name("v0001_baseline.sql").read_text(encoding="utf-8")
    for statement in script.split(STATEMENT_END):
        if statement.strip():
            op.get_bind().exec_driver_sql(statement)
