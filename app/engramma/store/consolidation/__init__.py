"""What a consolidation pass reads and writes, in SQL: its candidates, its proposals, its record."""
