"""The second schema: recall by words and vectors, and what consolidation passes looked at and did, item by item."""

from __future__ import annotations

from pathlib import Path

from alembic import op

from engramma.store.migrations.reshaping import frozen_schema, reshape

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Ids of vectors are never given twice, so each model knows the newest one of its own.
_NEWEST_VECTORS = """
UPDATE embedding_model SET last_vector_id = max(
    last_vector_id, coalesce((SELECT max(id) FROM vector WHERE model_id = embedding_model.id), 0)
)
"""


def upgrade() -> None:
    """Bring a store of the first schema to the second.

    `looked` begins empty, so that the next pass looks at every memory. `vector_backlog` listed what waits for a
    vector, which follows from the texts now; its rows name no model, and what failed is simply tried again.
    """
    here = Path(__file__)
    connection = op.get_bind()
    reshape(
        connection,
        frozen_schema(here.with_name("v0001_baseline.sql")),
        wanted=frozen_schema(here.with_suffix(".sql")),
        emptied={"vector_backlog"},
    )
    connection.exec_driver_sql(_NEWEST_VECTORS)
