"""Reads what waits for a person, on a worker thread: proposals and open conflicts, as cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from engramma.model.asked import Asked
from engramma.model.clock import DAY
from engramma.model.conflict import Conflict
from engramma.model.memory import Memory, State
from engramma.model.plan import Proposal
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.session import NearMiss
from engramma.ui.inspector.asked_words import asked_title
from engramma.ui.views.review.card_order import CardOrder, order_key
from engramma.ui.views.review.cards import PAIRS, Card, CardKind, kind_of, waiting_words
from engramma.ui.views.review.pair_title import pair_title

if TYPE_CHECKING:
    from engramma.engine import MemoryStore

AT_ONCE = 400
AT_A_TIME = 500
MOST_NEAR_MISSES = MOST_FADING = 50
Pair = frozenset[int]


@dataclass(frozen=True, slots=True)
class Queue:
    """All cards in their order, as of `now` (UTC µs); also by kind and by key."""

    cards: tuple[Card, ...]
    now: int
    read_only: bool
    kinds: Mapping[CardKind, tuple[Card, ...]]
    by_key: Mapping[str, Card]

    def of(self, kind: CardKind | None) -> tuple[Card, ...]:
        """The cards of a kind, or all."""
        return self.cards if kind is None else self.kinds.get(kind, ())


def read_queue(store: MemoryStore, order: CardOrder, _report: Report, cancel: CancelToken) -> Queue:
    """Everything that waits. A proposal about a pair that is an open conflict is part of that. Raises Cancelled."""
    now = store.clock.now()
    proposals = store.consolidation.proposals()
    conflicts = store.consolidation.conflicts()
    asked = {found.proposal_id: found for found in store.consolidation.asked()}
    memories = read_memories(store, shown_targets(proposals), cancel)
    about: dict[Pair, Proposal] = {
        frozenset(found.targets): found for found in proposals if kind_of(found) is CardKind.CONFLICT
    }
    pairs = {frozenset((found.left.id, found.right.id)) for found in conflicts}
    cards = [
        conflict_card(found, about.get(frozenset((found.left.id, found.right.id)))) for found in conflicts
    ]
    for found in proposals:
        kind = kind_of(found)
        if kind is CardKind.CONFLICT and frozenset(found.targets) in pairs:
            continue
        present = [memories[target] for target in found.targets if target in memories]
        if kind in PAIRS and sum(memory.state is State.ACTIVE for memory in present) < 2:
            continue
        if kind is CardKind.STALE and present and not any(one.state is State.ACTIVE for one in present):
            continue
        card = proposal_card(found, kind, present, now=now)
        cards.append(asked_card(card, asked[found.id], present) if found.id in asked else card)
    cards += [near_miss_card(found) for found in store.sessions.near_misses(limit=MOST_NEAR_MISSES)]
    fading = store.consolidation.fading(limit=MOST_FADING)
    cards += [fading_card(line.memory, now=now) for line in store.memories.page(fading)]
    ordered = tuple(sorted(cards, key=order_key(order)))
    kinds = {kind: tuple(card for card in ordered if card.kind is kind) for kind in CardKind}
    return Queue(ordered, now, store.read_only, kinds, {card.key: card for card in ordered})


def shown_targets(proposals: tuple[Proposal, ...]) -> list[int]:
    """The memories to read: all that stand side by side, and of single ones as many as a person sees at a time."""
    seen: Counter[CardKind] = Counter()
    wanted: list[int] = []
    for found in proposals:
        kind = kind_of(found)
        seen[kind] += 1
        if kind in PAIRS or seen[kind] <= AT_A_TIME:
            wanted += found.targets
    return wanted


def read_memories(store: MemoryStore, ids: list[int], cancel: CancelToken) -> Mapping[int, Memory]:
    """Memories by id; those that are gone are left out."""
    wanted = list(dict.fromkeys(ids))
    found: dict[int, Memory] = {}
    for start in range(0, len(wanted), AT_ONCE):
        cancel.check()
        for line in store.memories.page(wanted[start : start + AT_ONCE]):
            found[line.memory.id] = line.memory
    return found


def proposal_card(found: Proposal, kind: CardKind, present: list[Memory], *, now: int) -> Card:
    """The card of a proposal; `present` are the memories that it is about and that still exist."""
    title = present[0].text if present else f"{_names(found.targets)} {found.reason or found.action}".strip()
    badge = waiting_words(found.made_at, now)
    if kind is CardKind.CONFLICT:
        present = sorted(present, key=_age)
        title, badge = pair_title(present[0].text, present[-1].text), ""
    elif kind is CardKind.DUPLICATES:
        present = sorted(present, key=_age)
        badge = f"{len(present)} alike"
    elif found.actor.startswith("agent:"):
        badge = found.actor.removeprefix("agent:")
    if kind is CardKind.PROPOSAL and not found.from_pass:
        title = found.action
    return Card(
        key=f"proposal {found.id}",
        kind=kind,
        title=title,
        reason=found.reason,
        since=found.made_at,
        memories=tuple(memory.id for memory in present) if kind in PAIRS else found.targets,
        sessions=found.sessions,
        badge=badge,
        proposal=found,
        pinned=frozenset(memory.id for memory in present if memory.pinned),
    )


def asked_card(card: Card, asked: Asked, present: list[Memory]) -> Card:
    """The card of a proposal in which an agent asks for something."""
    return replace(card, title=asked_title(asked, present), text=asked.text, asked=asked)


def conflict_card(found: Conflict, proposal: Proposal | None) -> Card:
    """The card of two memories that contradict each other, the earlier first."""
    one, other = found.left, found.right
    high = found.stakes == "high"
    said = f"{found.detail[:1].upper()}{found.detail[1:]}" if found.detail else "They say different things"
    because = f"; decide because of {', '.join(found.reasons)}" if high and found.reasons else ""
    return Card(
        key=f"conflict {found.id}",
        kind=CardKind.CONFLICT,
        title=pair_title(one.text, other.text),
        reason=f"{said}{because}. Agents get both, with their dates, until you decide",
        since=found.found_at,
        memories=(one.id, other.id),
        badge=stakes_word(found.reasons) if high else "",
        high=high,
        proposal=proposal,
        conflict=found.id,
        pinned=frozenset(side.id for side in (one, other) if side.pinned),
    )


def near_miss_card(found: NearMiss) -> Card:
    """The card of a statement that the gate dropped by a hair."""
    who = "You" if found.role == "user" else found.agent or found.role
    return Card(
        key=f"verdict {found.verdict_id}",
        kind=CardKind.RESCUE,
        title=" ".join(found.text.split()),
        reason=f"{who}, turn {found.turn} of “{found.session_title}”. Dropped with a score of {found.score:.2f}",
        since=found.at or 0,
        sessions=(found.session_id,),
        badge=f"{found.score:.2f}",
        verdict=found.verdict_id,
        event=found.event_id,
        text=found.text,
    )


def fading_card(found: Memory, *, now: int) -> Card:
    """The card of a memory that matters and is about to fade."""
    fades_at = now if found.fades_at is None else found.fades_at
    left = max(1, -(-(fades_at - now) // DAY))
    recalled = (
        f"{found.recalls:,} recalls" if found.recalls > 1 else "one recall" if found.recalls else "no recall"
    )
    return Card(
        key=f"fading {found.id}",
        kind=CardKind.FADING,
        title=found.text,
        reason=f"Importance {found.importance:.2f}, {recalled}. Without a recall it is dormant in {left} d",
        since=fades_at,
        memories=(found.id,),
        badge=f"{left} d",
    )


def stakes_word(reasons: tuple[str, ...]) -> str:
    """One word for what is at stake: "money" of "money (“49 €”)"."""
    first = next((reason for reason in reasons if "(" in reason), "")
    return first.partition("(")[0].partition(",")[0].strip() or "stakes"


def _names(ids: tuple[int, ...]) -> str:
    return f"M-{ids[0]}:" if ids else ""


def _age(memory: Memory) -> tuple[int, int]:
    return (memory.created_at, memory.id)
