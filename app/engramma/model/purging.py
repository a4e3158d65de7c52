"""What a purge finds and does: the places where a text stands, what becomes of each, and what is left to finish."""

from __future__ import annotations

from enum import StrEnum

from engramma.model.records import dataclass


class Treatment(StrEnum):
    """What becomes of a place: its rows go, its words are covered, its sentences are cut out, or it is only named."""

    ERASED = "erased"
    COVERED = "covered"
    CUT = "cut"
    NAMED = "named"


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of place that holds what is to be erased. `count` rows or files of it.

    `source`: it is what was said, and stays as it is when the source is kept. `memory_ids` and `paths` name the
    places that a person may want to look at.
    """

    name: str
    title: str
    count: int
    treatment: Treatment
    source: bool = False
    memory_ids: tuple[int, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PurgePreview:
    """What a purge of `memory_ids` would touch; empty places are left out. `pinned` ones are purged only if asked."""

    memory_ids: tuple[int, ...]
    pinned: tuple[int, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class ExpiryPreview:
    """What erasing the turns of a session would touch, and how many quotes of them stay on memories."""

    session_id: int
    title: str
    places: tuple[Place, ...]
    quotes_kept: int


@dataclass(frozen=True, slots=True)
class ErasureStatus:
    """Whether erased text may still stand in the file, since when (UTC µs), and what it waits for."""

    pending: bool
    since: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Purged:
    """What a purge did. An agent's or a pass's only made the proposal `proposal_id`.

    `shortened` are summaries from which sentences were cut, `also_gone` summaries that said nothing else,
    `still_said` other memories that say the same and were left alone, `pinned` those that were left for their pin.
    """

    operation_id: int | None
    memory_ids: tuple[int, ...]
    status: ErasureStatus
    pinned: tuple[int, ...] = ()
    shortened: tuple[int, ...] = ()
    also_gone: tuple[int, ...] = ()
    still_said: tuple[int, ...] = ()
    proposal_id: int | None = None


@dataclass(frozen=True, slots=True)
class Expired:
    """What erasing the turns of a session did."""

    operation_id: int | None
    session_id: int
    events: int
    quotes_kept: int
    status: ErasureStatus
    proposal_id: int | None = None
