"""Finds possible topics in text without spaces: runs of two to six signs that come back as a whole.

A run that only ever occurs within a longer one is dropped for it; stop words cut the text first.
"""

from __future__ import annotations

from collections.abc import Sequence

from engramma.theory.summary.said import Said
from engramma.theory.summary.statements import Statement
from engramma.theory.summary.topic_counts import VOICE, Tally
from engramma.theory.summary.words import is_han, runs

SIZES = (2, 3, 4, 5, 6)
WHOLE = (2, 3, 4)
SWALLOWED = 0.7


def count_han(events: Sequence[Said], statements: Sequence[Statement]) -> dict[str, Tally]:
    """Tallies of runs that occur twice or stand alone between stop words, in the order in which they came up."""
    tallies: dict[str, Tally] = {}
    whole: set[str] = set()
    for statement in statements:
        voice = VOICE.get(events[statement.event].role, 1.0)
        for piece in han_pieces(statement):
            if len(piece) in WHOLE:
                whole.add(piece)
            for run in runs(piece, sizes=SIZES):
                tallies.setdefault(run, Tally(statement.language, (run,))).add(statement, voice, run)
    kept = {run: tally for run, tally in tallies.items() if tally.count > 1 or run in whole}
    swallowed = {
        part
        for run, tally in kept.items()
        if len(run) > SIZES[0]
        for part in (run[1:], run[:-1])
        if part in kept and tally.count >= SWALLOWED * kept[part].count
    }
    return {run: tally for run, tally in kept.items() if run not in swallowed}


def han_pieces(statement: Statement) -> list[str]:
    """The stretches between stop words."""
    return [
        piece
        for word in statement.words
        if is_han(word)
        for piece in statement.language.stop_pattern.split(word)
        if len(piece) >= SIZES[0]
    ]
