"""Claude Code transcripts: a tree of turns in JSONL, drifting with every version of the tool."""
