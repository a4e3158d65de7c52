"""The store of claude-mem: its database, and what its export script writes."""
