"""From ranked rows to what is shown: dormant ones only if they earn it, equal ones as one, and what nearly came."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engramma.engine.recall.budget import Budget
from engramma.engine.recall.index import RecallIndex
from engramma.engine.recall.searching import strengths
from engramma.model.recall import PARTS, ItemType, NearMiss, RecallHit, RecallParts
from engramma.model.records import dataclass
from engramma.store.database import Reading
from engramma.store.recall.found import (
    FoundEvent,
    FoundMemory,
    read_found_events,
    read_found_memories,
    read_opponents,
    read_superseded,
)
from engramma.store.recall.rows import NONE, TIERS, UNKNOWN_TIME
from engramma.theory.ranking.folding import fold, much_alike
from engramma.theory.ranking.formula import Ranked

MISSES = 5
_ACTIVE_BEFORE = 3
CountTokens = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Shown:
    """What comes of a ranking."""

    hits: tuple[RecallHit, ...]
    misses: tuple[NearMiss, ...]
    tokens: int


def looked_at(limit: int) -> int:
    """How many ranked rows `show` needs for `limit` hits: some are folded, some dormant, some only nearly come."""
    return 2 * limit + 3 * MISSES


def show(
    reading: Reading,
    index: RecallIndex,
    ranked: Ranked,
    *,
    now: int,
    limit: int,
    budget: int | None,
    count_tokens: CountTokens,
) -> Shown:
    """The first `limit` hits, within `budget` tokens if given, and the near misses behind them."""
    found = _read(reading, index, ranked, now=now)
    heads = _with_sources(found, fold([one.text for one in found]))
    equals: dict[int, list[_Found]] = {}
    for position, head in enumerate(heads):
        if head != position:
            equals.setdefault(head, []).append(found[position])
    shown: list[RecallHit] = []
    missed: list[tuple[RecallHit, str]] = []
    active = 0
    room = Budget(budget)
    for position, one in enumerate(found):
        if heads[position] != position:
            continue
        if len(missed) >= MISSES and len(shown) >= limit:
            break
        same = equals.get(position, [])
        dormant = one.dormant and all(other.dormant for other in same)
        tokens = _tokens(index, one, count_tokens) if len(shown) < limit else 0
        reason = ""
        if len(shown) < limit:
            if dormant and active >= _ACTIVE_BEFORE:
                reason = "strength"
            elif not room.take(tokens):
                reason = "budget"
            else:
                active += not dormant
                shown.append(_hit(one, same, dormant=dormant, tokens=tokens, place=len(shown) + 1))
                continue
        missed.append((_hit(one, same, dormant=dormant, tokens=tokens, place=0), reason))
    told = _told(reading, index, shown)
    return Shown(told, _misses(told, missed), room.spent)


def _tokens(index: RecallIndex, found: _Found, count_tokens: CountTokens) -> int:
    """The tokens of a text, counted once as long as the index lasts."""
    if index.tokens[found.row] < 0:
        index.tokens[found.row] = count_tokens(found.text)
    return int(index.tokens[found.row])


@dataclass(frozen=True, slots=True)
class _Found:
    """A ranked row, read."""

    row: int
    memory: FoundMemory | None
    event: FoundEvent | None
    parts: RecallParts
    at: int | None
    strength: float
    dormant: bool

    @property
    def text(self) -> str:
        if self.memory is not None:
            return self.memory.text
        return self.event.text if self.event is not None else ""

    @property
    def item(self) -> tuple[ItemType, int]:
        if self.memory is not None:
            return ItemType.MEMORY, self.memory.id
        return ItemType.EVENT, self.event.id if self.event is not None else 0


def _with_sources(found: list[_Found], heads: tuple[int, ...]) -> tuple[int, ...]:
    """`heads`, where a memory and the event that it came from are one, too, if they mostly use the same words."""
    first: dict[int, int] = {}
    result = list(heads)
    for position, one in enumerate(found):
        if one.event is None or heads[position] != position:
            continue
        before = first.setdefault(one.event.id, position)
        other = found[before]
        if (other.memory is None) != (one.memory is None) and much_alike(other.text, one.text):
            result = [before if head == position else head for head in result]
    return tuple(result)


def _told(reading: Reading, index: RecallIndex, hits: list[RecallHit]) -> tuple[RecallHit, ...]:
    """The hits with the other sides of their conflicts and with what they took the place of."""
    rows = index.rows
    ids = [hit.id for hit in hits if hit.type is ItemType.MEMORY]
    disputed = [one for one in ids if rows.conflicted[rows.row_of_memory[one]]]
    opponents, superseded = read_opponents(reading, disputed), read_superseded(reading, ids)
    if not opponents and not superseded:
        return tuple(hits)
    return tuple(
        replace(hit, conflicts=opponents.get(hit.id, ()), supersedes=superseded.get(hit.id, ()))
        if hit.type is ItemType.MEMORY
        else hit
        for hit in hits
    )


def _misses(hits: tuple[RecallHit, ...], missed: list[tuple[RecallHit, str]]) -> tuple[NearMiss, ...]:
    """The first of those that did not come, each with the part in which it lies furthest behind the last hit."""
    near: list[NearMiss] = []
    for position, (hit, reason) in enumerate(missed[:MISSES], start=len(hits) + 1):
        last = hits[-1] if hits else hit
        if not reason:
            behind = {name: getattr(last.parts, name) - getattr(hit.parts, name) for name in PARTS}
            reason = max(behind, key=behind.__getitem__)
        near.append(
            NearMiss(replace(hit, place=position, sent=False), reason, max(0.0, last.score - hit.score))
        )
    return tuple(near)


def _read(reading: Reading, index: RecallIndex, ranked: Ranked, *, now: int) -> list[_Found]:
    """The ranked rows in full; rows that went since the index was made are left out."""
    rows = index.rows
    chosen = ranked.rows
    if not len(chosen):
        return []
    events = rows.events[chosen].tolist()
    ids = rows.ids[chosen].tolist()
    sources = rows.event_ids[chosen].tolist()
    times = rows.at[chosen].tolist()
    memories = read_found_memories(reading, [one for one, said in zip(ids, events, strict=True) if not said])
    said = read_found_events(reading, sorted({event for event in sources if event != NONE}))
    strong = strengths(rows, chosen, now).tolist()
    faded = (
        (rows.fades_at[chosen] != NONE) & (rows.fades_at[chosen] <= now) & ~rows.conflicted[chosen]
    ).tolist()
    parts = zip(*(ranked.parts[name].tolist() for name in PARTS), strict=True)
    found: list[_Found] = []
    for position, (row, values) in enumerate(zip(chosen.tolist(), parts, strict=True)):
        memory = None if events[position] else memories.get(ids[position])
        source = said.get(sources[position])
        if memory is None and (source is None or not events[position]):
            continue
        at = None if times[position] == UNKNOWN_TIME else times[position]
        found.append(_Found(row, memory, source, RecallParts(*values), at, strong[position], faded[position]))
    return found


def _hit(found: _Found, same: list[_Found], *, dormant: bool, tokens: int, place: int) -> RecallHit:
    memory, event = found.memory, found.event
    owner = memory if memory is not None and memory.session_id is not None else event or memory
    assert owner is not None
    type_, id_ = found.item
    return RecallHit(
        type=type_,
        id=id_,
        uid=memory.uid if memory is not None else owner.uid,
        text=found.text,
        place=place,
        score=found.parts.total,
        parts=found.parts,
        kind=memory.kind if memory is not None else "",
        tier=memory.tier if memory is not None else TIERS[0],
        strength=found.strength,
        importance=memory.importance if memory is not None else 0.0,
        dormant=dormant,
        pinned=memory is not None and bool(memory.pinned),
        at=found.at,
        session_id=owner.session_id,
        session_uid=owner.session_uid,
        session_title=owner.session_title,
        event_id=event.id if event is not None else None,
        event_uid=event.uid if event is not None else "",
        turn=event.turn if event is not None else None,
        role=event.role if event is not None else "",
        speaker=event.speaker if event is not None else "",
        folded=tuple(other.item for other in same),
        tokens=tokens,
    )
