"""How the fields of the policy stand in the settings: groups, and one line of help each. Pure."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engramma.model.policy import Policy
from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """A heading, a few words, and (field, help line) in order."""

    title: str
    about: str
    fields: tuple[tuple[str, str], ...]


GROUPS = (
    FieldGroup(
        "Fading",
        "strength halves in this time",
        (
            ("short_term_half_life", ""),
            ("long_term_half_life", ""),
            ("retrieval_threshold", "Below it a memory is dormant"),
        ),
    ),
    FieldGroup(
        "Attention gate",
        "from events to memories",
        (
            ("gate_threshold", "Lower keeps more, and more noise"),
            ("gate_every", "And when a session ends"),
            ("sensory_retention", "After it closed; quotes stay"),
            ("capacity", "Of a context; 0 is no limit"),
        ),
    ),
    FieldGroup(
        "Promotion",
        "any one is enough",
        (
            ("promotion_recalls", "Recalls, on enough days"),
            ("promotion_days", "Days on which they happened"),
            ("promotion_relevant", "Among the first three hits"),
            ("promotion_importance", "And 2 recalls, or 5 turns after"),
        ),
    ),
    FieldGroup(
        "Staleness",
        "asks you before it moves anything",
        (
            ("stale_half_lives", "Without a rehearsal; semantic only"),
            ("due_dormant", "Pinned and procedural never"),
            ("due_superseded", "Then proposed for the Trash"),
            ("trash_retention", "Then erased for good, if you agree"),
        ),
    ),
    FieldGroup(
        "History", "what undo rests on", (("image_retention", "Operations can be undone for this long"),)
    ),
)

PROMOTING = frozenset({"promotion_recalls", "promotion_days", "promotion_relevant", "promotion_importance"})


def details_of(name: str) -> Any:
    """Unit, low, high, title and help of a field. Raises KeyError."""
    return {item.name: item.metadata for item in fields(Policy)}[name]


def about_of(name: str, value: float, help_line: str) -> str:
    """The line below a title; half-lives say what they come to."""
    if name in ("short_term_half_life", "long_term_half_life"):
        return f"After {value:g} days 0.50, after {2 * value:g} 0.25"
    return help_line
