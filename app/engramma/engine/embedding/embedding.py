"""`store.embedding`: how the vectors stand, the job that makes what is missing, the vector of a question.

Nothing here is an operation: vectors are derived from texts and never undone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engramma.embedding import OFF, Embedder, EmbeddingUnavailableError
from engramma.engine.embedding.embedding_job import run_embedding
from engramma.engine.embedding.settings import choose_model
from engramma.engine.workspace import Workspace
from engramma.model.embedding import EmbeddingFailure, EmbeddingStatus, EmbedReport
from engramma.model.progress import CancelToken, Report, silent
from engramma.model.records import dataclass
from engramma.store.vectors.matrix import damaged_vectors
from engramma.store.vectors.models import StoredModel, current_model, model_named
from engramma.store.vectors.waiting import count_waiting, failures

if TYPE_CHECKING:
    from engramma.embedding import Vectors
    from engramma.store.vectors.matrix import VectorMatrix


@dataclass(frozen=True, slots=True, eq=False)
class QueryVector:
    """The vector (d, float32, length 1) of a question, or None and why there is none, in a sentence for a person."""

    vector: Vectors | None
    notice: str


class Embedding:
    """The vectors of one open store. Safe between threads; anything may be slow but `status` and `matrix`."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @property
    def embedder(self) -> Embedder:
        """The embedder in use."""
        return self._workspace.vectors.embedder()

    def choose_model(self, name: str) -> None:
        """Go by the model of this name or folder from now on, in all stores; empty for the default one.

        The vectors that are there stay until `run` has made new ones; until then recall goes by words.
        """
        choose_model(name)
        self._workspace.vectors.use(None)

    def status(self) -> EmbeddingStatus:
        """Counts, models and what is missing. Starts nothing and waits for nothing."""
        embedder = self.embedder
        with self._workspace.database.read() as reading:
            state = current_model(reading.connection)
            changed = state is not None and _differs(state, embedder)
            counted = model_named(reading.connection, embedder.name) if changed else state
            counts = count_waiting(reading, None if counted is None else counted.id)
        damaged = len(damaged_vectors(self._workspace.database, self.matrix()))
        return EmbeddingStatus(
            kind=embedder.kind,
            store_model=None if state is None else state.model,
            wanted_model=embedder.name,
            changed=changed,
            counts=counts,
            damaged=damaged,
            notice=_notice(embedder, changed=changed, damaged=damaged),
        )

    def waits_for_job(self) -> bool:
        """Whether texts wait that may be embedded without asking: not when another model was chosen."""
        with self._workspace.database.read() as reading:
            state = current_model(reading.connection)
            if state is not None and state.model.name != self.embedder.name:
                return False
            counts = count_waiting(reading, None if state is None else state.id)
        return any(part.waiting for part in counts)

    def failures(self, *, limit: int = 200) -> tuple[EmbeddingFailure, ...]:
        """The texts that got no vector, and why."""
        with self._workspace.database.read() as reading:
            state = current_model(reading.connection)
            return () if state is None else failures(reading, state.id, limit=limit)

    def run(
        self, *, retry: bool = False, report: Report = silent, cancel: CancelToken | None = None
    ) -> EmbedReport:
        """Embed all that waits; with `retry`, also what failed before. Resumes where a cancelled one stopped.

        When another model was chosen, all is embedded anew by it beside the old vectors, which recall goes by
        until the end. Raises EmbeddingUnavailableError, Cancelled, StoreBusyError while another process does it.
        """
        return run_embedding(
            self._workspace, self.embedder, retry=retry, report=report, cancel=cancel or CancelToken()
        )

    def embed_query(self, text: str, *, patience: float = 1.0) -> QueryVector:
        """The vector of a question by the model of the stored vectors, waited for up to `patience` seconds.

        Starts the model's process if need be and never raises for a missing model: recall then goes by words.
        """
        embedder = self.embedder
        if embedder.kind == OFF:
            return QueryVector(None, _notice(embedder, changed=False, damaged=0))
        matrix = self.matrix()
        if matrix.model is None:
            return QueryVector(None, NOTHING_EMBEDDED)
        try:
            vector = embedder.embed_query(text, patience=patience)
            used = embedder.model(patience=patience)
        except EmbeddingUnavailableError as error:
            return QueryVector(None, str(error))
        if used != matrix.model.model:
            return QueryVector(None, _CHANGED)
        return QueryVector(vector, "")

    def why_by_words(self) -> str:
        """Why questions go by words alone, in a sentence; empty when only the model still loads. Counts nothing."""
        embedder = self.embedder
        if embedder.kind == OFF:
            return _notice(embedder, changed=False, damaged=0)
        with self._workspace.database.read() as reading:
            state = current_model(reading.connection)
        if state is None:
            return NOTHING_EMBEDDED
        return _notice(embedder, changed=_differs(state, embedder), damaged=0)

    def matrix(self) -> VectorMatrix:
        """All vectors of the store's model in memory, also those that another process has just written."""
        return self._workspace.vectors.matrix(self._workspace.database)


NOTHING_EMBEDDED = "Nothing has been embedded yet, so this went by words alone."
_CHANGED = "The vectors come from another model, so this went by words alone until they are embedded anew."


def _differs(state: StoredModel, embedder: Embedder) -> bool:
    return embedder.kind != OFF and state.model.name != embedder.name


def _notice(embedder: Embedder, *, changed: bool, damaged: int) -> str:
    if embedder.kind == OFF:
        return "Meaning is switched off, so recall goes by words alone."
    if changed:
        return _CHANGED
    if damaged:
        return f"{damaged:,} stored vectors are damaged; the next embedding makes them anew."
    return ""
