"""Erasing for good, with a preview: memories (purge) and the turns of sessions past their retention (expiry)."""
