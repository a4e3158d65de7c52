"""Alembic migrations of the store's schema. Imported only when an older store is opened."""
