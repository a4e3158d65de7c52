"""Sessions and events in SQL: reading them as values."""
