"""Exports: what goes out, what gets lost in a format, what of it is private, and the writing itself."""
