"""Any table of statements: a CSV file or a table of a SQLite file, by a mapping of its columns."""
