"""Tells duplicates, conflicts and distinct statements apart, without a model.

lexicon = load_lexicon(texts)          the TOML texts of resources/likeness
profiles = [profile(text, lexicon) for text in memories]
for i, j in candidates(profiles):
    likeness = compare(profiles[i], profiles[j], lexicon=lexicon)
"""

from __future__ import annotations

from engramma.theory.likeness.candidates import candidates
from engramma.theory.likeness.finding import Likeness
from engramma.theory.likeness.framing import Profile, profile
from engramma.theory.likeness.judging import compare
from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.wordlists import load_lexicon

__all__ = ["Lexicon", "Likeness", "Profile", "candidates", "compare", "load_lexicon", "profile"]
