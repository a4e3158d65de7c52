"""The telling words of a text, as session summaries see them; loads word lists, so it is imported on first use."""

from __future__ import annotations

from engramma.engine.summary_lexicon import summary_lexicon
from engramma.model.session import Role
from engramma.theory.summary import Said
from engramma.theory.summary.statements import statements_of
from engramma.theory.summary.terms import terms_of
from engramma.theory.summary.words import is_han

_LONG = 6


def terms_in(text: str) -> set[str]:
    """The telling words of a text, in the singular and in lower case; short ones only if there are no others."""
    said = [Said(role=Role.USER, speaker="", text=text)]
    terms = {term for statement in statements_of(said, summary_lexicon()) for term in terms_of(statement)}
    return {term for term in terms if len(term) >= _LONG or is_han(term)} or terms
