"""The inspector's other forms: nothing, many memories, a turn, a session, an operation."""
