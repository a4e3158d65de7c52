"""Everything that ties some memories to others, stored or computed, with the weights of a given moment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from engramma.model.association import AssociationType
from engramma.model.records import dataclass
from engramma.store.associations.edges import read_edges
from engramma.store.associations.nodes import read_sessions_of
from engramma.store.associations.sequence import read_sequences
from engramma.store.associations.shared import Mention, read_mentioned, read_mentioning
from engramma.store.database import Reading
from engramma.theory.associations import (
    FOLLOWS_WEIGHT,
    HUB,
    SAME_SESSION_WEIGHT,
    faded,
    shared_share,
    shared_weight,
    weight_now,
)

ABOUT = AssociationType.ABOUT.value
FOLLOWS = AssociationType.FOLLOWS.value
SAME_SESSION = AssociationType.SAME_SESSION.value
# Of each thing only so many of the newest memories are looked at, and so many places along a session; of sessions
# those of the first memories asked for, or of most of them.
NEWEST = 12
CLOSE = 3
NAMED = 3
_SESSIONS, _SESSION_ROWS = 250, 20_000


@dataclass(frozen=True, slots=True)
class Tie:
    """One association between two memories. What has no direction has the smaller id as its source."""

    source_id: int
    target_id: int
    type: str
    weight: float
    relation: str = ""
    via: tuple[str, ...] = ()
    association_id: int | None = None

    @property
    def computed(self) -> bool:
        """Whether it follows from other things and is not stored."""
        return self.association_id is None

    def other(self, memory_id: int) -> int:
        """The end that is not this memory."""
        return self.target_id if memory_id == self.source_id else self.source_id


def ties_of(
    reading: Reading,
    ids: Sequence[int],
    *,
    types: Collection[str] | None,
    at: int,
    among: Collection[int] | None = None,
) -> list[Tie]:
    """The ties of the memories `ids` of the given types, all by default, at `at` (UTC µs); each once.

    Those to memories in the Trash, or no longer shown, are among them: whoever shows ties leaves them out.
    With `among`, of the ties along sessions only those to these memories are wanted.
    """
    found: list[Tie] = []
    found.extend(_stored(reading, ids, types=types, at=at))
    if types is None or ABOUT in types:
        found.extend(_about(reading, ids, at=at))
    if types is None or not {FOLLOWS, SAME_SESSION}.isdisjoint(types):
        found.extend(_along(reading, dict.fromkeys(ids), types=types, among=among))
    return found


def _stored(reading: Reading, ids: Sequence[int], *, types: Collection[str] | None, at: int) -> Iterator[Tie]:
    for edge in read_edges(reading, ids):
        if types is None or edge.type in types:
            weight = weight_now(edge.type, edge.weight, since=edge.weight_at, now=at)
            yield Tie(
                edge.source_id, edge.target_id, edge.type, weight, edge.relation, association_id=edge.id
            )


def _about(reading: Reading, ids: Sequence[int], *, at: int) -> Iterator[Tie]:
    by_thing: dict[int, list[Mention]] = defaultdict(list)
    for mention in read_mentioned(reading, ids):
        by_thing[mention.entity_id].append(mention)
    about = read_mentioning(reading, list(by_thing), most=HUB)
    parts: dict[tuple[int, int], dict[str, float]] = {}
    for entity_id, own in by_thing.items():
        others = about.get(entity_id, [])
        share = shared_share(len(others))
        newest = [(one, weight, faded(1.0, since=since, now=at)) for one, weight, since in others[:NEWEST]]
        for mention in own:
            memory_id, name = mention.memory_id, mention.name
            left = faded(1.0, since=mention.weight_at, now=at)
            for other_id, weight, other_left in newest:
                if other_id == memory_id:
                    continue
                # Such a tie came about with the later of the two mentions, which has faded less.
                value = share * min(weight, mention.weight) * max(left, other_left)
                pair = (other_id, memory_id) if other_id < memory_id else (memory_id, other_id)
                strongest = parts.setdefault(pair, {})
                if value > strongest.get(name, -1.0):
                    strongest[name] = value
    for (source, target), shared in parts.items():
        names = sorted(shared, key=lambda name: (-shared[name], name)) if len(shared) > 1 else list(shared)
        yield Tie(source, target, ABOUT, shared_weight(shared.values()), via=tuple(names[:NAMED]))


def _along(
    reading: Reading, ids: Collection[int], *, types: Collection[str] | None, among: Collection[int] | None
) -> Iterator[Tie]:
    """Neighbours in the session: the later follows the earlier; others close by are of the same session."""
    placed = read_sessions_of(reading, sorted({*ids, *(among or ())}))
    sizes = Counter(placed.values())
    fewest = 1 if among is None else 2
    own = dict.fromkeys(placed[one] for one in ids if one in placed)
    sessions = sorted((one for one in own if sizes[one] >= fewest), key=lambda one: -sizes[one])[:_SESSIONS]
    nearest = 1 if types is None or FOLLOWS in types else 2
    close = CLOSE if types is None or SAME_SESSION in types else 1
    for order in read_sequences(reading, sessions, most=_SESSION_ROWS).values():
        for place, one in enumerate(order):
            if one not in ids:
                continue
            for distance in range(nearest, close + 1):
                if place + distance < len(order):
                    yield _beside(one, order[place + distance], distance)
                if place >= distance and order[place - distance] not in ids:
                    yield _beside(order[place - distance], one, distance)


def _beside(earlier: int, later: int, distance: int) -> Tie:
    if distance == 1:
        return Tie(later, earlier, FOLLOWS, FOLLOWS_WEIGHT)
    return Tie(min(earlier, later), max(earlier, later), SAME_SESSION, SAME_SESSION_WEIGHT)
