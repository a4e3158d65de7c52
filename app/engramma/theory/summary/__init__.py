"""Session summaries: a few of a session's own sentences and the tags a person would have chosen.

Pure and deterministic; word lists come in as text. `summarise` is the way in.
"""

from engramma.theory.summary.lexicon import Lexicon, parse_lexicon
from engramma.theory.summary.said import Excerpt, Said, SessionSummary
from engramma.theory.summary.summarising import summarise
from engramma.theory.summary.terms import DOCUMENTS, document_frequencies

__all__ = [
    "DOCUMENTS",
    "Excerpt",
    "Lexicon",
    "Said",
    "SessionSummary",
    "document_frequencies",
    "parse_lexicon",
    "summarise",
]
