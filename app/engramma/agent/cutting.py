"""Cuts texts that are too long for an answer, and says so where it cuts: a model must not take the rest for all."""

from __future__ import annotations

LONGEST_SHOWN = 10_000
LONGEST_TURN = 2_000
LONGEST_QUOTE = 600
LONGEST_SUMMARY = 400
LONGEST_OTHER = 300
CHARACTERS_A_TOKEN = 4
# What stands around the text of a hit: its id, score, dates and the names of the fields.
TOKENS_AROUND_A_HIT = 50


def cut(text: str, most: int) -> str:
    """`text`, or its first `most` characters and how many there are in all."""
    if len(text) <= most:
        return text
    return f"{text[:most].rstrip()} […cut: {len(text):,} characters in all]"


def tokens_for_texts(budget: int, hits: int) -> int:
    """Of a budget for an answer with so many hits, the tokens that their texts may have; half of it at least."""
    return max(budget // 2, budget - hits * TOKENS_AROUND_A_HIT)
