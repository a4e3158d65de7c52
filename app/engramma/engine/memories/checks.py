"""What may be written into a memory: one place for the limits, one clear sentence for each refusal."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from engramma.model.errors import InvalidValueError
from engramma.model.memory import Tier
from engramma.store.identity import normal_text

LONGEST_TEXT = 1_000_000
LONGEST_TAG = 100

AGENT_IMPORTANCE = 0.79

Word = TypeVar("Word", bound=StrEnum)


def shows_nothing(text: str) -> bool:
    """Whether a text has no sign that can be seen: blanks, controls and zero-width characters only."""
    return all(unicodedata.category(sign)[0] in "CZ" for sign in text)


def checked_text(text: str) -> str:
    """The text as it is stored. Raises InvalidValueError when it shows nothing or is too long."""
    clean = normal_text(text)
    if shows_nothing(clean):
        raise InvalidValueError("A memory needs some text.")
    if len(clean) > LONGEST_TEXT:
        raise InvalidValueError(
            f"A memory may have at most {LONGEST_TEXT:,} characters; this text has {len(clean):,}.",
            hint="Keep long documents as sessions.",
        )
    return clean


def checked_importance(importance: float, *, actor: str) -> float:
    """Importance in 0..1; an agent's claim is capped. Raises InvalidValueError."""
    if not isinstance(importance, int | float) or math.isnan(importance) or not 0.0 <= importance <= 1.0:
        raise InvalidValueError("Importance must be between 0 and 1.")
    return min(importance, AGENT_IMPORTANCE) if actor.startswith("agent:") else float(importance)


def checked_word(kind: type[Word], value: str, *, what: str) -> Word:
    """A member of an enumeration by its value. Raises InvalidValueError naming the choices."""
    try:
        return kind(value.strip().lower().replace("-", "_"))
    except ValueError as error:
        choices = ", ".join(member.value for member in kind if member.value != "sensory")
        raise InvalidValueError(f"{value!r} is no {what}.", hint=f"Choose one of: {choices}.") from error


def checked_tier(value: str) -> Tier:
    """`short`, `short_term`, `long` or `long_term`. Raises InvalidValueError."""
    name = value.strip().lower().replace("-", "_")
    tier = checked_word(Tier, f"{name}_term" if name in ("short", "long") else name, what="tier")
    if tier is Tier.SENSORY:
        raise InvalidValueError(
            "The sensory tier holds events, not memories.", hint="Use short_term or long_term."
        )
    return tier


def checked_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Tags as they are stored: trimmed, without a leading #, each once. Raises InvalidValueError."""
    found: dict[str, None] = {}
    for name in names:
        clean = " ".join(normal_text(name).lstrip("#").split())
        if not clean:
            raise InvalidValueError("A tag needs at least one character.")
        if len(clean) > LONGEST_TAG or "," in clean:
            raise InvalidValueError(f"A tag may have at most {LONGEST_TAG} characters and no comma.")
        found[clean] = None
    return tuple(found)
