"""Finds all that is private in a text, with a list of one's own words; masks that stand there are no finds."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from engramma.exchange.redaction.finds import MASK, Find, HitKind, united
from engramma.exchange.redaction.personal import personal_words
from engramma.exchange.redaction.secret_plugins import known_secrets
from engramma.exchange.redaction.tokens import shaped_keys
from engramma.exchange.redaction.wording import worded_secrets

_SHORTEST_TEXT = 4
_MOST_SEEN = 1_000_000
"""Texts of which is remembered what was found: about 100 bytes each, more where something was."""


class Scanner:
    """Looks into one text at a time. `names` are words of one's own: people, customers, projects."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        words = sorted(
            {" ".join(name.split()) for name in names if name.strip()}, key=lambda word: (-len(word), word)
        )
        parts = (r"\s+".join(re.escape(part) for part in word.split()) for word in words)
        # An export searches every text three times, and most texts stand in a store twice.
        self._seen: dict[bytes, tuple[Find, ...]] = {}
        self._names = re.compile(rf"(?i)(?<!\w)(?:{'|'.join(parts)})(?!\w)") if words else None

    def find(self, text: str) -> tuple[Find, ...]:
        """The finds in their order, none overlapping another."""
        if len(text) < _SHORTEST_TEXT and self._names is None:
            return ()
        mark = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()
        known = self._seen.get(mark)
        if known is None:
            known = self._search(text)
            if len(self._seen) < _MOST_SEEN:
                self._seen[mark] = known
        return known

    def _search(self, text: str) -> tuple[Find, ...]:
        finds = [
            *shaped_keys(text),
            *worded_secrets(text),
            *personal_words(text),
            *known_secrets(text),
        ]
        if self._names is not None:
            finds += [
                Find(found.start(), found.end(), HitKind.NAME, "Name of your list")
                for found in self._names.finditer(text)
            ]
        if not finds:
            return ()
        masks = [found.span() for found in MASK.finditer(text)]
        return united([find for find in finds if not any(a < find.end and find.start < b for a, b in masks)])
