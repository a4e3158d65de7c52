"""The job that gives every waiting text its vector: in batches, resumable, cancellable between any two."""

from __future__ import annotations

import time

from engramma.embedding import Embedder, EmbeddingFailedError, EmbeddingUnavailableError
from engramma.engine.embedding.new_vectors import new_vectors, store_vectors
from engramma.engine.workspace import Workspace
from engramma.model.embedding import EmbeddingModel, EmbedReport
from engramma.model.progress import CancelToken, Progress, Report
from engramma.store.leases import held_lease
from engramma.store.vectors.matrix import damaged_vectors
from engramma.store.vectors.models import (
    StoredModel,
    forget_failures,
    make_current,
    other_models,
    take_model,
)
from engramma.store.vectors.sidecar import drop_sidecars, sidecar_path
from engramma.store.vectors.waiting import count_waiting, waiting_texts
from engramma.store.vectors.writing import (
    TextToEmbed,
    erase_by_id,
    erase_model,
    record_failures,
)

BATCH = 256
_ERASE = 2_000
LEASE = "embedding"
_LOAD_SECONDS = 120.0
_STEP_SECONDS = 0.5


def run_embedding(
    workspace: Workspace, embedder: Embedder, *, retry: bool, report: Report, cancel: CancelToken
) -> EmbedReport:
    """Embed all that waits under the embedder's model; make it the store's model at the end if it is another one."""
    started = time.monotonic()
    report(Progress(0, 0, "Loading the model"))
    model = _loaded(embedder, cancel)
    database = workspace.database
    with held_lease(database, LEASE, at=workspace.clock.now(), what="Embedding"):
        with database.write() as connection:
            state = take_model(connection, model)
            if retry:
                forget_failures(connection, state.id)
        if state.current:
            _erase_damaged(workspace, state)
        run = _Run(workspace, embedder, state, report, cancel)
        written, failed = run.all()
        if not state.current:
            _change_over(workspace, state, cancel)
    return EmbedReport(model, written, failed, time.monotonic() - started)


def _loaded(embedder: Embedder, cancel: CancelToken) -> EmbeddingModel:
    """The model, waited for in short steps, as somebody may want to stop meanwhile."""
    deadline = time.monotonic() + _LOAD_SECONDS
    while True:
        cancel.check()
        try:
            return embedder.model(patience=_STEP_SECONDS)
        except EmbeddingUnavailableError as error:
            if not error.loading or time.monotonic() > deadline:
                raise


class _Run:
    """One walk over what waits."""

    def __init__(
        self,
        workspace: Workspace,
        embedder: Embedder,
        state: StoredModel,
        report: Report,
        cancel: CancelToken,
    ) -> None:
        self._database = workspace.database
        self._embedder = embedder
        self._model_id = state.id
        self._report = report
        self._cancel = cancel
        self._written = 0
        self._failed = 0

    def all(self) -> tuple[int, int]:
        """(vectors written, texts that failed)."""
        with self._database.read() as reading:
            total = sum(part.waiting for part in count_waiting(reading, self._model_id))
        done = 0
        self._report(Progress(0, total, "Embedding"))
        for texts in waiting_texts(self._database, self._model_id, size=BATCH):
            self._cancel.check()
            self._batch(texts)
            done += len(texts)
            self._report(Progress(min(done, total) if total else done, total, "Embedding"))
        return self._written, self._failed

    def _batch(self, texts: tuple[TextToEmbed, ...]) -> None:
        """Embed a batch; when the model refuses it, its halves, down to the texts that are to blame."""
        try:
            new = new_vectors(self._database, self._embedder, texts, cancel=self._cancel)
        except EmbeddingFailedError as error:
            if len(texts) == 1:
                record_failures(self._database, self._model_id, texts, error=str(error))
                self._failed += 1
                return
            middle = len(texts) // 2
            self._batch(texts[:middle])
            self._batch(texts[middle:])
            return
        self._written += store_vectors(self._database, self._model_id, new)


def _erase_damaged(workspace: Workspace, state: StoredModel) -> None:
    """Delete stored rows that are no vectors, so that their texts wait again."""
    damaged = damaged_vectors(workspace.database, workspace.vectors.matrix(workspace.database))
    if damaged:
        erase_by_id(workspace.database, damaged, model_id=state.id)


def _change_over(workspace: Workspace, state: StoredModel, cancel: CancelToken) -> None:
    """Let recall go by the new model, then delete the vectors of the others."""
    with workspace.database.write() as connection:
        make_current(connection, state.id)
    with workspace.database.read() as reading:
        others = other_models(reading.connection, than=state.id)
    drop_sidecars(workspace.database.path, keep=sidecar_path(workspace.database.path, state))
    for other in others:
        while erase_model(workspace.database, other.id, limit=_ERASE):
            cancel.check()
