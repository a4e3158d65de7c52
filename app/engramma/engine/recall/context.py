"""Fills a working context: pinned first, then what the question recalled, then what counts most, within a budget.

A memory in an open conflict comes with its other side or not at all. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from engramma.embedding.tokens import TokenCounter
from engramma.engine.recall.block import CLOSING, OPENING, block, entry
from engramma.engine.recall.searching import strengths
from engramma.model.policy import Policy
from engramma.model.recall import ContextItem, ItemType, OtherSide, RecallHit, RecallMode, WorkingContext
from engramma.store.database import Reading
from engramma.store.recall.found import FoundMemory, read_found_memories, read_opponents
from engramma.store.recall.rows import NONE, RecallRows
from engramma.theory.ranking.activation import best_rows
from engramma.theory.ranking.working import working_scores

_PAGE = 100
_MOST_LOOKED_AT = 1_000
_MOST_LEFT_OUT = 50
_SHARE_OF_RECALL = 0.5

PINNED, RECALLED, WORKING, CONFLICT = "pinned", "recalled", "working", "conflict"


def fill_context(
    reading: Reading,
    rows: RecallRows,
    recalled: Sequence[RecallHit],
    *,
    policy: Policy,
    budget: int,
    now: int,
    session_id: int | None,
    counter: TokenCounter,
    mode: RecallMode,
    notice: str,
) -> WorkingContext:
    """The context; its `text` never has more than `budget` tokens, and is empty when nothing fits."""
    page = _Page(counter, budget=budget, capacity=policy.capacity or None)
    scores = _scores(rows, now=now, session_id=session_id)
    pinned = np.flatnonzero(rows.pinned & ~rows.events)
    kept = list(_memories(reading, rows, pinned[np.argsort(-scores[pinned], kind="stable")]))
    half = int(budget * _SHARE_OF_RECALL)
    # With a question the pinned ones leave half of the room to what it recalls, and fill up what that leaves.
    page.limit(half if recalled else budget)
    for row, memory, others in kept:
        page.add(_units(memory, others, score=float(scores[row]), why=PINNED))
    page.limit(page.used + half)
    for hit in recalled:
        page.add(_recalled_units(hit))
    page.limit(budget)
    for row, memory, others in kept:
        page.add(_units(memory, others, score=float(scores[row]), why=PINNED))
    awake = (
        ~rows.events & ~rows.pinned & ~((rows.fades_at != NONE) & (rows.fades_at <= now) & ~rows.conflicted)
    )
    scores[~awake] = -np.inf
    ordered = best_rows(scores, min(_MOST_LOOKED_AT, int(awake.sum())))
    for row, memory, others in _memories(reading, rows, ordered):
        if page.full:
            break
        page.add(_units(memory, others, score=float(scores[row]), why=WORKING))
    return page.context(mode=mode, notice=notice)


class _Page:
    """What was taken so far."""

    def __init__(self, counter: TokenCounter, *, budget: int, capacity: int | None) -> None:
        self._counter = counter
        self._budget = budget
        self._limit = budget
        self._capacity = capacity
        self._items: list[ContextItem] = []
        self._entries: list[str] = []
        self._left_out: dict[tuple[ItemType, int], ContextItem] = {}
        self.used = counter.count(OPENING + CLOSING)

    @property
    def full(self) -> bool:
        """Whether more need not be tried: the list of what did not fit is long enough."""
        return len(self._left_out) >= _MOST_LEFT_OUT

    def limit(self, tokens: int) -> None:
        """Take no more than so many tokens in all until the next call."""
        self._limit = min(tokens, self._budget)

    def add(self, unit: Sequence[tuple[ContextItem, str]]) -> None:
        """Take all of a unit, or none; what is there already does not come twice."""
        held = {(item.type, item.id) for item in self._items}
        fresh = [
            (_counted(item, self._counter.count(text)), text)
            for item, text in unit
            if (item.type, item.id) not in held
        ]
        if not fresh:
            return
        needed = sum(item.tokens for item, _text in fresh)
        crowded = self._capacity is not None and len(self._items) + len(fresh) > self._capacity
        if crowded or self.used + needed > self._limit:
            for item, _text in fresh:
                self._left_out.setdefault((item.type, item.id), item)
            return
        self.used += needed
        for item, text in fresh:
            self._items.append(item)
            self._entries.append(text)
            self._left_out.pop((item.type, item.id), None)

    def context(self, *, mode: RecallMode, notice: str) -> WorkingContext:
        """The finished context. Where tokens of parts and of the whole differ, the last ones are left out."""
        text = block(self._entries)
        while self._entries and self._counter.count(text) > self._budget:
            self._entries.pop()
            dropped = self._items.pop()
            self._left_out[(dropped.type, dropped.id)] = dropped
            text = block(self._entries)
        return WorkingContext(
            budget=self._budget,
            tokens=self._counter.count(text) if text else 0,
            tokens_exact=self._counter.exact,
            items=tuple(self._items),
            left_out=tuple(self._left_out.values())[:_MOST_LEFT_OUT],
            text=text,
            mode=mode,
            notice=notice,
        )


def _scores(rows: RecallRows, *, now: int, session_id: int | None) -> NDArray[np.float32]:
    everything = np.arange(len(rows))
    own = np.zeros(len(rows), dtype=bool)
    if session_id is not None:
        own = (rows.own_sessions == session_id) | (rows.sessions == session_id)
    return working_scores(
        importance=rows.importance,
        strength=strengths(rows, everything, now),
        recalls=rows.recalls,
        since=rows.t0,
        own_session=own,
        now=now,
    )


def _memories(
    reading: Reading, rows: RecallRows, ordered: NDArray[np.int64]
) -> Iterator[tuple[int, FoundMemory, tuple[OtherSide, ...]]]:
    """The memories of these rows and the other sides of their conflicts, read a page at a time."""
    for start in range(0, len(ordered), _PAGE):
        part = ordered[start : start + _PAGE].tolist()
        ids = [int(rows.ids[row]) for row in part]
        found, opponents = read_found_memories(reading, ids), read_opponents(reading, ids)
        for row in part:
            memory = found.get(int(rows.ids[row]))
            if memory is not None:
                yield row, memory, opponents.get(memory.id, ())


Unit = list[tuple[ContextItem, str]]


def _units(memory: FoundMemory, others: Sequence[OtherSide], *, score: float, why: str) -> Unit:
    item = ContextItem(ItemType.MEMORY, memory.id, memory.uid, memory.text, 0, score, why, memory.created_at)
    notes = (why if why == PINNED else "", *_disputed(others))
    text = entry(memory.text, at=memory.created_at, notes=notes)
    return [(item, text), *_other_sides(others, label=item.label, score=score)]


def _recalled_units(hit: RecallHit) -> Unit:
    said = hit.type is ItemType.EVENT
    who = f"{hit.speaker or hit.role} said" if said else ("faded" if hit.dormant else "")
    item = ContextItem(hit.type, hit.id, hit.uid, hit.text, 0, hit.score, RECALLED, hit.at)
    text = entry(hit.text, at=hit.at, notes=(who, *_disputed(hit.conflicts)))
    return [(item, text), *_other_sides(hit.conflicts, label=hit.label, score=hit.score)]


def _disputed(others: Sequence[OtherSide]) -> tuple[str, ...]:
    return ("disputed",) if others else ()


def _other_sides(others: Sequence[OtherSide], *, label: str, score: float) -> Unit:
    return [
        (
            ContextItem(
                ItemType.MEMORY, other.id, other.uid, other.text, 0, score, CONFLICT, other.created_at
            ),
            entry(other.text, at=other.created_at, notes=(f"disputes {label}",)),
        )
        for other in others
    ]


def _counted(item: ContextItem, tokens: int) -> ContextItem:
    return ContextItem(item.type, item.id, item.uid, item.text, tokens, item.score, item.why, item.at)
