"""Associations between memories and the things they are about, in SQL."""
