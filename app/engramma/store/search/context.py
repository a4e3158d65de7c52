"""What a compiler needs besides the query: moment, policy, zone, what is hidden, and how sets are used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from enum import Enum, auto

from engramma.model.policy import Policy
from engramma.model.records import dataclass


class Access(Enum):
    """How a set is used: as the way in, copied and asked for each row, or by asking its index for each row."""

    DRIVE = auto()
    CHECK = auto()
    PROBE = auto()


@dataclass(frozen=True, slots=True)
class Context:
    """Given to every rule."""

    now: int
    policy: Policy
    tz: tzinfo | None = None
    hidden: Sequence[int] = ()
    access: Access = Access.DRIVE
