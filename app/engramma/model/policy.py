"""The policy: every constant of the memory model, typed, with unit, range and help.

Values only. A store keeps its own policy; absent values are these defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any

from engramma.model.errors import InvalidValueError
from engramma.model.records import dataclass


def _setting(default: float, *, unit: str, low: float, high: float, title: str, help_text: str) -> Any:
    return field(
        default=default,
        metadata={"unit": unit, "low": low, "high": high, "title": title, "help": help_text},
    )


@dataclass(frozen=True, slots=True)
class Policy:
    """How memories fade, rise and are cleared away. Days unless another unit is given."""

    short_term_half_life: float = _setting(
        7.0,
        unit="days",
        low=0.25,
        high=365.0,
        title="Short-term half-life",
        help_text="After this long without a rehearsal a short-term memory has half its strength.",
    )
    long_term_half_life: float = _setting(
        60.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Long-term half-life",
        help_text="After this long without a rehearsal a long-term memory has half its strength.",
    )
    retrieval_threshold: float = _setting(
        0.10,
        unit="strength",
        low=0.01,
        high=0.9,
        title="Retrieval threshold",
        help_text="Below this strength a memory is dormant.",
    )
    gate_every: int = _setting(
        5,
        unit="events",
        low=1,
        high=1000,
        title="Gate every",
        help_text="An open session is judged each time this many new events have come.",
    )
    gate_threshold: float = _setting(
        0.5,
        unit="score",
        low=0.0,
        high=1.0,
        title="Gate threshold",
        help_text="A statement with at least this score becomes a short-term memory.",
    )
    sensory_retention: float = _setting(
        30.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Sensory retention",
        help_text="Events of a live session become due this long after it closed.",
    )
    capacity: int = _setting(
        0,
        unit="memories",
        low=0,
        high=1000,
        title="Working capacity",
        help_text="At most this many memories in a working context; 0 means no limit.",
    )
    promotion_recalls: int = _setting(
        3,
        unit="recalls",
        low=1,
        high=100,
        title="Recalls for promotion",
        help_text="Recalls that promote a short-term memory when they fall on enough days.",
    )
    promotion_days: int = _setting(
        2,
        unit="days",
        low=1,
        high=30,
        title="Days for promotion",
        help_text="Different days on which those recalls must have happened.",
    )
    promotion_relevant: int = _setting(
        2,
        unit="recalls",
        low=1,
        high=100,
        title="Relevant recalls",
        help_text="Recalls among the first three hits that promote a memory.",
    )
    promotion_importance: float = _setting(
        0.6,
        unit="importance",
        low=0.0,
        high=1.0,
        title="Importance for promotion",
        help_text="Importance above which an episodic memory may be promoted.",
    )
    stale_half_lives: float = _setting(
        2.0,
        unit="half-lives",
        low=0.5,
        high=20.0,
        title="Stale after",
        help_text="A semantic memory without rehearsal for this long is flagged stale.",
    )
    due_dormant: float = _setting(
        90.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Dormant until due",
        help_text="Dormant for this long, a memory is proposed for the Trash.",
    )
    due_superseded: float = _setting(
        365.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Superseded until due",
        help_text="Superseded for this long, a memory is proposed for the Trash.",
    )
    trash_retention: float = _setting(
        30.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Trash retention",
        help_text="In the Trash for this long, a purge is proposed.",
    )
    image_retention: float = _setting(
        180.0,
        unit="days",
        low=1.0,
        high=3650.0,
        title="Undo kept for",
        help_text="Operations can be undone for this long.",
    )

    def half_life(self, tier: str) -> float:
        """Days after which a memory of `tier` has half its strength."""
        return self.long_term_half_life if tier == "long_term" else self.short_term_half_life

    def with_values(self, values: Mapping[str, float]) -> Policy:
        """A copy with `values`; raises InvalidValueError for an unknown name or a value out of range."""
        known = {item.name: item for item in fields(self)}
        checked: dict[str, Any] = {}
        for name, value in values.items():
            item = known.get(name)
            if item is None:
                raise InvalidValueError(f"The policy has no setting named {name}.")
            low, high = item.metadata["low"], item.metadata["high"]
            if not low <= value <= high:
                unit = item.metadata["unit"]
                raise InvalidValueError(
                    f"{item.metadata['title']} must be between {low:g} and {high:g} ({unit}), not {value:g}."
                )
            if isinstance(item.default, int) and value != int(value):
                raise InvalidValueError(f"{item.metadata['title']} must be a whole number, not {value:g}.")
            checked[name] = int(value) if isinstance(item.default, int) else float(value)
        return replace(self, **checked)


DEFAULT_POLICY = Policy()
