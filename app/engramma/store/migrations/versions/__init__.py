"""One file a schema version, oldest first; never edited after it was released."""
