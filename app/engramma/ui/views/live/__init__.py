"""Live: which agents are connected, and what each of them asks, is told and writes, as it happens."""
