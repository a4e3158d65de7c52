"""What a compiler needs besides the query: moment, policy, zone, what is hidden, and how sets are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from enum import Enum, auto

from engramma.model.policy import Policy
from engramma.store.search.sources import Source


class Access(Enum):
    """How a set is used: as the way in, copied and asked for each row, or by asking its index for each row."""

    DRIVE = auto()
    CHECK = auto()
    PROBE = auto()


@dataclass(frozen=True, slots=True)
class Context:
    """Given to every rule. `access` decides for single sources, `default` for all other sets."""

    now: int
    policy: Policy
    tz: tzinfo | None = None
    hidden: Sequence[int] = ()
    default: Access = Access.DRIVE
    access: Mapping[Source, Access] = field(default_factory=dict)

    def how(self, source: Source) -> Access:
        """How to use the set of `source`."""
        return self.access.get(source, self.default)
