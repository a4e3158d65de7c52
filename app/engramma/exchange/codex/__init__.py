"""Sessions of the Codex command line tool."""
