"""Previews of changes to many memories at once."""
