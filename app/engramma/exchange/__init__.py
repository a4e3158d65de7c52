"""Formats in and out of a store: readers of what other tools left behind, and our own bundle.

Readers yield records (`engramma.model.transfer`) and never see a store; they open a source for reading only.
"""
