"""What the view Decay reads, on worker threads: lives that are drawn, strengths of a search, effects of a policy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.model.memory import Segment, State
from engramma.model.policy_effect import PolicyEffect
from engramma.model.progress import CancelToken, Report
from engramma.model.records import dataclass
from engramma.model.search import Mode, Query, Sort, SortKey, field_term, parse, with_term
from engramma.model.strengths import StrengthSpread
from engramma.ui.plots.decay_area import shown_span
from engramma.ui.plots.decay_band import DecayBand, decay_band
from engramma.ui.plots.decay_colours import looks_of
from engramma.ui.plots.decay_scene import DecayScene
from engramma.ui.plots.decay_what_if import WhatIf, life_of, supposed_segments

if TYPE_CHECKING:
    from engramma.engine import MemoryStore
    from engramma.engine.memories.values import MemoryLine
    from engramma.engine.policy_preview import PolicyPreview
    from engramma.ui.views.settings.policy.draft import PolicyDraft

FIRST, MOST_CURVES, MOST_IN_BAND = 5, 200, 2_000
PAGE = 500


@dataclass(frozen=True, slots=True)
class Asked:
    """Memories by id, or all that a search finds, or with neither the first of them; and the span to draw."""

    query: str
    span: str
    ids: tuple[int, ...] = ()
    whole_query: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class LivesRead:
    """What is drawn, how many memories it is about, and how many the search finds. `chosen`: a person chose them.

    `sample`: the memories of a band, with their segments.
    """

    scene: DecayScene
    about: int
    chosen: bool
    found: int
    sample: tuple[MemoryLine, ...] = ()

    @property
    def inactive(self) -> frozenset[int]:
        """Those that were read and are superseded or in the Trash: they neither fade nor can be pinned."""
        memories = [life.memory for life in self.scene.lives] + [line.memory for line in self.sample]
        return frozenset(memory.id for memory in memories if memory.state is not State.ACTIVE)


@dataclass(frozen=True, slots=True)
class SpreadRead:
    """The strengths of a search without its conditions on strength."""

    spread: StrengthSpread
    query: str


def read_lives(store: MemoryStore, asked: Asked, _report: Report, cancel: CancelToken) -> LivesRead:
    """The curves, or above `MOST_CURVES` memories the band of an even part of them."""
    now, policy = store.clock.now(), store.policy()
    found = store.search.count(asked.query)
    cancel.check()
    about, ids = _ids(store, asked)
    chosen = bool(asked.ids) or asked.whole_query
    lines = _lines(store, ids, cancel)
    births = [_born(line.segments, now) for line in lines]
    fading = [line.memory.fades_at for line in lines]
    start, end = shown_span(births, fading, kind=asked.span, now=now)
    if about > MOST_CURVES:
        lives = [line.segments for line in lines if line.segments]
        band = decay_band(lives, start=start, end=end, total=about, cancel=cancel)
        scene = DecayScene((), (), band, policy, now, start, end)
        return LivesRead(scene, about, chosen, found, tuple(lines))
    threshold = policy.retrieval_threshold
    drawn = tuple(
        life_of(line.memory, line.segments, now=now, threshold=threshold, end=end)
        for line in lines
        if line.segments
    )
    scene = DecayScene(drawn, looks_of(drawn), None, policy, now, start, end)
    return LivesRead(scene, len(drawn), chosen, found)


def suppose_band(read: LivesRead, what: WhatIf, _report: Report, cancel: CancelToken) -> DecayBand:
    """The band from now on as it would be."""
    scene = read.scene
    lives = [
        supposed_segments(line.memory, line.segments, what, now=scene.now)
        for line in read.sample
        if line.segments
    ]
    return decay_band(lives, start=scene.now, end=scene.end, total=read.about, cancel=cancel)


def read_spread(
    store: MemoryStore, query: Query, text: str, _report: Report, _cancel: CancelToken
) -> SpreadRead:
    """The strengths of what a search finds."""
    return SpreadRead(store.search.strengths(query), text)


def read_effect(
    store: MemoryStore, preview: PolicyPreview, draft: PolicyDraft, _report: Report, cancel: CancelToken
) -> PolicyEffect:
    """What a policy would change now."""
    return preview.effect(draft.current, draft.policy, at=store.clock.now(), cancel=cancel)


def _ids(store: MemoryStore, asked: Asked) -> tuple[int, tuple[int, ...]]:
    """How many memories it is about, and which of them are looked at: above `MOST_CURVES` an even part.

    An even part, so that the band of many is the same every time.
    """
    soonest = Sort(SortKey.FADES, descending=False)
    if asked.ids:
        step = _step(len(asked.ids))
        return len(asked.ids), asked.ids[::step]
    if asked.whole_query:
        every = store.search.order(asked.query, sort=soonest).ids
        return len(every), tuple(every[:: _step(len(every))].tolist())
    # What fades next and still can: dormant ones only where the search finds no other.
    awake = with_term(parse(asked.query), field_term("is", "dormant"), Mode.NOT)
    for query in (awake, parse(asked.query)):
        ids = store.search.order(query, sort=soonest, limit=FIRST).ids[:FIRST].tolist()
        if ids:
            return len(ids), tuple(ids)
    return 0, ()


def _step(count: int) -> int:
    return max(1, -(-count // MOST_IN_BAND)) if count > MOST_CURVES else 1


def _lines(store: MemoryStore, ids: tuple[int, ...], cancel: CancelToken) -> list[MemoryLine]:
    lines: list[MemoryLine] = []
    for begin in range(0, len(ids), PAGE):
        lines += store.memories.page(ids[begin : begin + PAGE])
        cancel.check()
    return lines


def _born(segments: tuple[Segment, ...], now: int) -> int:
    return min((segment.t0 for segment in segments), default=now)
