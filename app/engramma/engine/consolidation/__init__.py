"""Consolidation: a plan that writes nothing, and a pass that applies it as one operation."""

from engramma.engine.consolidation.consolidation import Consolidation

__all__ = ["Consolidation"]
