"""Counts a store for its overview, by arrays of small numbers rather than by SQL groups."""
