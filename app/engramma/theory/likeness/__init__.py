"""Tells duplicates, conflicts and distinct statements apart, without a model.

comparer = load_comparer(texts)             the TOML texts of resources/likeness
index = CandidateIndex(comparer.lexicon)
for id, text in memories:
    index.add(id, text)
for pair in index.pairs(fresh):
    likeness = comparer.compare(texts[pair.fresh], texts[pair.other])
"""

from __future__ import annotations

from engramma.theory.likeness.candidates import Candidate, CandidateIndex, let_go
from engramma.theory.likeness.comparing import Comparer, load_comparer
from engramma.theory.likeness.finding import CONFLICT, DISTINCT, DUPLICATE, Likeness
from engramma.theory.likeness.framing import Profile, profile
from engramma.theory.likeness.judging import compare
from engramma.theory.likeness.lexicon import Lexicon
from engramma.theory.likeness.stakes import Stakes
from engramma.theory.likeness.wordlists import load_lexicon

__all__ = [
    "CONFLICT",
    "DISTINCT",
    "DUPLICATE",
    "Candidate",
    "CandidateIndex",
    "Comparer",
    "Lexicon",
    "Likeness",
    "Profile",
    "Stakes",
    "compare",
    "let_go",
    "load_comparer",
    "load_lexicon",
    "profile",
]
