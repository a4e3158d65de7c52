"""`store.recall`: asks the memory a question, fills a working context, reads what was recalled before.

Dry unless it is told to rehearse: looking is not remembering.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engramma.embedding import EmbeddingFailedError, EmbeddingUnavailableError
from engramma.embedding.tokens import token_counter
from engramma.engine.embedding.embedding import Embedding
from engramma.engine.recall.checks import Checks
from engramma.engine.recall.context import fill_context
from engramma.engine.recall.hits import Shown, looked_at, show
from engramma.engine.recall.index import RecallIndex
from engramma.engine.recall.searching import Searched, search
from engramma.engine.recalls import SentHit, record_sent
from engramma.engine.workspace import Workspace
from engramma.model.clock import EARLIEST, LATEST
from engramma.model.errors import InvalidValueError
from engramma.model.pending_change import ChangedRecall, PendingChange
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.recall import (
    EVERYTHING,
    ItemType,
    RecallHit,
    RecallMode,
    RecallResult,
    RecallScope,
    RecordedRecall,
    WorkingContext,
)
from engramma.model.recall_asking import AskedQuestion, Asker
from engramma.store.recall.askers import read_askers, read_questions
from engramma.store.recall.recorded import read_recalls

MOST_HITS = 500
_NOTHING_TO_LOOK_FOR = "The question has no word that could be looked for."


class Recall:
    """Questions to one open store. Safe between threads; the first question reads all rows into memory."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._embedding = Embedding(workspace)
        self.checks = Checks(workspace, self.ask)

    def ask(
        self,
        question: str,
        *,
        limit: int = 10,
        scope: RecallScope = EVERYTHING,
        now: int | None = None,
        rehearse: bool = False,
        session_id: int | None = None,
        budget: int | None = None,
        patience: float = 1.0,
        lexical: bool = False,
        vector: NDArray[np.float32] | None = None,
    ) -> RecallResult:
        """The best hits for a question, never an error whatever it says.

        With `rehearse` the recall is recorded: the memories among its first five hits are rehearsed, and all of them
        linked. `now` asks as if it were then (not with `rehearse`). `patience`: seconds to wait for the model; after
        that words alone decide, and the result says so. `vector`: of the question, if it is known already.
        """
        if rehearse and now is not None:
            raise InvalidValueError("A recall of another date cannot rehearse.")
        if not 1 <= limit <= MOST_HITS:
            raise InvalidValueError(f"A recall gives 1 to {MOST_HITS} hits, not {limit}.")
        started = time.perf_counter()
        moment = self._moment(now)
        notice = ""
        if vector is None and not lexical:
            vector, notice = self.vector_of(question, patience=patience)
        counter = token_counter()
        searched, shown = self._look(
            question,
            vector=vector,
            now=moment,
            scope=scope,
            limit=limit,
            budget=budget,
            count_tokens=counter.count,
        )
        mode = RecallMode.LEXICAL if vector is None else RecallMode.HYBRID
        result = RecallResult(
            query=question,
            now=moment,
            mode=mode,
            hits=shown.hits,
            misses=shown.misses,
            tokens=shown.tokens,
            tokens_exact=counter.exact,
            notice=_NOTHING_TO_LOOK_FOR if searched.nothing_to_look_for else notice,
            seconds=time.perf_counter() - started,
        )
        if not rehearse or not question.strip():
            return result
        return replace(result, recall_id=self._record(result, session_id=session_id, budget=budget))

    def context(
        self,
        question: str = "",
        *,
        budget: int = 2_000,
        session_id: int | None = None,
        now: int | None = None,
        patience: float = 1.0,
    ) -> WorkingContext:
        """The best within a budget of tokens as ready text: pinned, then recalled (half of it), then what is strong.

        Changes nothing. `session_id` names the session that is going on, whose memories count by recency.
        """
        if budget < 1:
            raise InvalidValueError(f"A context needs a budget of at least 1 token, not {budget}.")
        moment = self._moment(now)
        recalled: tuple[RecallHit, ...] = ()
        mode, notice = RecallMode.LEXICAL, ""
        if question.strip():
            result = self.ask(question, limit=20, now=moment, patience=patience)
            recalled, mode, notice = result.hits, result.mode, result.notice
        index = self._index()
        with self._workspace.database.read() as reading:
            return fill_context(
                reading,
                index.rows,
                recalled,
                policy=self._workspace.policy(),
                budget=budget,
                now=moment,
                session_id=session_id,
                counter=token_counter(),
                mode=mode,
                notice=notice,
            )

    def with_change(
        self,
        question: str,
        change: PendingChange,
        *,
        limit: int = 10,
        scope: RecallScope = EVERYTHING,
        now: int | None = None,
        budget: int | None = None,
        lexical: bool = False,
        vector: NDArray[np.float32] | None = None,
        patience: float = 1.0,
        report: Report = silent,
        cancel: CancelToken | None = None,
    ) -> ChangedRecall:
        """What `ask` would give if the change were made now; nothing is written. The change is made on a copy.

        Takes as long as copying the store. New texts get their vectors if the model is there. Raises what making the
        change would raise, StoreError without room for the copy, Cancelled.
        """
        from engramma.engine.recall.pending import recall_with

        return recall_with(
            self._workspace,
            question,
            change,
            limit=limit,
            scope=scope,
            now=now,
            budget=budget,
            lexical=lexical,
            vector=vector,
            patience=patience,
            report=report,
            cancel=cancel or CancelToken(),
        )

    def make_change(self, change: PendingChange) -> tuple[int, ...]:
        """Make a change that was pending, as one operation; the ids of the memories that it names or makes."""
        from engramma.engine.recall.pending import make_change

        return make_change(self._workspace, change)

    def recent(self, *, before_id: int | None = None, limit: int = 50) -> tuple[RecordedRecall, ...]:
        """Recalls that were recorded, newest first."""
        with self._workspace.database.read() as reading:
            return read_recalls(reading, before_id=before_id, limit=limit)

    def askers(self) -> tuple[Asker, ...]:
        """Everybody whose recalls were recorded, the one who asked last first."""
        with self._workspace.database.read() as reading:
            return read_askers(reading)

    def questions(self, actor: str = "", *, limit: int = 50) -> tuple[AskedQuestion, ...]:
        """The questions that were last recorded, by this actor or by all, each once, newest first."""
        with self._workspace.database.read() as reading:
            return read_questions(reading, actor=actor, limit=limit)

    def ranked(
        self,
        question: str,
        *,
        limit: int = 10,
        now: int | None = None,
        vector: NDArray[np.float32] | None = None,
        change: Callable[[RecallIndex], RecallIndex] | None = None,
    ) -> tuple[tuple[ItemType, int, float], ...]:
        """(type, id, score), best first, nothing folded or read in full; `change` alters the constants.

        For benchmarks.
        """
        index = self._index()
        if change is not None:
            index = change(index)
        found = self._search(
            index,
            question,
            vector=vector,
            now=self._moment(now),
            scope=EVERYTHING,
            limit=limit,
        ).ranked
        rows = found.rows
        kinds = (ItemType.EVENT if said else ItemType.MEMORY for said in index.rows.events[rows])
        return tuple(zip(kinds, index.rows.ids[rows].tolist(), found.scores.tolist(), strict=True))

    def vector_of(self, question: str, *, patience: float = 1.0) -> tuple[NDArray[np.float32] | None, str]:
        """The vector of a question, or None and a sentence that says why there is none."""
        try:
            asked = self._embedding.embed_query(question, patience=patience)
        except (EmbeddingUnavailableError, EmbeddingFailedError) as error:
            return None, str(error)
        return asked.vector, asked.notice

    def _moment(self, asked: int | None) -> int:
        """When a question is asked for: now, or the moment given, kept within the years that a date can have."""
        return self._workspace.clock.now() if asked is None else min(max(asked, EARLIEST), LATEST)

    def _index(self) -> RecallIndex:
        return self._workspace.recall.index(self._workspace.database, self._workspace.vectors)

    def _search(
        self,
        index: RecallIndex,
        question: str,
        *,
        vector: NDArray[np.float32] | None,
        now: int,
        scope: RecallScope,
        limit: int,
    ) -> Searched:
        database = self._workspace.database
        connections = self._workspace.recall.connections(database)
        return search(
            database, connections, index, question, vector=vector, now=now, scope=scope, limit=limit
        )

    def _look(
        self,
        question: str,
        *,
        vector: NDArray[np.float32] | None,
        now: int,
        scope: RecallScope,
        limit: int,
        budget: int | None,
        count_tokens: Callable[[str], int],
    ) -> tuple[Searched, Shown]:
        index = self._index()
        searched = self._search(index, question, vector=vector, now=now, scope=scope, limit=looked_at(limit))
        with self._workspace.database.read() as reading:
            shown = show(
                reading,
                index,
                searched.ranked,
                now=now,
                limit=limit,
                budget=budget,
                count_tokens=count_tokens,
            )
        return searched, shown

    def _record(self, result: RecallResult, *, session_id: int | None, budget: int | None) -> int:
        matrix = self._embedding.matrix() if result.mode is RecallMode.HYBRID else None
        return record_sent(
            self._workspace,
            result.query,
            _sent(result.hits),
            session_id=session_id,
            mode=result.mode,
            budget=budget,
            model=matrix.model.model.name if matrix is not None and matrix.model is not None else "",
        )


def _sent(hits: Sequence[RecallHit]) -> list[SentHit]:
    """What is recorded of the hits; an event that a memory was folded into counts as that memory."""
    sent = []
    for hit in hits:
        memory_id = hit.id if hit.type is ItemType.MEMORY else None
        if memory_id is None:
            memory_id = next((one for type_, one in hit.folded if type_ is ItemType.MEMORY), None)
        sent.append(SentHit(memory_id, hit.event_id, hit.score, tuple(hit.parts.items())))
    return sent
