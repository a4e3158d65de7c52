"""The operation journal: every write is an operation, recorded so that it can be undone."""
