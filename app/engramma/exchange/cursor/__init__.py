"""Sessions of Cursor: transcripts in lines and the store of its command line agent."""
