"""Stores side by side, one for each project: which there are, and carrying memories from one to another."""

from engramma.engine.projects.carrying import carry
from engramma.engine.projects.listing import known_stores, look_at

__all__ = ["carry", "known_stores", "look_at"]
