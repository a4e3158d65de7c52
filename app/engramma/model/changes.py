"""What a change touched: the notice by which every view decides whether to look again."""

from __future__ import annotations

from engramma.model.records import dataclass


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """Operations that were finished, by sequence. Empty `memory_ids` with `wide` True: look at everything."""

    first_seq: int
    last_seq: int
    operation_ids: tuple[int, ...]
    memory_ids: frozenset[int]
    session_ids: frozenset[int]
    wide: bool
    own: bool
