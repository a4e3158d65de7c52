"""What fits into a budget of tokens: the best come first; one that is too long keeps no shorter one out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engramma.model.recall import RecallHit


class Budget:
    """So many tokens, or any number with None."""

    def __init__(self, tokens: int | None) -> None:
        self._left = tokens
        self.spent = 0

    def take(self, tokens: int) -> bool:
        """Whether so many still fit; then they are spent."""
        if self._left is not None:
            if tokens > self._left:
                return False
            self._left -= tokens
        self.spent += tokens
        return True


def fitted(hits: Sequence[RecallHit], tokens: int | None) -> tuple[RecallHit, ...]:
    """All of the hits, best first, each marked by whether it is sent within a budget."""
    budget = Budget(tokens)
    marked = ((hit, budget.take(hit.tokens)) for hit in hits)
    return tuple(hit if hit.sent == fits else replace(hit, sent=fits) for hit, fits in marked)
