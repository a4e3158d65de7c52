"""The constants of the ranking, in one place. All scores are on the scale of cosines.

Chosen on conversations with questions and evidence (tests/benchmarks/recall_quality.py); each sits on a plateau.
"""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """What each piece of evidence is worth."""

    text: float = 2.0
    """Covering every rare word of the question."""
    dilution: float = 0.125
    """Text evidence of a memory m passages long is divided by m to this power,"""
    share: float = 1.5
    """and what reaches it from others by m to this one."""
    earned: float = 1.0
    """How much of what its session brings a long text can earn back: all of it, if it is itself the best match."""
    firing: float = 0.1
    """What a long text brings to others is divided by m to this power: it says much that they have no part in."""
    carried: float = 0.5
    """A word said just before counts for what follows it, by this share: an answer seldom repeats the question."""
    meaning: float = 1.0
    """A cosine of 1."""
    common: float = 0.5
    """How much of the mean vector of the store is taken from the question, so that what is like everything else
    does not come up for everything."""
    best_passage: float = 0.8
    """In the meaning of a long text, the share of its best passage; the rest is that of the text as a whole."""
    date: float = 0.20
    """Said in the time that the question names."""
    time_words: float = 0.15
    """Naming a time, when the question asks for one."""
    forward: float = 0.30
    """The share of a seed's activation that reaches what was said after it,"""
    forward_question: float = 0.60
    """and when the seed is a question, so that its answer is found."""
    backward: float = 0.50
    """The share that reaches what was said before it."""
    session: float = 0.50
    """The share of a session's best seed that reaches all of it."""
    seeds: int = 40
    """How many memories fire."""
    passage: float = 550.0
    """Characters of a passage, about 100 words; m is the length in passages, at least 1."""
    said: float = 0.30
    """What a memory that says something has before one that says nothing (a greeting),"""
    said_from: float = 150.0
    """from this many characters on in full, below in proportion."""
    asking: float = 0.15
    """Taken from a short question: it tells nothing."""
    asking_to: float = 220.0
    """Characters up to which a question is short."""
    strength: float = 0.02
    """A memory at full strength."""
    importance: float = 0.04
    """A memory of importance 1 before one of importance 0."""
    recency: float = 0.01
    """Said just now; halved every `recency_days`."""
    recency_days: float = 30.0


DEFAULT_WEIGHTS = Weights()

PUBLISHED = Weights(
    text=1.75,
    dilution=0.25,
    share=1.0,
    earned=0.0,
    firing=0.0,
    carried=0.0,
    common=0.0,
    best_passage=0.0,
    time_words=0.0,
    forward=0.5,
    forward_question=0.5,
    session=0.6,
    said=0.0,
    asking=0.0,
    strength=0.0,
    importance=0.0,
    recency=0.0,
)
"""The plain formula: coverage, cosine, date, neighbours on both sides alike, session. A base line for benchmarks."""
