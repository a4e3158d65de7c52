"""Memories in SQL: reading them as values, and the writes that operations are made of."""
