"""Associations of memories: what they are about, what was recalled together, what a person linked."""
