"""The attention gate: which statements of an event are worth a memory, and why.

Pure and deterministic: the rules come in as text (TOML), the events as strings; nothing here reads a file, a clock
or a model, and no code knows a language. Use `load_rules` once and `judge` for each event.
"""

from __future__ import annotations

from engramma.theory.gate.judging import judge
from engramma.theory.gate.loading import RulesError, load_rules
from engramma.theory.gate.rules import GateRules
from engramma.theory.gate.verdicts import Judged, Said

__all__ = ["GateRules", "Judged", "RulesError", "Said", "judge", "load_rules"]
