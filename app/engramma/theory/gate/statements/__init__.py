"""Cuts an event's text into statements, each with its character span.

Knows shapes of text (lists, code, quotes, tables) and ends of sentences, and nothing about what is worth keeping.
"""

from __future__ import annotations

from engramma.theory.gate.statements.cutting import Statement, cut
from engramma.theory.gate.statements.shapes import Shape

__all__ = ["Shape", "Statement", "cut"]
