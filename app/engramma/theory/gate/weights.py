"""The gate's learned points: what a role, a cue and the wording add to the score, and how sureness counts in it.

Read from JSON that a fitting script writes. They are points of the score, not of a logistic model: whoever opens the
file sees the numbers that the reasons show.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from engramma.theory.gate.importance import AS_IT_IS, ImportanceCurve
from engramma.theory.gate.wording import Wording


@dataclass(frozen=True, slots=True)
class Weights:
    """Points by role, and by cue and role; a role that is not named has those of "". `wording` may be missing."""

    roles: Mapping[str, float]
    cues: Mapping[str, Mapping[str, float]]
    wording: Wording | None
    importance: ImportanceCurve = AS_IT_IS

    def of_role(self, role: str, by_hand: float) -> float:
        """The points of a role; `by_hand` where nothing was learned."""
        return self.roles.get(role, self.roles.get("", by_hand)) if self.roles else by_hand

    def of_cue(self, cue: str, role: str, by_hand: float) -> float:
        """The points of a cue in a role: what was learned, 0 when nothing was; `by_hand` without any weights."""
        if not self.roles:
            return by_hand
        learned = self.cues.get(cue, {})
        return learned.get(role, learned.get("", 0.0))


NO_WEIGHTS = Weights({}, {}, None)


def read_weights(text: str) -> Weights:
    """The weights from JSON with "roles", "cues", "wording" and perhaps "importance" (see `ImportanceCurve`).

    Raises ValueError, TypeError or KeyError.
    """
    table = json.loads(text)
    return Weights(
        roles={role: float(points) for role, points in table["roles"].items()},
        cues={
            cue: {role: float(points) for role, points in by_role.items()}
            for cue, by_role in table["cues"].items()
        },
        wording=Wording({name: float(points) for name, points in table["wording"].items()}),
        importance=ImportanceCurve(
            tuple((float(above), float(counts)) for above, counts in table.get("importance", ()))
        ),
    )
