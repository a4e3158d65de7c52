"""What a question would give with a change that is not made: the change is carried out on a private copy, then asked.

The copy is changed by the same code as the store, so ranking cannot differ from what really making it would give.
The store itself is only read. Must never hand out anything that still refers to the copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engramma.embedding import EmbeddingFailedError, EmbeddingUnavailableError
from engramma.engine.embedding.embedding import Embedding
from engramma.engine.embedding.new_vectors import new_vectors, store_vectors
from engramma.engine.embedding.shared import SharedVectors
from engramma.engine.memories import Memories
from engramma.engine.policy import set_policy
from engramma.engine.recall.shared import SharedRecall
from engramma.engine.workspace import Workspace
from engramma.model.clock import FixedClock
from engramma.model.errors import InvalidValueError
from engramma.model.pending_change import ChangedRecall, ChangeKind, PendingChange
from engramma.model.progress import CancelToken, Progress, Report
from engramma.model.recall import RecallResult, RecallScope
from engramma.store.history import newest_sequence, read_notice
from engramma.store.identity import UidSource
from engramma.store.journal.journal import Journal
from engramma.store.memories.rows import rows_of
from engramma.store.private_copy import private_copy
from engramma.store.vectors.models import current_model
from engramma.store.vectors.waiting import waiting_texts
from engramma.store.vectors.writing import TextToEmbed

_BATCH = 256
_MOST_EMBEDDED = 512
_WITHOUT_VECTOR = "New text has no vector yet, so it is found by its words alone."
_NOT_ALL = "Only {done:,} of the new texts have vectors here; the others are found by their words alone."


def make_change(workspace: Workspace, change: PendingChange) -> tuple[int, ...]:
    """Carry a change out, as one operation; the ids of the memories that it names or makes.

    Raises InvalidValueError for one that cannot be made, NotFoundError for memories that are gone, AskedError.
    """
    memories = Memories(workspace)
    ids = change.memory_ids
    needs = {ChangeKind.MERGE: 2, ChangeKind.ACCEPT: 0, ChangeKind.POLICY: 0, ChangeKind.REMEMBER: 0}
    if len(ids) < needs.get(change.kind, 1):
        raise InvalidValueError("The change names too few memories.")
    match change.kind:
        case ChangeKind.CORRECT:
            return (memories.correct(ids[0], change.text).id,)
        case ChangeKind.REMEMBER:
            return (memories.remember(change.text).id,)
        case ChangeKind.MERGE:
            memories.merge(ids[0], ids[1:])
        case ChangeKind.TRASH:
            memories.trash(ids)
        case ChangeKind.PIN:
            memories.pin(ids)
        case ChangeKind.UNPIN:
            memories.unpin(ids)
        case ChangeKind.REHEARSE:
            memories.rehearse(ids)
        case ChangeKind.POLICY:
            set_policy(workspace, dict(change.policy))
        case ChangeKind.ACCEPT:
            if change.proposal_id is None:
                raise InvalidValueError("The change names no proposal.")
            from engramma.engine.consolidation import Consolidation

            Consolidation(workspace).accept(change.proposal_id)
    return ids


def recall_with(
    workspace: Workspace,
    question: str,
    change: PendingChange,
    *,
    limit: int,
    scope: RecallScope,
    now: int | None,
    budget: int | None,
    lexical: bool,
    vector: NDArray[np.float32] | None,
    patience: float,
    report: Report,
    cancel: CancelToken,
) -> ChangedRecall:
    """See `Recall.with_change`."""
    from engramma.engine.recall.recall import Recall

    moment = workspace.clock.now()
    notice = ""
    if vector is None and not lexical:
        asked = Embedding(workspace).embed_query(question, patience=patience)
        vector, notice = asked.vector, asked.notice
    with _copied(workspace, moment, report, cancel=cancel) as copy:
        report(Progress(0, 0, "Trying the change"))
        with copy.database.read() as reading:
            sequence = newest_sequence(reading)
        named = make_change(copy, change)
        cancel.check()
        touched = _touched(copy, sequence) | set(named)
        with workspace.database.read() as reading:
            known = {row.id for row in rows_of(reading, sorted(touched)) if row.state == "active"}
        with copy.database.read() as reading:
            active = {row.id for row in rows_of(reading, sorted(touched)) if row.state == "active"}
        if vector is not None:
            notice = _embed_new(workspace, copy, touched, cancel=cancel) or notice
        result: RecallResult = Recall(copy).ask(
            question,
            limit=limit,
            scope=scope,
            now=moment if now is None else now,
            budget=budget,
            lexical=vector is None,
            vector=vector,
        )
    return ChangedRecall(
        change,
        replace(result, notice=result.notice or notice),
        created=tuple(sorted(active - known)),
        gone=tuple(sorted(known - active)),
        notice=result.notice or notice,
    )


@contextmanager
def _copied(workspace: Workspace, moment: int, report: Report, *, cancel: CancelToken) -> Iterator[Workspace]:
    """Hands on a private copy, where the time stands still."""

    def copied(done: int, total: int) -> None:
        cancel.check()
        report(Progress(done, total, "Copying the store"))

    # Before the copy, so that what is in memory is never newer than it; it only has to learn what the change did.
    index = workspace.recall.index(workspace.database, workspace.vectors)
    matrix = workspace.vectors.matrix(workspace.database)
    with private_copy(workspace.database, copied=copied) as database:
        clock, uids = FixedClock(moment), UidSource()
        # Its own vectors and rows; the embedder is the store's, which is why these vectors are never closed.
        vectors = SharedVectors()
        vectors.use(workspace.vectors.embedder())
        vectors.start_from(matrix)
        recall = SharedRecall()
        recall.start_from(index)
        copy = replace(
            workspace,
            database=database,
            journal=Journal(database, clock=clock, uids=uids),
            clock=clock,
            uids=uids,
            vectors=vectors,
            recall=recall,
        )
        try:
            yield copy
        finally:
            copy.recall.close()
            copy.journal.close()


def _touched(copy: Workspace, sequence: int) -> set[int]:
    """The memories that the change touched, as far as it says which."""
    with copy.database.read() as reading:
        found = read_notice(reading, after=sequence)
    return set() if found is None or found.wide else set(found.memory_ids)


def _embed_new(workspace: Workspace, copy: Workspace, touched: set[int], *, cancel: CancelToken) -> str:
    """Give the memories that the change made or reworded their vectors in the copy; a sentence when some have none.

    What waited before waits on: it does so in the store, too.
    """
    with copy.database.read() as reading:
        state = current_model(reading.connection)
    if state is None or not touched:
        return ""
    with workspace.database.read() as reading:
        before = {row.id: row.text for row in rows_of(reading, sorted(touched))}
    wanted: list[TextToEmbed] = []
    for texts in waiting_texts(copy.database, state.id, size=_BATCH):
        if texts[0].owner_type != "memory" or len(wanted) > _MOST_EMBEDDED:
            break
        wanted += [one for one in texts if one.owner_id in touched and before.get(one.owner_id) != one.text]
    if not wanted:
        return ""
    some = wanted[:_MOST_EMBEDDED]
    try:
        made = new_vectors(copy.database, copy.vectors.embedder(), some, cancel=cancel)
    except (EmbeddingUnavailableError, EmbeddingFailedError):
        return _WITHOUT_VECTOR
    store_vectors(copy.database, state.id, made)
    return "" if len(some) == len(wanted) else _NOT_ALL.format(done=len(some))
