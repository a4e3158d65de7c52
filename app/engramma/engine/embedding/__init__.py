"""Vectors of an open store: how they stand, the job that makes them, the vector of a question.

Imports nothing: `shared` is part of every open store, the rest is loaded on first use.
"""
