"""From a question to ranked rows: the words found, the times named, the vector, put together by the ranking."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray

from engramma.engine.recall.index import RecallIndex
from engramma.model.clock import DAY
from engramma.model.recall import RecallScope
from engramma.model.records import dataclass
from engramma.store.database import Database
from engramma.store.recall.askers import read_sessions_of
from engramma.store.recall.connections import RecallConnections
from engramma.store.recall.found import read_tagged, read_texts
from engramma.store.recall.rows import KINDS, NONE, TIERS, UNKNOWN_TIME, RecallRows
from engramma.store.recall.words import FoundWords, find_words
from engramma.theory.ranking.coverage import Coverage, WordFound, cover, idf
from engramma.theory.ranking.cues import asks_for_time, names_time
from engramma.theory.ranking.formula import Evidence, Priors, PriorsOf, Ranked, rank
from engramma.theory.ranking.layout import Numbers, Rows
from engramma.theory.ranking.moments import moments_asked
from engramma.theory.ranking.weights import Weights


@dataclass(frozen=True, slots=True, eq=False)
class Searched:
    """Ranked rows; empty, with `nothing_to_look_for`, for a question without a telling word."""

    ranked: Ranked
    nothing_to_look_for: bool


def search(
    database: Database,
    connections: RecallConnections,
    index: RecallIndex,
    question: str,
    *,
    vector: NDArray[np.float32] | None,
    now: int,
    scope: RecallScope,
    limit: int,
) -> Searched:
    """The best `limit` rows for a question; `vector` (d, length 1) None goes by words alone."""
    evidence = gather(database, connections, index, question, vector=vector, now=now)
    if isinstance(evidence, bool):
        return Searched(_NOTHING, evidence)
    ranked = rank(
        evidence,
        index.layout,
        weights=index.weights,
        limit=limit,
        priors=priors_of(index, now=now),
        allowed=_allowed(database, index.rows, scope),
    )
    return Searched(_relevant(ranked), False)


def gather(
    database: Database,
    connections: RecallConnections,
    index: RecallIndex,
    question: str,
    *,
    vector: NDArray[np.float32] | None,
    now: int,
) -> Evidence | bool:
    """What speaks for each row. Without anything to rank: whether the question has no telling word."""
    with connections.one() as driver:
        found = find_words(driver, question)
    if found.only_stop_words or not len(index.rows):
        return found.only_stop_words
    return Evidence(
        coverage=_coverage(found, index),
        meaning=_meaning(index, vector, index.weights),
        dated=_dated(question, index, now=now) if index.weights.date else _NO_ROWS,
        names_time=partial(_names_time, database, index) if asks_for_time(question) else None,
    )


def priors_of(index: RecallIndex, *, now: int) -> PriorsOf:
    """The small parts of any rows at `now` (UTC µs)."""
    return partial(_priors, index.rows, index.weights, now)


_NO_ROWS: Rows = np.empty(0, dtype=np.int64)
_NOTHING = Ranked(_NO_ROWS, np.empty(0, dtype=np.float32), {})
_RELEVANT = ("text", "meaning", "date", "neighbours", "session")
_LEAST = 0.02


def _relevant(ranked: Ranked) -> Ranked:
    """Without what only its own standing lifted: nothing in it has to do with the question.

    What holds one of its words has, even where all of the store is far from it in meaning.
    """
    of_question = np.sum([ranked.parts[name] for name in _RELEVANT], axis=0)
    kept = np.isfinite(ranked.scores) & ((of_question > _LEAST) | (ranked.parts["text"] > _LEAST))
    if kept.all():
        return ranked
    return Ranked(
        ranked.rows[kept], ranked.scores[kept], {name: part[kept] for name, part in ranked.parts.items()}
    )


def _coverage(found: FoundWords, index: RecallIndex) -> Coverage:
    words = []
    for word in found.words:
        rows = index.rows.rows_of(word.items)
        there = rows != NONE
        words.append(WordFound(idf(word.rows, found.total), rows[there], word.share[there]))
    return cover(words, index.layout, index.weights)


def _meaning(index: RecallIndex, vector: NDArray[np.float32] | None, weights: Weights) -> Numbers:
    if vector is None or index.meanings is None or not weights.meaning:
        return np.zeros(len(index.rows), dtype=np.float32)
    asked = vector - np.float32(weights.common) * index.meanings.mean
    return index.meanings.cosines(asked.astype(np.float32), passage=weights.best_passage)


def _dated(question: str, index: RecallIndex, *, now: int) -> Rows:
    rows = index.rows
    spans = moments_asked(question, now=now, first=index.first, last=index.last)
    if not spans:
        return _NO_ROWS
    inside = np.zeros(len(rows), dtype=bool)
    for span in spans:
        inside |= (rows.at >= span.start) & (rows.at < span.end)
    return np.flatnonzero(inside)


def _names_time(database: Database, index: RecallIndex, rows: Rows) -> Numbers:
    """Which rows name a time, divided by their length: in a long text some time is always named."""
    unknown = rows[index.names_time[rows] < 0]
    if len(unknown):
        events = index.rows.events[unknown]
        ids = index.rows.ids[unknown]
        with database.read() as reading:
            texts = read_texts(reading, memories=ids[~events].tolist(), events=ids[events].tolist())
        for row, number, said in zip(unknown.tolist(), ids.tolist(), events.tolist(), strict=True):
            index.names_time[row] = int(names_time(texts.get(number * 2 + said, "")))
    named = (index.names_time[rows] == 1).astype(np.float32)
    worth: Numbers = named / index.layout.passages[rows]
    return worth


def strengths(rows: RecallRows, chosen: Rows, now: int) -> Numbers:
    """Strength in 0..1 at `now` of the rows chosen; 0 for events, which have none."""
    elapsed = np.maximum(0, now - rows.t0[chosen]) / DAY
    halvings = np.where(
        np.isnan(rows.half_life[chosen]), 0.0, elapsed / np.nan_to_num(rows.half_life[chosen], nan=1)
    )
    strength = np.exp2(np.minimum(rows.log2_s0[chosen] - halvings, 0.0))
    return np.where(rows.events[chosen], 0.0, strength).astype(np.float32)


def _priors(rows: RecallRows, weights: Weights, now: int, chosen: Rows) -> Priors:
    memory = ~rows.events[chosen]
    age = (now - np.where(rows.at[chosen] == UNKNOWN_TIME, 0, rows.at[chosen])) / DAY
    fresh = np.exp2(-np.maximum(age, 0.0) / weights.recency_days)
    # A time to come is a wrong clock: it lifts nothing.
    fresh[(age < 0) | (rows.at[chosen] == UNKNOWN_TIME)] = 0.0
    return Priors(
        strength=np.float32(weights.strength) * strengths(rows, chosen, now),
        importance=np.where(
            memory,
            np.float32(weights.importance) * (rows.importance[chosen] - np.float32(0.5)),
            np.float32(0),
        ).astype(np.float32),
        recency=(weights.recency * fresh).astype(np.float32),
    )


def _allowed(database: Database, rows: RecallRows, scope: RecallScope) -> NDArray[np.bool_] | None:
    """Which rows the scope takes in; None for all."""
    parts: list[NDArray[np.bool_]] = []
    if scope.memories_only:
        parts.append(~rows.events)
    if scope.kinds:
        parts.append(np.isin(rows.kinds, [KINDS.index(kind) for kind in scope.kinds]) & ~rows.events)
    if scope.tiers:
        parts.append(np.isin(rows.tiers, [TIERS.index(tier) for tier in scope.tiers]))
    if scope.session_id is not None:
        parts.append((rows.own_sessions == scope.session_id) | (rows.sessions == scope.session_id))
    if scope.since is not None:
        parts.append(rows.at >= scope.since)
    if scope.until is not None:
        parts.append((rows.at <= scope.until) & (rows.at != UNKNOWN_TIME))
    if scope.agents:
        with database.read() as reading:
            theirs = np.array(read_sessions_of(reading, scope.agents), dtype=np.int64)
        parts.append(np.isin(rows.own_sessions, theirs) | np.isin(rows.sessions, theirs))
    if scope.tags:
        with database.read() as reading:
            tagged = np.array(read_tagged(reading, scope.tags), dtype=np.int64)
        parts.append(~rows.events & np.isin(rows.ids, tagged))
    return np.logical_and.reduce(parts) if parts else None
