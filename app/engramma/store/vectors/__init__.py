"""Stored vectors: written by model and content, loaded as one matrix, never the truth about a text."""
