"""The SQLite store: all SQL of the program. Gives frozen values out, never rows or connections."""
